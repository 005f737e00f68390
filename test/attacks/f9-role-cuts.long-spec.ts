import type { Rule } from '../../src/permissions/rule.js';
import {
  aHolder,
  aRole,
  aStage,
  give,
  readsProd,
  SECRETS,
} from '../support/attacks/access-stage.js';
import { useApp } from '../support/harness.js';
import { anIdentity } from '../support/scene.js';

const server = useApp();

const ROLE_EDITOR: readonly Rule[] = [{ subject: 'role', action: ['read', 'edit'] }];
const READ_PROD: Rule = { ...SECRETS, conditions: { environment: 'prod' } };
const READ_DEV: Rule = { ...SECRETS, conditions: { environment: 'dev' } };

async function aStageWithHolder(editorRules: readonly Rule[]) {
  const stage = await aStage(server);
  const roleId = await aRole(stage, 'deployer', [SECRETS]);
  const holder = await aHolder(server, stage, 'deployer');
  await aRole(stage, 'editor', editorRules);
  const editor = await aHolder(server, stage, 'editor');
  const edit = (permissions: readonly Rule[]) =>
    editor.http.patch(`${stage.roles}/${roleId}`).send({ permissions });
  return { ...stage, stage, roleId, holder, editor, edit };
}

describe('taking rules from a project role that a stronger identity holds', () => {
  it.each<[string, readonly Rule[]]>([
    ['empties the role', []],
    ['narrows its rule', [READ_DEV]],
    ['replaces its rule by another', ROLE_EDITOR],
  ])('refuses an edit that %s (403)', async (_, permissions) => {
    const { stage, edit, holder } = await aStageWithHolder(ROLE_EDITOR);
    await edit(permissions).expect(403);
    expect(await readsProd(stage, holder)).toBe(200);
  });

  it('refuses an edit whose editor holds only a part of what is taken, or for a shorter time (403)', async () => {
    const { stage, edit, roleId, holder, editor } = await aStageWithHolder([
      ...ROLE_EDITOR,
      READ_PROD,
    ]);
    await edit([READ_PROD]).expect(403);
    await stage.admin.http
      .patch(`${stage.roles}/${roleId}`)
      .send({ permissions: [READ_PROD, READ_DEV] })
      .expect(200);
    await edit([READ_PROD]).expect(403);
    await edit([READ_DEV]).expect(200);
    expect(await readsProd(stage, holder)).not.toBe(200);
    await stage.admin.http
      .patch(`${stage.memberships}/${editor.id}`)
      .send({
        roles: [
          { role: 'editor' },
          {
            role: 'member',
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '1h',
            temporaryAccessStartTime: new Date().toISOString(),
          },
        ],
      })
      .expect(200);
    await edit([]).expect(403);
  });

  it('allows it to an editor who holds what is taken, and to an administrator', async () => {
    const { edit, stage, roleId } = await aStageWithHolder([...ROLE_EDITOR, SECRETS]);
    await edit([READ_DEV]).expect(200);
    await stage.admin.http.patch(`${stage.roles}/${roleId}`).send({ permissions: [] }).expect(200);
  });

  it('allows it where no holder loses anything, and where nobody holds the role', async () => {
    const { stage, edit, holder } = await aStageWithHolder(ROLE_EDITOR);
    await give(stage, holder, 'deployer', 'admin');
    await edit([READ_DEV]).expect(200);
    await give(stage, holder, 'admin');
    await edit([]).expect(200);
  });

  it('allows editors to give up rights of their own role', async () => {
    const { stage, editor } = await aStageWithHolder(ROLE_EDITOR);
    const own = await aRole(stage, 'own', [...ROLE_EDITOR, SECRETS]);
    await give(stage, editor, 'own');
    await editor.http.patch(`${stage.roles}/${own}`).send({ permissions: ROLE_EDITOR }).expect(200);
  });
});

describe('taking rules from an organization role that a stronger identity holds', () => {
  const EDITOR: readonly Rule[] = [{ subject: 'role', action: ['read', 'edit'] }];
  const BILLING: Rule = { subject: 'billing', action: ['read', 'manage-billing'] };
  const url = '/api/v1/organization/roles';

  it('refuses it to an editor who does not hold what is taken, and allows it to others', async () => {
    const { admin, orgId } = await aStage(server);
    const create = async (slug: string, permissions: readonly Rule[]) => {
      const answer = await admin.http.post(url).send({ slug, name: slug, permissions }).expect(200);
      return (answer.body as { role: { id: string } }).role.id;
    };
    const assign = (id: string, role: string) =>
      admin.http.patch(`/api/v1/identities/${id}`).send({ role }).expect(200);
    const accountants = await create('accountant', [BILLING]);
    await create('role-editor', EDITOR);
    await create('chief', [...EDITOR, BILLING]);
    const holder = await anIdentity(server, orgId, 'no-access');
    await assign(holder.id, 'accountant');
    const editor = await anIdentity(server, orgId, 'no-access');
    await assign(editor.id, 'role-editor');
    const edit = (permissions: readonly Rule[]) =>
      editor.http.patch(`${url}/${accountants}`).send({ permissions });

    await edit([]).expect(403);
    await edit([BILLING]).expect(200);
    await assign(editor.id, 'chief');
    await edit([{ subject: 'billing', action: ['read'] }]).expect(200);
    await admin.http.patch(`${url}/${accountants}`).send({ permissions: [] }).expect(200);
  });
});
