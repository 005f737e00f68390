import { describe, expect, it } from '@jest/globals';
import { isWork } from './typed-work';

describe('what was typed into a dialog', () => {
  const field = { type: 'text', value: '', isMasked: false, isMarked: false };
  it.each([
    ['a name', { type: 'text', value: 'API_KEY' }, true],
    ['a value of several lines', { type: 'textarea', value: 'one\ntwo' }, true],
    ['an address', { type: 'email', value: 'a@b' }, true],
    ['what was taken away again', { type: 'text', value: '' }, false],
    ['the name that a guard asks for', { type: 'text', value: 'prod', isMarked: true }, false],
    ['the credential of a setting', { type: 'password', value: 'x' }, true],
    ['the password of a proof', { type: 'password', value: 'x', isMarked: true }, false],
    ['what is searched for', { type: 'search', value: 'x' }, false],
    ['a value that is masked', { type: 'textarea', isMasked: true }, true],
  ])('is asked about, or not: %s', (_, given, expected) => {
    expect(isWork({ ...field, ...given })).toBe(expected);
  });
});
