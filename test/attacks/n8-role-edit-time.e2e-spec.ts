import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aHolder,
  aRole,
  aStage,
  give,
  HARMLESS,
  readsProd,
  SECRETS,
  type Stage,
  temporary,
} from '../support/attacks/access-stage.js';

const server = useApp();

const EDITOR: readonly Rule[] = [{ subject: 'role', action: ['read', 'edit'] }];
const HOUR = 3_600_000;

const edit = ({ roles }: Stage, by: Caller, roleId: string, permissions: readonly Rule[]) =>
  by.http.patch(`${roles}/${roleId}`).send({ permissions });

/** A project with a role that edits roles and forbids something, and one of all on secrets. */
async function aTimeStage() {
  const stage = await aStage(server);
  const guard = await aRole(stage, 'guardrail', [...EDITOR, HARMLESS]);
  await aRole(stage, 'reader', [SECRETS]);
  return { ...stage, guard };
}

describe('N8: the edit of a role, and time', () => {
  it('does not make a right of one hour the holder’s own for ever', async () => {
    const stage = await aTimeStage();
    const mallory = await aHolder(server, stage, 'guardrail', temporary('reader', '1h'));
    expect(await readsProd(stage, mallory)).toBe(200);
    await edit(stage, mallory, stage.guard, [...EDITOR, HARMLESS, SECRETS]).expect(403);
    await give(stage, mallory, 'guardrail');
    expect(await readsProd(stage, mallory)).toBe(403);
  });

  it.each([
    ['has not begun', new Date(Date.now() + HOUR), '1h'],
    ['has ended', new Date(Date.now() - 2 * HOUR), '1h'],
    ['is live', new Date(Date.now() - HOUR), '2h'],
  ])('does not count a right of another holder that %s', async (_, start, range) => {
    const stage = await aTimeStage();
    await aHolder(server, stage, 'guardrail', temporary('reader', range, start));
    const mallory = await aHolder(server, stage, 'guardrail');
    await edit(stage, mallory, stage.guard, [...EDITOR, HARMLESS, SECRETS]).expect(403);
    expect(await readsProd(stage, mallory)).toBe(403);
  });

  it('does not count the editor’s own right before its start', async () => {
    const stage = await aTimeStage();
    const later = temporary('reader', '1h', new Date(Date.now() + HOUR));
    const mallory = await aHolder(server, stage, 'guardrail', later);
    await edit(stage, mallory, stage.guard, [...EDITOR, HARMLESS, SECRETS]).expect(403);
  });

  it('weighs what a dropped prohibition will set free later', async () => {
    const stage = await aTimeStage();
    const deny: Rule = { ...SECRETS, inverted: true };
    const roleId = await aRole(stage, 'deny', [deny]);
    const later = temporary('reader', '1h', new Date(Date.now() + HOUR));
    const holder = await aHolder(server, stage, 'deny', later);
    const mallory = await aHolder(server, stage, 'guardrail');
    await edit(stage, mallory, roleId, []).expect(403);

    // Nothing is left to set free once the right has ended.
    const ended = temporary('reader', '1h', new Date(Date.now() - 2 * HOUR));
    await give(stage, holder, 'deny', ended);
    await edit(stage, mallory, roleId, []).expect(200);
  });

  it('lets an editor hand on a right of two hours for one', async () => {
    const stage = await aTimeStage();
    const start = new Date();
    const roleId = await aRole(stage, 'shift', [HARMLESS]);
    const holder = await aHolder(server, stage, temporary('shift', '1h', start));
    const editor = await aHolder(server, stage, 'guardrail', temporary('reader', '2h', start));
    await edit(stage, editor, roleId, [HARMLESS, SECRETS]).expect(200);
    expect(await readsProd(stage, holder)).toBe(200);
  });

  it('does not lengthen by the membership what a holder has for an hour by a privilege', async () => {
    const stage = await aStage(server);
    await aRole(stage, 'reader', [SECRETS]);
    await aRole(stage, 'assigner', [
      { subject: 'identity', action: ['read', 'edit', 'assign-role'] },
    ]);
    const holder = await aHolder(server, stage, 'no-access');
    const granted = (type: object) =>
      stage.admin.http.post('/api/v2/identity-project-additional-privilege').send({
        identityId: holder.id,
        projectId: stage.project.id,
        permissions: [SECRETS],
        type,
      });
    const { role: _, ...hour } = temporary('', '1h');
    await granted(hour).expect(200);
    const mallory = await aHolder(server, stage, 'assigner');
    const assign = () =>
      mallory.http.patch(`${stage.memberships}/${holder.id}`).send({ roles: [{ role: 'reader' }] });
    await assign().expect(403);

    // A privilege without end is another right than the role: it may be revoked, and the role would stay.
    await granted({ isTemporary: false }).expect(200);
    await assign().expect(403);
  });
});

describe('N8: templates in the edit of a role', () => {
  const OWN_TEAM: Rule = {
    subject: 'secrets',
    action: ['describeSecret', 'readValue'],
    conditions: { secretPath: { $glob: '/{{identity.metadata.team}}/**' } },
  };
  const team = (stage: Stage, { id }: Caller, value: string) =>
    stage.admin.http
      .patch(`/api/v1/identities/${id}`)
      .send({ metadata: [{ key: 'team', value }] })
      .expect(200);

  it('reads the rule of another with the metadata of that other', async () => {
    const stage = await aTimeStage();
    await aRole(stage, 'own-team', [OWN_TEAM]);
    const other = await aHolder(server, stage, 'guardrail', 'own-team');
    const mallory = await aHolder(server, stage, 'guardrail');
    await team(stage, other, 'blue');
    await team(stage, mallory, 'red');
    await edit(stage, mallory, stage.guard, [...EDITOR, HARMLESS, OWN_TEAM]).expect(403);
  });

  it('weighs a prohibition by the metadata of each holder that it binds', async () => {
    const stage = await aStage(server);
    const denyTeam: Rule = { ...OWN_TEAM, inverted: true };
    const roleId = await aRole(stage, 'not-own-team', [denyTeam]);
    const bluePart: Rule = { ...OWN_TEAM, conditions: { secretPath: { $glob: '/blue/**' } } };
    await aRole(stage, 'blue-editor', [...EDITOR, bluePart]);
    await aRole(stage, 'all', [{ ...OWN_TEAM, conditions: { secretPath: { $glob: '/**' } } }]);
    await aRole(stage, 'blue', [bluePart]);
    const holder = await aHolder(server, stage, 'not-own-team', 'blue');
    await team(stage, holder, 'blue');
    const editor = await aHolder(server, stage, 'blue-editor');
    await edit(stage, editor, roleId, []).expect(200);
    await edit(stage, stage.admin, roleId, [denyTeam]).expect(200);
    await give(stage, holder, 'not-own-team', 'all');
    await team(stage, holder, 'red');
    await edit(stage, editor, roleId, []).expect(403);
  });
});
