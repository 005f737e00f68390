import { describe, expect, it } from '@jest/globals';
import { isAsking, knownOf, whyNot } from './rights-answers';

const rights = {
  add: { subject: 'member', action: 'create' },
  remove: { subject: 'member', action: 'delete' },
} as const;

describe('why somebody may not', () => {
  it('names the right that is missing, and nothing where it is there', () => {
    const { add, remove } = whyNot(
      rights,
      [{ allowed: true }, { allowed: false }],
      false,
      'project',
    );

    expect(add).toBeNull();
    expect(remove).toBe(
      'You may not delete members: it needs the right “delete” on “member”, which an administrator of the project can give.',
    );
  });

  it('says where, of one thing, and who can give it', () => {
    const attributes = { environment: 'prod', secretPath: '/apps', secretName: 'A' };
    const edit = { edit: { subject: 'secrets', action: 'edit', attributes } };
    expect(whyNot(edit, [{ allowed: false }], false, 'project').edit).toBe(
      'You may not change secrets in prod in folder /apps (A): it needs the right “edit” on “secrets”, which an administrator of the project can give.',
    );
    expect(whyNot(rights, [{ allowed: false }], false, 'organization').add).toMatch(
      /an administrator of the organization can give\.$/,
    );
  });

  it('is not known before the answer, and left to the server where there is none', () => {
    const { add } = whyNot(rights, undefined, true, 'project');
    expect([isAsking(add), knownOf(add)]).toEqual([true, null]);
    const { remove } = whyNot(rights, [{ allowed: true }, { allowed: false }], false, 'project');
    expect([isAsking(remove), knownOf(remove)]).toEqual([false, remove]);
    expect(whyNot(rights, undefined, false, 'project')).toEqual({ add: null, remove: null });
  });
});
