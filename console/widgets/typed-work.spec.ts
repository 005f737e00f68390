import { describe, expect, it } from '@jest/globals';
import { isWork } from './typed-work';

describe('what was typed into a dialog', () => {
  it.each([
    ['a name', { type: 'text', value: 'API_KEY', isMarked: false }, true],
    ['a value of several lines', { type: 'textarea', value: 'one\ntwo', isMarked: false }, true],
    ['an address', { type: 'email', value: 'a@b', isMarked: false }, true],
    ['what was taken away again', { type: 'text', value: '', isMarked: false }, false],
    ['the name that a guard asks for', { type: 'text', value: 'prod', isMarked: true }, false],
    ['the credential of a setting', { type: 'password', value: 'x', isMarked: false }, true],
    ['the password of a proof', { type: 'password', value: 'x', isMarked: true }, false],
    ['what is searched for', { type: 'search', value: 'x', isMarked: false }, false],
  ])('is asked about, or not: %s', (_, field, expected) => {
    expect(isWork(field)).toBe(expected);
  });
});
