import { describe, expect, it } from '@jest/globals';
import { type Entry, type Liveness, livenessOf, withoutForbidden } from './event-register';
import { Refusal } from './refusal';

const REGISTER: readonly Entry[] = [{}, { event: 'role:update' }, { event: 'approval:open' }];
const refused = (indexes: readonly number[], status = 403) =>
  new Refusal('You may not.', { status, details: { index: indexes[0], indexes } });

describe('a register that is refused', () => {
  it('loses all that was refused at once, so that nothing is refused twice', () => {
    expect(withoutForbidden(REGISTER, refused([0, 1]))).toEqual([{ event: 'approval:open' }]);
    expect(withoutForbidden(REGISTER, refused([0, 1, 2]))).toEqual([]);
  });

  it('is empty where the refusal names no entry, or the project is not there', () => {
    expect(withoutForbidden(REGISTER, new Refusal('No.', { status: 403 }))).toEqual([]);
    expect(withoutForbidden(REGISTER, refused([], 404))).toEqual([]);
  });

  it('stays as it is for any other reason', () => {
    expect(withoutForbidden(REGISTER, refused([], 429))).toEqual(REGISTER);
  });
});

describe('how live a page is', () => {
  const live = { phase: 'live', whyNot: null } as const;
  const cases: readonly (readonly [string, Liveness, Liveness])[] = [
    ['all is told', livenessOf(live, true), 'live'],
    ['changes of a part of the project are told', livenessOf(live, false), 'part'],
    ['no changes of secrets are told', livenessOf({ ...live, whyNot: 'No.' }, true), 'none'],
    ['nothing is told', livenessOf({ ...live, phase: 'none' }, true), 'none'],
    ['the connection is lost', livenessOf({ ...live, phase: 'off' }, false), 'off'],
  ];
  it.each(cases)('where %s', (_, found, expected) => expect(found).toBe(expected));
});
