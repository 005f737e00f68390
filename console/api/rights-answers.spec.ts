import { describe, expect, it } from '@jest/globals';
import { isAsking, knownOf, whyNot } from './rights-answers';

const rights = {
  add: { subject: 'member', action: 'create' },
  remove: { subject: 'member', action: 'delete' },
} as const;

describe('why somebody may not', () => {
  it('names the right that is missing, and nothing where it is there', () => {
    const { add, remove } = whyNot(rights, [{ allowed: true }, { allowed: false }], false);

    expect(add).toBeNull();
    expect(remove).toContain('“delete” on “member”');
  });

  it('is not known before the answer, and left to the server where there is none', () => {
    const { add } = whyNot(rights, undefined, true);
    expect([isAsking(add), knownOf(add)]).toEqual([true, null]);
    const { remove } = whyNot(rights, [{ allowed: true }, { allowed: false }], false);
    expect([isAsking(remove), knownOf(remove)]).toEqual([false, remove]);
    expect(whyNot(rights, undefined, false)).toEqual({ add: null, remove: null });
  });
});
