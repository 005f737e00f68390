import { describe, expect, it } from '@jest/globals';
import { whyNot } from './rights-answers';

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
    expect(whyNot(rights, undefined, true).add).toMatch(/^Asking/);
    expect(whyNot(rights, undefined, false)).toEqual({ add: null, remove: null });
  });
});
