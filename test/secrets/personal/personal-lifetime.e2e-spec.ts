import { beforeAll, describe, expect, it } from '@jest/globals';
import { runOn } from '../../support/key-commands.js';
import { useApp } from '../../support/harness.js';
import { aGroup, joinGroup, joinProject, type SignedInPerson } from '../../support/people.js';
import { aFolder, aTag, at, named, V4 } from '../../support/secrets-scene.js';
import { StorageRepository } from '../../../src/storage/storage.repository.js';
import {
  aPersonalScene,
  aPersonIn,
  hold,
  overridden,
  type PersonalScene,
  personalOf,
  valuesOf,
} from './personal-scene.js';
import { untilLocksAreAwaited } from '../../support/lock-waits.js';

const server = useApp();
const rowsOf = <T>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

let scene: PersonalScene;
beforeAll(async () => {
  scene = await aPersonalScene(server);
});

const heldRows = async ({ project }: PersonalScene, person: SignedInPerson) => {
  const [found] = await rowsOf<{ secrets: number; heads: number }>(
    `select (select count(*)::int from personal_secrets where project_id = $1 and user_id = $2) secrets,
       (select count(*)::int from personal_secret_heads where project_id = $1 and user_id = $2) heads`,
    [project.id, person.id],
  );
  return found;
};
const GONE = { secrets: 0, heads: 0 };
const KEPT = { secrets: 1, heads: 1 };

/** Somebody in the project by a group alone, who holds one value for themselves. */
async function aGuest(inGroups: number, isOwn = false) {
  const { orgId, project, bob } = scene;
  const guest = await aPersonIn(server, scene);
  await rowsOf('delete from project_memberships where project_id = $1 and user_id = $2', [
    project.id,
    guest.id,
  ]);
  const groups: string[] = [];
  for (let n = 0; n < inGroups; n++) {
    const group = await aGroup(server, orgId, 'no-access', { userId: bob.id });
    await joinProject(server, project, { groupId: group }, 'member');
    await joinGroup(server, group, { userId: guest.id });
    groups.push(group);
  }
  if (isOwn) await joinProject(server, project, { userId: guest.id }, 'member');
  await hold(scene, guest, 'HOST', 'of the guest').expect(200);
  return { guest, groups };
}

const leaveGroup = (group: string, { email }: SignedInPerson) =>
  scene.admin.http.delete(`/api/v1/groups/${group}/users/${encodeURIComponent(email)}`);

