import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aPerson } from '../support/people.js';
import { anIdentity, aProject, aScene, type Caller } from '../support/scene.js';
import {
  aHolder,
  anotherAdmin,
  aPrivilege,
  aRole,
  aStage,
  give,
  HARMLESS,
  SECRETS,
  type Stage,
  temporary,
  V2_PRIVILEGES,
} from '../support/attacks/access-stage.js';

const server = useApp();

/** Prohibitions after which an administrator could no longer give anybody a way back. */
const BANS: readonly Rule[] = (
  ['read', 'create', 'edit', 'assign-role', 'grant-privileges'] as const
).map((action) => ({ subject: 'identity', action, inverted: true }));
const BAN: Rule = { subject: 'identity', action: ['edit', 'grant-privileges'], inverted: true };

const privilege = ({ project }: Stage, by: Caller, { id }: Caller, permissions: readonly Rule[]) =>
  by.http.post(V2_PRIVILEGES).send({
    identityId: id,
    projectId: project.id,
    permissions,
    type: { isTemporary: false },
  });

const patch = (stage: Stage, by: Caller, { id }: Caller, ...roles: (string | object)[]) =>
  by.http
    .patch(`${stage.memberships}/${id}`)
    .send({ roles: roles.map((role) => (typeof role === 'string' ? { role } : role)) });

/** The proof that somebody still administers: a new member becomes what it should. */
async function expectWayBack(stage: Stage, by: Caller, role = 'admin'): Promise<void> {
  const fresh = await anIdentity(server, stage.orgId, 'no-access');
  const roles = [{ role }];
  await by.http.post(`${stage.memberships}/${fresh.id}`).send({ roles }).expect(200);
}

const LAST = { error: 'Conflict', message: expect.stringContaining('last administrator') };

