import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aHolder, aRole, aStage, SECRETS } from '../support/attacks/access-stage.js';
import { manyHolders } from '../support/attacks/many-holders.js';

const server = useApp();

const EDITOR: Rule = { subject: 'role', action: ['read', 'edit'] };
const DENY: Rule = { ...SECRETS, inverted: true };

async function aGuardedStage() {
  const stage = await aStage(server);
  const roleId = await aRole(stage, 'guardrail', [DENY]);
  await aRole(stage, 'editor', [EDITOR]);
  const editor = await aHolder(server, stage, 'editor');
  const path = `${stage.roles}/${roleId}`;
  const edit = (by: typeof editor, permissions: readonly Rule[]) =>
    by.http.patch(path).send({ permissions });
  return { stage, roleId, editor, edit };
}

describe('F2: the edit of a role with many holders', () => {
  it('weighs holders who hold the same once, and none is left out', async () => {
    const { stage, roleId, editor, edit } = await aGuardedStage();
    const many = { count: 600, roleId, areDistinct: false };
    await manyHolders(server, stage, { ...many, beside: 'no-access' });
    await edit(editor, []).expect(200);
    await edit(stage.admin, [DENY]).expect(200);
    const bound = await manyHolders(server, stage, { ...many, count: 1, beside: 'viewer' });
    await edit(editor, []).expect(403);
    await stage.admin.http.delete(`${stage.memberships}/${bound}`).expect(200);
    await edit(editor, []).expect(200);
  });

  it('refuses what is too much to weigh, with the reason, and lets an administrator do it', async () => {
    const { stage, roleId, editor, edit } = await aGuardedStage();
    const beside = 'no-access';
    await manyHolders(server, stage, { count: 501, roleId, beside, areDistinct: true });
    const { body } = await edit(editor, []).expect(403);
    expect(body).toMatchObject({
      error: 'PermissionDenied',
      message: expect.stringContaining('more than 500 different sets of rights'),
    });
    // More prohibitions take from holders who hold more than the editor.
    const more: Rule = { subject: 'identity', action: 'delete', inverted: true };
    await edit(editor, [DENY, more]).expect(403);
    await edit(stage.admin, []).expect(200);
  });

  it('weighs 500 holders of whom each holds something else', async () => {
    const { stage, roleId, editor, edit } = await aGuardedStage();
    const distinct = { roleId, areDistinct: true };
    await manyHolders(server, stage, { ...distinct, count: 499, beside: 'cryptographic-operator' });
    await edit(editor, []).expect(200);
    await edit(stage.admin, [DENY]).expect(200);
    await manyHolders(server, stage, { ...distinct, count: 1, beside: 'viewer' });
    await edit(editor, []).expect(403);
  });
});
