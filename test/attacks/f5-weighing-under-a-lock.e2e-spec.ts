import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import type { FreshAccess } from '../../src/access/locked-access.js';
import { requireNoDemotion, requireNotStronger } from '../../src/access/escalation/demotion.js';
import { requireGainsGrantable } from '../../src/access/escalation/grants.js';
import { rulesOf } from '../../src/access/held-rules.js';
import type { Actor } from '../../src/auth/actor.js';
import { PROJECT_ROLES } from '../../src/permissions/predefined-roles.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import { aHolder, aRole, aStage, give, type Stage } from '../support/attacks/access-stage.js';
import { lockWaits, untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();

const EDITOR: readonly Rule[] = [{ subject: 'role', action: ['read', 'edit'] }];

/** Rules whose patterns take long to be told apart; `seed` makes others of the same form. */
const dear = (count: number, seed: string): Rule[] =>
  Array.from({ length: count }, (_, n) => ({
    subject: 'secret-folders',
    action: ['read'],
    conditions: { secretPath: { $glob: `/${seed}${n}*a*b*c*/**/x*y*z${n}*` } },
  }));

async function aDearStage(count: number) {
  const stage = await aStage(server);
  const roleId = await aRole(stage, 'editor', [...EDITOR, ...dear(count, 'q')]);
  const editor = await aHolder(server, stage, 'editor');
  return { ...stage, roleId, editor };
}

const edit = ({ roles }: Stage, by: Caller, roleId: string, permissions: readonly Rule[]) =>
  by.http.patch(`${roles}/${roleId}`).send({ permissions });

/** What those wait for who wait for a lock, once there are so many. */
async function waits(count: number): Promise<string[]> {
  await untilLocksAreAwaited(server, { count });
  return (await lockWaits(server)).map(({ kind }) => kind);
}

describe('weighing under the lock of a scope', () => {
  it('lets one caller stand in the queue for a project with one request at a time', async () => {
    const stage = await aDearStage(1);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    const id = stage.project.id;
    await runner.query('select id from projects where id = $1 for no key update', [id]);
    const sent = [1, 2, 3].map(() =>
      edit(stage, stage.editor, stage.roleId, EDITOR).then((a) => a),
    );
    const found = await waits(3);
    await runner.commitTransaction();
    await runner.release();
    expect(found.filter((event) => event === 'advisory')).toHaveLength(2);
    for (const answer of await Promise.all(sent)) expect(answer.status).toBe(200);
  });

  it('lets one caller stand in the queue for the organization with one request at a time', async () => {
    const stage = await aStage(server);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select id from organizations where id = $1 for no key update', [
      stage.orgId,
    ]);
    const sent = [1, 2, 3].map((n) =>
      stage.admin.http
        .post('/api/v1/identities')
        .send({ name: `bot-${n}`, organizationId: stage.orgId })
        .then((answer) => answer),
    );
    const found = await waits(3);
    await runner.commitTransaction();
    await runner.release();
    expect(found.filter((event) => event === 'advisory')).toHaveLength(2);
    for (const answer of await Promise.all(sent)) expect(answer.status).toBe(200);
  });

  it('refuses what is too much to be weighed, and says so', async () => {
    const stage = await aDearStage(300);
    const after = [...EDITOR, ...dear(300, 'r')];
    const answer = await edit(stage, stage.editor, stage.roleId, after).expect(403);
    expect((answer.body as { message: string }).message).toContain('too complex, to be weighed');
  });

  it('weighs what an editor with conditions changes within their own', async () => {
    const stage = await aStage(server);
    const own = { secretPath: { $glob: '/app/**' } };
    const may: Rule = { subject: 'secret-folders', action: ['read', 'edit'], conditions: own };
    const roleId = await aRole(stage, 'editor', [...EDITOR, may]);
    const editor = await aHolder(server, stage, 'editor');
    const narrow: Rule[] = Array.from({ length: 300 }, (_, n) => ({
      ...may,
      conditions: { secretPath: { $glob: `/app/team-${n}/**` } },
    }));
    await edit(stage, editor, roleId, [...EDITOR, may, ...narrow]).expect(200);
  });

  it('lets an administrator give and take dear roles without weighing them', async () => {
    const stage = await aDearStage(300);
    await edit(stage, stage.admin, stage.roleId, [...EDITOR, ...dear(300, 'r')]).expect(200);
    await give(stage, stage.editor, 'no-access');
    await stage.admin.http.delete(`${stage.memberships}/${stage.editor.id}`).expect(200);
  });

  it('spends nothing of the budget of an administrator for good', async () => {
    const held = rulesOf({
      kind: 'role',
      slug: 'admin',
      id: null,
      permissions: PROJECT_ROLES.find(({ slug }) => slug === 'admin')!.rules,
      validFrom: null,
      validUntil: null,
    });
    const budget = { steps: 1_000 };
    const access = {
      table: PROJECT_SUBJECTS,
      held,
      budget,
      now: new Date(),
    } as unknown as FreshAccess;
    const source = { kind: 'role', slug: 'dear' } as const;
    const of = (seed: string) => dear(50, seed).map((rule) => ({ ...rule, source }));
    const change = { before: of('q'), after: of('r') };
    await requireGainsGrantable(access, change);
    const actor = { callerId: 'somebody' } as unknown as Actor;
    const { manager: tx } = server.database;
    await requireNoDemotion(tx, actor, access, 'another', change);
    await requireNotStronger(tx, actor, access, 'another', change.before);
    expect(budget.steps).toBe(1_000);
  });
});