describe('N1: the last lasting administrator of a project', () => {
  it.each(BANS)('keeps what %j would take, by a privilege', async (ban) => {
    const stage = await aStage(server);
    const { body } = await privilege(stage, stage.admin, stage.admin, [ban]).expect(409);
    expect(body).toMatchObject(LAST);
    await expectWayBack(stage, stage.admin);
  });

  it('keeps it against a prohibition with conditions, for a time, or to come', async () => {
    const stage = await aStage(server);
    const { admin } = stage;
    const onSelf: Rule = { ...BAN, action: 'edit', conditions: { identityId: admin.id } };
    const onAdmins: Rule = {
      ...BAN,
      action: ['assign-role'],
      conditions: { assignableRole: 'admin' },
    };
    for (const rules of [[onSelf], [onAdmins]]) {
      await privilege(stage, admin, admin, rules).expect(409);
    }
    for (const start of [new Date(), new Date(Date.now() + 3_600_000)]) {
      const { role: _, ...type } = temporary('', '1h', start);
      await privilege(stage, admin, admin, [BAN]).send({ type }).expect(409);
    }
    const ended = temporary('', '1h', new Date(Date.now() - 7_200_000));
    const { role: _, ...type } = ended;
    await privilege(stage, admin, admin, [BAN]).send({ type }).expect(200);
    await expectWayBack(stage, admin);
  });

  it('keeps it against a role that forbids, assigned or edited', async () => {
    const stage = await aStage(server);
    await aRole(stage, 'ban', [BAN]);
    const { body } = await patch(stage, stage.admin, stage.admin, 'admin', 'ban').expect(409);
    expect(body).toMatchObject(LAST);

    const guard = await aRole(stage, 'guardrail', [HARMLESS]);
    await give(stage, stage.admin, 'admin', 'guardrail');
    await aRole(stage, 'editor', [{ subject: 'role', action: ['read', 'edit'] }]);
    const mallory = await aHolder(server, stage, 'editor');
    const edit = (by: Caller) =>
      by.http.patch(`${stage.roles}/${guard}`).send({ permissions: [HARMLESS, BAN] });
    await edit(mallory).expect(403);
    expect((await edit(stage.admin).expect(409)).body).toMatchObject(LAST);
    // Its guardrail is its own limit too: it hands on what that leaves.
    await expectWayBack(stage, stage.admin, 'viewer');
  });

  it('is not bound by others through a role that they gave it, on secrets neither', async () => {
    const stage = await aStage(server);
    const rights: Rule[] = [
      { subject: 'role', action: ['read', 'edit'] },
      { subject: 'identity', action: ['read', 'edit', 'assign-role'] },
    ];
    const roleId = await aRole(stage, 'helpdesk', rights);
    const mallory = await aHolder(server, stage, 'helpdesk');
    await patch(stage, mallory, stage.admin, 'admin', 'helpdesk').expect(200);
    const edit = (by: Caller, ...more: Rule[]) =>
      by.http.patch(`${stage.roles}/${roleId}`).send({ permissions: [...rights, ...more] });
    const onSecrets: Rule = { ...SECRETS, inverted: true };
    await edit(mallory, onSecrets).expect(403);

    // Where there are two, one may limit the other; the one lifts it again.
    const other = await anotherAdmin(server, stage);
    await edit(mallory, onSecrets).expect(403);
    await edit(other, onSecrets).expect(200);
    await patch(stage, stage.admin, stage.admin, 'admin').expect(403);
    await patch(stage, other, stage.admin, 'admin').expect(200);
    await expectWayBack(stage, stage.admin);
  });

  it('keeps it against an edit of a privilege, and against the end of a prohibition’s delay', async () => {
    const stage = await aStage(server);
    const id = await aPrivilege(stage, stage.admin, [SECRETS], 'limits');
    const path = `${V2_PRIVILEGES}/${id}`;
    const change = { permissions: [SECRETS, BAN] };
    await stage.admin.http.patch(path).send(change).expect(409);
    const { role: _, ...past } = temporary('', '1h', new Date(Date.now() - 7_200_000));
    await stage.admin.http
      .patch(path)
      .send({ ...change, type: past })
      .expect(200);
    const { role: __, ...now } = temporary('', '1h');
    await stage.admin.http.patch(path).send({ type: now }).expect(409);
    await expectWayBack(stage, stage.admin);
  });

  it('does not go while the only other is powerless or there for a time', async () => {
    const stage = await aStage(server);
    const { admin, memberships } = stage;
    const other = await anotherAdmin(server, stage);
    await privilege(stage, admin, other, [BAN]).expect(200);
    await patch(stage, admin, admin, 'member').expect(409);
    await patch(stage, admin, admin, temporary('admin', '1y')).expect(409);
    await admin.http.delete(`${memberships}/${admin.id}`).expect(409);
    const { body } = await admin.http.delete(`/api/v1/identities/${admin.id}`);
    expect(body).toMatchObject({ error: 'Conflict' });
    await give(stage, other, temporary('admin', '1y'));
    await admin.http.delete(`${memberships}/${admin.id}`).expect(409);
  });

  it('does not lose it when two take it from each other at once', async () => {
    for (let run = 0; run < 8; run++) {
      const stage = await aStage(server);
      const other = await anotherAdmin(server, stage);
      const answers = await Promise.all([
        privilege(stage, stage.admin, other, [BAN]),
        privilege(stage, other, stage.admin, [BAN]),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect([403, 409]).toContain(statuses[1]);
      await expectWayBack(stage, answers[0]!.status === 200 ? stage.admin : other);
    }
  });

  it('is not whoever an identity is that the organization deletes', async () => {
    const stage = await aStage(server);
    const owner = await anIdentity(server, stage.orgId, 'member');
    const project = await aProject(owner);
    const helper = await anIdentity(server, stage.orgId, 'no-access');
    const path = `/api/v1/projects/${project.id}/identity-memberships`;
    const roles = [{ role: 'admin' }];
    await owner.http.post(`${path}/${helper.id}`).send({ roles }).expect(200);
    await privilege({ ...stage, project }, owner, helper, [BAN]).expect(200);
    const refused = await stage.admin.http.delete(`/api/v1/identities/${owner.id}`).expect(409);
    expect(refused.body).toMatchObject({ details: { projects: [project.id] } });
  });
});

describe('the honest administrator', () => {
  it('binds itself by a guardrail on secrets, and by any where another administrator is', async () => {
    const stage = await aStage(server);
    const { admin } = stage;
    const other = await anotherAdmin(server, stage);
    const onSecrets: Rule = { ...SECRETS, action: ['delete'], inverted: true };
    const onRemoval: Rule = { subject: 'identity', action: 'delete', inverted: true };
    await privilege(stage, admin, admin, [onSecrets]).expect(200);
    await privilege(stage, admin, admin, [onRemoval]).expect(200);
    await privilege(stage, admin, admin, [BAN]).expect(200);
    await expectWayBack(stage, other);
    await patch(stage, other, admin, 'member').expect(200);
  });

  it('repairs a project that was left without a lasting administrator before', async () => {
    const stage = await aStage(server);
    const deputy = await aHolder(server, stage, temporary('admin', '1y'));
    await server.database.source.query(`delete from project_memberships where identity_id = $1`, [
      stage.admin.id,
    ]);
    const viewer = await aHolder(server, { ...stage, admin: deputy }, temporary('viewer', '1h'));
    await deputy.http.delete(`${stage.memberships}/${viewer.id}`).expect(200);
  });
});

describe('N1: the last administrator of an organization and of the instance', () => {
  it('stays, whoever asks: role changes, deletion and role edits', async () => {
    const { admin, orgId } = await aScene(server);
    const rights: Rule[] = [
      { subject: 'identity', action: ['read', 'edit', 'delete', 'grant-privileges'] },
      { subject: 'role', action: ['read', 'edit', 'delete'] },
    ];
    const mallory = await anIdentity(server, orgId, rights);
    const path = `/api/v1/identities/${admin.id}`;
    for (const [by, status] of [
      [mallory, 403],
      [admin, 409],
    ] as const) {
      await by.http.patch(path).send({ role: 'no-access' }).expect(status);
      await by.http.delete(path).expect(status);
    }
    await admin.http.patch(path).send({ role: 'admin' }).expect(200);
    await mallory.http.patch(path).send({ role: 'admin' }).expect(403);
  });

  it('stays of the instance, which nobody else can restore', async () => {
    const { admin, orgId } = await aScene(server);
    const other = await anIdentity(server, orgId, 'admin');
    await server.database.source.query(
      'update identities set is_instance_admin = true where id = $1',
      [admin.id],
    );
    const path = `/api/v1/identities/${admin.id}`;
    await other.http.delete(path).expect(403);
    const { body } = await admin.http.delete(path).expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining('instance') });
    await admin.http.patch(path).send({ role: 'member' }).expect(200);

    const person = await aPerson(server, orgId, 'admin');
    await server.database.source.query('update users set super_admin = true where id = $1', [
      person.id,
    ]);
    await person.http.delete(path).expect(200);
    const own = `/api/v2/organizations/${orgId}/memberships/${person.orgMembershipId}`;
    const left = await person.http.delete(own).expect(409);
    expect(left.body).toMatchObject({ message: expect.stringContaining('instance') });

    // Whoever cannot sign in anywhere does not count.
    const asleep = await aPerson(server, orgId, 'admin', { isActive: false });
    const invited = await aPerson(server, orgId, 'admin', { status: 'invited' });
    await server.database.source.query('update users set super_admin = true where id = any ($1)', [
      [asleep.id, invited.id],
    ]);
    await person.http.delete(own).expect(409);
  });
});
