import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aHolder,
  anotherAdmin,
  aPrivilege,
  aRole,
  aStage,
  EVERYTHING,
  give,
  HARMLESS,
  readsProd,
  ROLE_PATHS,
  SECRETS,
  type Stage,
} from '../support/attacks/access-stage.js';

const server = useApp();

const HELPDESK: readonly Rule[] = [
  { subject: 'role', action: ['read', 'edit'] },
  { subject: 'identity', action: ['read', 'edit', 'assign-role'] },
];
const EDITOR: readonly Rule[] = [{ subject: 'role', action: ['read', 'edit'] }];
const BEYOND = { error: 'PermissionDenied', message: 'You cannot grant more than you hold' };

const edit = ({ roles }: Stage, by: Caller, roleId: string, permissions: readonly Rule[]) =>
  by.http.patch(`${roles}/${roleId}`).send({ permissions });

describe('F2: the edit of a role that others hold as well', () => {
  it('gives a helpdesk nothing that the admin holds, whom it gave its own role', async () => {
    const stage = await aStage(server);
    const roleId = await aRole(stage, 'helpdesk', HELPDESK);
    const mallory = await aHolder(server, stage, 'helpdesk');
    expect(await readsProd(stage, mallory)).toBe(403);
    await edit(stage, mallory, roleId, [...HELPDESK, ...EVERYTHING]).expect(403);

    const own = `${stage.memberships}/${stage.admin.id}`;
    const both = { roles: [{ role: 'admin' }, { role: 'helpdesk' }] };
    await mallory.http.patch(own).send(both);
    await edit(stage, mallory, roleId, [...HELPDESK, HARMLESS]);
    const refused = await edit(stage, mallory, roleId, [...HELPDESK, HARMLESS, ...EVERYTHING]);

    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(BEYOND)]);
    expect(await readsProd(stage, mallory)).toBe(403);
  });

  it.each(ROLE_PATHS.map((path) => [path(':projectId'), path] as const))(
    'gives an editor nothing through a guardrail that the admin holds too: PATCH %s (403)',
    async (_, path) => {
      const first = await aStage(server);
      const stage = { ...first, roles: path(first.project.id) };
      const guard = await aRole(stage, 'guardrail', [...EDITOR, HARMLESS]);
      await give(stage, stage.admin, 'admin', 'guardrail');
      const mallory = await aHolder(server, stage, 'guardrail');

      for (const permissions of [
        [...EDITOR, HARMLESS, ...EVERYTHING],
        [...EDITOR, ...EVERYTHING],
        [...EDITOR, HARMLESS, SECRETS],
      ]) {
        const refused = await edit(stage, mallory, guard, permissions).expect(403);
        expect(refused.body).toMatchObject(BEYOND);
      }
      expect(await readsProd(stage, mallory)).toBe(403);
      await mallory.http.delete(`/api/v1/projects/${stage.project.id}`).expect(403);
    },
  );

  it('gives nothing by what a privilege of another holder allows', async () => {
    const stage = await aStage(server);
    const guard = await aRole(stage, 'guardrail', [...EDITOR, HARMLESS]);
    const other = await aHolder(server, stage, 'guardrail');
    await aPrivilege(stage, other, [SECRETS], 'secrets');
    const mallory = await aHolder(server, stage, 'guardrail');
    await edit(stage, mallory, guard, [...EDITOR, HARMLESS, SECRETS]).expect(403);
    expect(await readsProd(stage, mallory)).toBe(403);
  });

  it('does not make lasting through the role what a holder has by a privilege alone', async () => {
    const stage = await aStage(server);
    const guard = await aRole(stage, 'guardrail', [HARMLESS]);
    const other = await aHolder(server, stage, 'guardrail');
    const id = await aPrivilege(stage, other, [SECRETS], 'secrets');
    await aRole(stage, 'editor', EDITOR);
    const mallory = await aHolder(server, stage, 'editor');
    await edit(stage, mallory, guard, [HARMLESS, SECRETS]).expect(403);
    await stage.admin.http
      .delete(`/api/v2/identity-project-additional-privilege/${id}`)
      .expect(200);
    expect(await readsProd(stage, other)).toBe(403);
  });

  it('weighs a dropped prohibition for the one holder that it binds, among many', async () => {
    const stage = await aStage(server);
    const deny: Rule = { ...SECRETS, inverted: true };
    const guard = await aRole(stage, 'guardrail', [deny]);
    for (let i = 0; i < 5; i++) await aHolder(server, stage, 'guardrail');
    const bound = await aHolder(server, stage, 'guardrail', 'member');
    await aRole(stage, 'editor', EDITOR);
    const mallory = await aHolder(server, stage, 'editor');

    const refused = await edit(stage, mallory, guard, []).expect(403);
    expect(refused.body).toMatchObject(BEYOND);
    expect(await readsProd(stage, bound)).not.toBe(200);
    await give(stage, bound, 'guardrail');
    await edit(stage, mallory, guard, []).expect(200);
  });
});

describe('the honest edit of a role', () => {
  it('is free to an administrator, whoever holds the role and whatever it forbids', async () => {
    const stage = await aStage(server);
    const second = await anotherAdmin(server, stage);
    const guard = await aRole(stage, 'guardrail', [HARMLESS]);
    await give(stage, stage.admin, 'admin', 'guardrail');
    const holder = await aHolder(server, stage, 'guardrail', 'viewer');
    await edit(stage, second, guard, [...EVERYTHING, HARMLESS]).expect(200);
    await edit(stage, second, guard, EVERYTHING).expect(200);
    expect(await readsProd(stage, holder)).toBe(200);
    await edit(stage, second, guard, [{ ...SECRETS, inverted: true }]).expect(200);
    expect(await readsProd(stage, holder)).not.toBe(200);
    await edit(stage, second, guard, []).expect(200);
  });

  it('is free to an editor who holds all that the role comes to allow', async () => {
    const stage = await aStage(server);
    await aRole(stage, 'editor', [...EDITOR, ...EVERYTHING]);
    const editor = await aHolder(server, stage, 'editor');
    const guard = await aRole(stage, 'guardrail', [HARMLESS]);
    await give(stage, stage.admin, 'admin', 'guardrail');
    const holder = await aHolder(server, stage, 'guardrail');
    await edit(stage, editor, guard, [HARMLESS, ...EVERYTHING]).expect(200);
    expect(await readsProd(stage, holder)).toBe(200);
    await edit(stage, editor, guard, EVERYTHING).expect(200);
  });

  it('takes rights from a role that stronger ones hold, and says again what it says', async () => {
    const stage = await aStage(server);
    const roleId = await aRole(stage, 'shared', [SECRETS, HARMLESS]);
    await give(stage, stage.admin, 'admin', 'shared');
    await aRole(stage, 'editor', EDITOR);
    const editor = await aHolder(server, stage, 'editor');
    await edit(stage, editor, roleId, [HARMLESS, SECRETS]).expect(200);
    await editor.http.patch(`${stage.roles}/${roleId}`).send({ name: 'Renamed' }).expect(200);
    await edit(stage, editor, roleId, [HARMLESS]).expect(200);
  });
});