describe('who leaves the project', () => {
  it('by hand has nothing left there, also not after they come back (T230)', async () => {
    const { project, admin, ann } = scene;
    await hold(scene, ann, 'HOST', 'of ann').expect(200);
    await hold(scene, scene.bob, 'HOST', 'of bob').expect(200);
    const members = `/api/v1/projects/${project.id}/memberships`;
    await admin.http
      .delete(members)
      .send({ usernames: [ann.email] })
      .expect(200);
    expect(await heldRows(scene, ann)).toEqual(GONE);
    await personalOf(scene, ann, 'HOST').expect(403);

    await admin.http
      .post(members)
      .send({ usernames: [ann.email], roleSlugs: ['member'] })
      .expect(200);
    await personalOf(scene, ann, 'HOST').expect(404);
    expect(valuesOf(await overridden(scene, ann))).toMatchObject({ 'HOST shared': 'shared host' });
    expect(await heldRows(scene, scene.bob)).toEqual(KEPT);
  });

  it('by the last of their groups has nothing left, and by one of several keeps all', async () => {
    const { guest, groups } = await aGuest(2);
    await leaveGroup(groups[0]!, guest).expect(200);
    expect(await heldRows(scene, guest)).toEqual(KEPT);
    expect(valuesOf(await overridden(scene, guest))).toMatchObject({
      'HOST personal': 'of the guest',
    });
    await leaveGroup(groups[1]!, guest).expect(200);
    expect(await heldRows(scene, guest)).toEqual(GONE);
  });

  it('keeps what they hold while they are in by a membership of their own, or by a group', async () => {
    const { project, admin } = scene;
    const { guest, groups } = await aGuest(1, true);
    await leaveGroup(groups[0]!, guest).expect(200);
    expect(await heldRows(scene, guest)).toEqual(KEPT);
    await joinGroup(server, groups[0]!, { userId: guest.id });
    const members = `/api/v1/projects/${project.id}/memberships`;
    await admin.http
      .delete(members)
      .send({ usernames: [guest.email] })
      .expect(200);
    expect(await heldRows(scene, guest)).toEqual(KEPT);
    await admin.http.delete(`/api/v1/groups/${groups[0]}`).expect(200);
    expect(await heldRows(scene, guest)).toEqual(GONE);
  });

  it('by their group leaving the project has nothing left', async () => {
    const { project, admin } = scene;
    const { guest, groups } = await aGuest(1);
    await admin.http.delete(`/api/v1/projects/${project.id}/groups/${groups[0]}`).expect(200);
    expect(await heldRows(scene, guest)).toEqual(GONE);
  });

  it('by leaving the organization, and by SCIM, has nothing left; deactivation keeps all', async () => {
    const { orgId, admin, project } = scene;
    const one = await aPersonIn(server, scene, 'member');
    const two = await aPersonIn(server, scene, 'member');
    for (const person of [one, two]) await hold(scene, person, 'HOST', 'x').expect(200);
    const org = `/api/v2/organizations/${orgId}/memberships`;
    await admin.http.patch(`${org}/${one.orgMembershipId}`).send({ isActive: false }).expect(200);
    expect(await heldRows(scene, one)).toEqual(KEPT);
    await admin.http.delete(`${org}/${one.orgMembershipId}`).expect(200);
    expect(await heldRows(scene, one)).toEqual(GONE);

    const made = await admin.http
      .post('/api/v1/scim/scim-tokens')
      .send({ organizationId: orgId, description: 'test', ttlDays: 1 })
      .expect(200);
    const scim = server.as((made.body as { scimToken: string }).scimToken);
    await scim.delete(`/api/v1/scim/Users/${two.orgMembershipId}`).expect(204);
    expect(await heldRows(scene, two)).toEqual(GONE);
    const left = await rowsOf<{ n: number }>(
      `select count(*)::int n from personal_secrets p where p.project_id = $1 and not exists (
         select from project_memberships m where m.project_id = p.project_id and (m.user_id = p.user_id
           or m.group_id in (select g.group_id from group_members g where g.user_id = p.user_id)))`,
      [project.id],
    );
    expect(left).toEqual([{ n: 0 }]);
  });

  it('while they write is refused the write, which waited for who took them out', async () => {
    const person = await aPersonIn(server, scene, 'member');
    const runner = server.database.source.createQueryRunner();
    await runner.connect();
    try {
      await runner.startTransaction();
      const { id } = scene.project;
      await runner.query('select from projects where id = $1 for no key update', [id]);
      let isAnswered = false;
      const written = hold(scene, person, 'HOST', 'too late').then((answer) => {
        isAnswered = true;
        return answer;
      });
      await untilLocksAreAwaited(server);
      expect(isAnswered).toBe(false);
      await runner.query('delete from project_memberships where project_id = $1 and user_id = $2', [
        ...[id, person.id],
      ]);
      await runner.query('update projects set epoch = epoch + 1 where id = $1', [id]);
      await runner.commitTransaction();
      expect((await written).status).toBe(403);
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
    expect(await heldRows(scene, person)).toEqual(GONE);
  });

  it('while they write leaves nothing behind, whichever is first', async () => {
    const { project, admin } = scene;
    const members = `/api/v1/projects/${project.id}/memberships`;
    for (let n = 0; n < 6; n++) {
      const person = await aPersonIn(server, scene, 'member');
      const [written, removed] = await Promise.all([
        hold(scene, person, 'HOST', 'raced'),
        admin.http.delete(members).send({ usernames: [person.email] }),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 403, 401]).toContain(written.status);
      expect(await heldRows(scene, person)).toEqual(GONE);
    }
  });
});

describe('writes of the same person at the same moment', () => {
  it('make one of several, keep each change once, and never meet a shared secret that is gone', async () => {
    const stage = await aPersonalScene(server);
    const { ann, admin, v4 } = stage;
    const made = await Promise.all([1, 2, 3, 4].map((n) => hold(stage, ann, 'HOST', `${n}`)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const change = (n: number) =>
      ann.http.patch(named('HOST', V4)).send({ ...v4, type: 'personal', secretValue: `${n}` });
    const changed = await Promise.all([1, 2, 3, 4].map(change));
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await personalOf(stage, ann, 'HOST')).body).toMatchObject({ secret: { version: 5 } });

    for (let n = 0; n < 6; n++) {
      const key = `RACE_${n}`;
      await admin.http
        .post(named(key, V4))
        .send({ ...v4, secretValue: 'x' })
        .expect(200);
      const [held, gone] = await Promise.all([
        hold(stage, ann, key, 'mine'),
        admin.http.delete(named(key, V4)).send(v4),
      ]);
      expect(gone.status).toBe(200);
      expect([200, 400]).toContain(held.status);
    }
    expect((await heldRows(stage, ann))!.secrets).toBe(1);
  });
});

describe('the shared secret', () => {
  const send = (
    person: { http: SignedInPerson['http'] },
    verb: 'patch' | 'delete',
    key: string,
    more: object,
  ) => person.http[verb](named(key, V4)).send({ ...scene.v4, ...more });

  it('takes the personal ones along when it is renamed, tagged and moved', async () => {
    const stage = await aPersonalScene(server);
    const { admin, ann, v4, shared } = stage;
    await hold(stage, ann, 'HOST', 'of ann').expect(200);
    const tagId = await aTag(stage, 'blue');
    const change = { ...v4, newSecretName: 'SERVER', tagIds: [tagId] };
    await admin.http.patch(named('HOST', V4)).send(change).expect(200);
    await personalOf(stage, ann, 'HOST').expect(404);
    expect((await personalOf(stage, ann, 'SERVER').expect(200)).body).toMatchObject({
      secret: { secretValue: 'of ann', version: 1, tags: [{ slug: 'blue' }] },
    });
    await aFolder(stage, '/apps');
    const move = {
      ...{ projectId: v4.projectId, sourceEnvironment: 'dev', sourceSecretPath: '/' },
      ...{ destinationEnvironment: 'dev', destinationSecretPath: '/apps' },
      secretIds: [shared.get('HOST')!.id],
    };
    await admin.http.post(`${V4}/move`).send(move).expect(200);
    expect(valuesOf(await overridden(stage, ann, { secretPath: '/apps' }))).toEqual({
      'SERVER personal': 'of ann',
    });
    expect(valuesOf(await overridden(stage, ann, { recursive: true }))).toHaveProperty([
      'SERVER personal',
    ]);
    // A folder that imports another has its shared secrets alone.
    const imported = { ...v4, path: '/', import: { environment: 'dev', path: '/apps' } };
    await admin.http.post('/api/v2/secret-imports').send(imported).expect(200);
    const { body } = await ann.http.get(at(V4, v4, { includePersonalOverrides: true })).expect(200);
    expect((body as { imports: unknown[] }).imports).toMatchObject([
      { secrets: [{ type: 'shared', secretValue: 'shared host' }] },
    ]);
  });

  it('takes them with it when it is deleted, with its folder too, and tells nobody; they do not come back', async () => {
    const stage = await aPersonalScene(server);
    const { admin, ann, v4, dev } = stage;
    await hold(stage, ann, 'HOST', 'of ann').expect(200);
    const answer = await admin.http.delete(named('HOST', V4)).send(v4).expect(200);
    expect(answer.text).not.toContain('ann');
    expect((await heldRows(stage, ann))!.secrets).toBe(0);
    await admin.http
      .post(named('HOST', V4))
      .send({ ...v4, secretValue: 'new' })
      .expect(200);
    await personalOf(stage, ann, 'HOST').expect(404);

    await aFolder(stage, '/below');
    const place = { ...v4, secretPath: '/below' };
    await admin.http
      .post(named('DEEP', V4))
      .send({ ...place, secretValue: 'x' })
      .expect(200);
    await hold(stage, ann, 'DEEP', 'deep', { secretPath: '/below' }).expect(200);
    await admin.http
      .delete('/api/v1/folders/below')
      .send({ ...dev, forceDelete: true })
      .expect(200);
    expect((await heldRows(stage, ann))!.secrets).toBe(0);
  });

  it('may be hidden from the holder, who sees theirs again with the right', async () => {
    const { project } = scene;
    const person = await aPersonIn(server, scene, 'member');
    await hold(scene, person, 'URL', 'x').expect(200);
    const forbid = [
      {
        subject: 'secrets',
        action: ['describeSecret'],
        conditions: { secretName: 'URL' },
        inverted: true,
      },
    ];
    const group = await aGroup(server, scene.orgId, 'no-access');
    await joinProject(server, project, { groupId: group }, forbid);
    await joinGroup(server, group, { userId: person.id });
    await personalOf(scene, person, 'URL').expect(404);
    expect(valuesOf(await overridden(scene, person))).toEqual({ 'HOST shared': 'shared host' });
    await send(person, 'delete', 'URL', { type: 'personal' }).expect(404);
    await scene.admin.http.delete(`/api/v1/groups/${group}`).expect(200);
    await personalOf(scene, person, 'URL').expect(200);
  });
});

describe('what people hold for themselves', () => {
  it('is no business of approvals: written at once where shared changes wait', async () => {
    const stage = await aPersonalScene(server);
    const { admin, ann, bob, project, v4 } = stage;
    const policy = {
      ...{ projectId: project.id, environments: ['dev'], secretPath: '/**', name: 'All' },
      ...{ approvals: 1, approvers: [{ type: 'user', id: bob.id }], enforcementLevel: 'hard' },
    };
    await admin.http.post('/api/v2/secret-approvals').send(policy).expect(200);
    const shared = await ann.http
      .patch(named('HOST', V4))
      .send({ ...v4, secretValue: 'y' })
      .expect(200);
    expect(shared.body).toHaveProperty('approval');
    const own = await hold(stage, ann, 'HOST', 'of ann').expect(200);
    expect(own.body).toMatchObject({ secret: { secretValue: 'of ann' } });
    const requests = await rowsOf<{ n: number }>(
      'select count(*)::int n from approval_requests where project_id = $1',
      [project.id],
    );
    expect(requests).toEqual([{ n: 1 }]);
  });

  it('moves under newer data keys, is proved after a restore, and counts in the storage', async () => {
    const stage = await aPersonalScene(server);
    const { ann, project, orgId } = stage;
    const storage = server.app.get(StorageRepository);
    const before = await storage.count(orgId);
    await hold(stage, ann, 'HOST', 'v'.repeat(5_000)).expect(200);
    expect((await storage.count(orgId)) - before).toBeGreaterThan(5_000);

    const run = (name: string, ...args: string[]) => runOn(server.context, name, ...args);
    const own = ['--project', project.id];
    expect((await run('keys:rotate', ...own, '--older-than', '0s')).code).toBe(0);
    expect((await run('keys:retire', ...own, '--wait', '0s')).code).toBe(0);
    const rows = await rowsOf<{ key_version: number }>(
      'select key_version from personal_secrets where project_id = $1',
      [project.id],
    );
    expect(rows).toEqual([{ key_version: 2 }]);
    const { body } = await personalOf(stage, ann, 'HOST').expect(200);
    expect(body).toMatchObject({ secret: { secretValue: 'v'.repeat(5_000), version: 1 } });

    const whole = await run('restore:finish', '--check');
    expect(whole.lines).toContainEqual(
      expect.stringMatching(/^personal secrets: [1-9]\d* looked at, 0 not whole$/),
    );
    await rowsOf(`update personal_secrets set version = 2 where project_id = $1`, [project.id]);
    const broken = await run('restore:finish', '--check');
    expect(broken.lines).toContainEqual(
      expect.stringMatching(/^personal secrets: .*, 1 not whole$/),
    );
    await rowsOf(`update personal_secrets set version = 1 where project_id = $1`, [project.id]);
  });
});
