import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ChangeEffectView } from '../../src/permission-queries/change-effect.presenter.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
let admin: Caller;
let project: TestProject;
let holder: Caller;
let backed: Caller;

const allow = (action: readonly string[], conditions: object): Rule => ({
  ...{ subject: 'secrets', action, conditions },
});
const READ = ['describeSecret', 'readValue'];
const reads = (environment: string, secretPath = '/**') =>
  allow(READ, { environment, secretPath: { $glob: secretPath } });

/** `holder` and `backed` have the role `deployer`, which reads dev and prod; `backed` reads prod by another role too. */
beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  const role = async (slug: string, permissions: readonly Rule[]) =>
    admin.http
      .post(`/api/v1/projects/${project.id}/roles`)
      .send({ slug, name: slug, permissions })
      .expect(200);
  await role('deployer', [reads('dev'), reads('prod')]);
  await role('reader', [reads('prod')]);
  holder = await aMember(server, project, admin.orgId, 'no-access');
  backed = await aMember(server, project, admin.orgId, 'no-access');
  await hold(holder, ['deployer']);
  await hold(backed, ['deployer', 'reader']);
  for (const environment of ['dev', 'prod'])
    for (const secretPath of ['/', '/apps'])
      await secretIn(environment, secretPath, ['DB_URL', 'DB_PASSWORD', 'API_KEY']);
});

const hold = (member: Caller, roles: readonly string[]) =>
  admin.http
    .patch(`/api/v1/projects/${project.id}/memberships/identities/${member.id}`)
    .send({ roles: roles.map((role) => ({ role })) })
    .expect(200);

async function secretIn(environment: string, secretPath: string, names: readonly string[]) {
  if (secretPath !== '/')
    await admin.http
      .post('/api/v2/folders')
      .send({ projectId: project.id, environment, name: secretPath.slice(1), path: '/' })
      .expect(200);
  const secrets = names.map((secretKey) => ({ secretKey, secretValue: 'x' }));
  await admin.http
    .post('/api/v4/secrets/batch')
    .send({ projectId: project.id, environment, secretPath, secrets })
    .expect(200);
}

const post = (what: string, body: object, by = admin) =>
  by.http.post(`/api/v1/projects/${project.id}/permissions/${what}`).send(body);

async function effectOf(permissions: readonly Rule[], by = admin): Promise<ChangeEffectView> {
  const change = { roleSlug: 'deployer', permissions };
  return (await post('effect', { change }, by).expect(200)).body as ChangeEffectView;
}

/** What happens to a member, a line for each place: `prod /apps -readValue`. */
function linesOf({ identities, effects }: ChangeEffectView, { id }: Caller): readonly string[] {
  const { effect } = identities.find(({ identityId }) => identityId === id)!;
  return effects[effect]!.places.map(
    ({ environment, secretPath, loses, gains, secretNames, secretCount }) =>
      [
        ...[environment, secretPath],
        ...[...loses.map((each) => `-${each}`), ...gains.map((each) => `+${each}`)],
        ...(secretNames ? [`${secretCount}: ${secretNames.join()}`] : []),
      ].join(' '),
  );
}

describe('POST /api/v1/projects/:projectId/permissions/effect', () => {
  it('looks at every folder of every environment, and says what was looked at', async () => {
    const effect = await effectOf([reads('dev', '/apps/**'), reads('prod'), reads('staging')]);

    expect(effect.counts).toEqual({ losers: 2, gainers: 2, unchanged: 0 });
    expect(linesOf(effect, holder)).toEqual([
      'dev / -describeSecret -readValue',
      'staging / +describeSecret +readValue',
    ]);
    expect(effect.lookedAt).toEqual({ folders: 5, environments: 3, secrets: 0, isComplete: true });
    expect(effect.beyondCaller).toBeNull();
  });

  it('says that nobody loses what another role gives as well', async () => {
    const effect = await effectOf([reads('dev')]);

    expect(effect.counts).toEqual({ losers: 1, gainers: 0, unchanged: 1 });
    expect(effect.identities.map(({ identityId }) => identityId)).toEqual([holder.id, backed.id]);
    expect(linesOf(effect, holder)).toEqual([
      'prod / -describeSecret -readValue',
      'prod /apps -describeSecret -readValue',
    ]);
    expect(linesOf(effect, backed)).toEqual([]);
  });

  it('says that nobody loses by rules that are written otherwise, where a preview names them', async () => {
    const apart = ['dev', 'prod'].flatMap((environment) =>
      READ.map((action) =>
        allow([action], { environment, secretPath: { $in: ['/', '/apps', '/none'] } }),
      ),
    );
    const effect = await effectOf(apart);

    expect(effect.counts).toEqual({ losers: 0, gainers: 0, unchanged: 2 });
  });

  it('asks by name where rules tell secrets of a folder apart', async () => {
    const some = allow(READ, { environment: 'prod', secretName: { $glob: 'DB_*' } });
    const effect = await effectOf([
      reads('dev'),
      some,
      allow(['create'], { environment: 'prod', secretPath: '/apps' }),
    ]);

    expect(linesOf(effect, holder)).toEqual([
      'prod / -describeSecret -readValue 1: API_KEY',
      'prod /apps -describeSecret -readValue 1: API_KEY',
      'prod /apps +create',
    ]);
    expect(effect.lookedAt.secrets).toBe(12);
  });

  it('sees a rule that forbids, and a right that begins or ends later', async () => {
    const forbids = { ...reads('prod', '/apps'), inverted: true };
    const forbidden = await effectOf([reads('dev'), reads('prod'), forbids]);
    expect(forbidden.counts).toEqual({ losers: 2, gainers: 0, unchanged: 0 });
    expect(linesOf(forbidden, backed)).toEqual(['prod /apps -describeSecret -readValue']);

    const type = {
      ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h' },
      temporaryAccessStartTime: '2090-01-01T00:00:00.000Z',
    };
    const grant = { permissions: [allow(['edit'], { environment: 'prod' })], type };
    const change = { identityId: holder.id, grant };
    const { body } = await post('effect', { change }).expect(200);
    expect(linesOf(body as ChangeEffectView, holder)).toEqual(['prod / +edit', 'prod /apps +edit']);
  });

  it('compares rules about what has no folder', async () => {
    const effect = await effectOf([
      reads('dev'),
      reads('prod'),
      { subject: 'role', action: ['read'] },
    ]);

    expect(effect.counts).toEqual({ losers: 0, gainers: 2, unchanged: 0 });
    expect(effect.effects[0]).toMatchObject({ places: [], loses: [] });
    expect(effect.effects[0]!.gains).toEqual([{ subject: 'role', action: ['read'] }]);
  });

  it('weighs other roles of a member: what is lost, what is gained, and what another role gives as well', async () => {
    const weigh = async (change: object, by = admin) =>
      (await post('effect', { change }, by).expect(200)).body as ChangeEffectView;
    const lost = await weigh({ identityId: backed.id, roles: [{ role: 'reader' }] });
    expect(linesOf(lost, backed)).toEqual([
      'dev / -describeSecret -readValue',
      'dev /apps -describeSecret -readValue',
    ]);
    expect(lost.counts).toEqual({ losers: 1, gainers: 0, unchanged: 0 });
    const same = await weigh({
      identityId: backed.id,
      roles: [{ role: 'reader' }, { role: 'deployer' }],
    });
    expect(same.counts).toEqual({ losers: 0, gainers: 0, unchanged: 1 });

    const predefined = await weigh({ identityId: holder.id, roles: [{ role: 'admin' }] });
    expect(predefined.counts).toEqual({ losers: 0, gainers: 1, unchanged: 0 });
    expect(linesOf(predefined, holder)).toContain(
      'staging / +describeSecret +readValue +create +edit +delete',
    );
    expect(predefined.beyondCaller).toBeNull();
    const stored = await admin.http.get(
      `/api/v1/projects/${project.id}/memberships/identities/${holder.id}`,
    );
    expect(stored.body.identityMembership.roles[0].customRoleSlug).toBe('deployer');

    const weak = await aMember(server, project, admin.orgId, [
      { subject: 'role', action: 'read' },
      { subject: 'identity', action: 'read' },
    ] as Rule[]);
    const beyond = await weigh({ identityId: holder.id, roles: [{ role: 'admin' }] }, weak);
    expect(beyond.beyondCaller!.missingPermissions.length).toBeGreaterThan(0);
    const demoted = await weigh({ identityId: holder.id, roles: [{ role: 'no-access' }] }, weak);
    expect(demoted.beyondCaller!.message).toContain('cannot take rights');
  });

  it('weighs other roles of a group for each who is in it, and keeps what they hold by themselves', async () => {
    const { body: made } = await admin.http
      .post('/api/v1/groups')
      .send({ name: 'Operations', slug: 'operations' })
      .expect(200);
    const groupId: string = made.id;
    for (const { id } of [holder, backed])
      await admin.http.post(`/api/v1/groups/${groupId}/machine-identities/${id}`).expect(200);
    const change = { groupId, roles: [{ role: 'reader' }] };
    await post('effect', { change }).expect(404);
    await admin.http
      .post(`/api/v1/projects/${project.id}/memberships/groups/${groupId}`)
      .send({ roles: [{ role: 'deployer' }, { role: 'viewer' }] })
      .expect(200);
    const effect = (await post('effect', { change }).expect(200)).body as ChangeEffectView;
    expect(effect.totalCount).toBe(2);
    expect(linesOf(effect, holder)).toContain('staging / -describeSecret -readValue');
    expect(linesOf(effect, holder).join()).not.toContain('prod / -describeSecret');
    expect(effect.beyondCaller).toBeNull();
    await admin.http.delete(`/api/v1/groups/${groupId}`).expect(200);
  });

  it('names no folder that the caller may not know of', async () => {
    const hidden = { ...allow(READ, { environment: 'prod' }), inverted: true };
    const folders = {
      ...{ subject: 'secret-folders', action: ['read'] },
      conditions: { environment: { $ne: 'prod' } },
    };
    const viewer = await aMember(server, project, admin.orgId, [
      { subject: 'role', action: 'read' },
      { subject: 'identity', action: 'read' },
      folders,
      hidden,
    ] as Rule[]);

    const effect = await effectOf([], viewer);
    expect(linesOf(effect, holder)).toEqual([
      'dev / -describeSecret -readValue',
      'dev /apps -describeSecret -readValue',
    ]);
    expect(effect.lookedAt).toMatchObject({ folders: 3, environments: 2 });
    expect(effect.beyondCaller).not.toBeNull();
  });

  it('refuses what is no change (422), an unknown role (404) and who may read no members (403)', async () => {
    await post('effect', { change: { grant: 7 } }).expect(422);
    const roles = [{ role: 'reader' }];
    for (const change of [
      { roles },
      { roleSlug: 'deployer', roles },
      { identityId: holder.id, userId: holder.id, roles },
      { identityId: holder.id, roles: [] },
      { identityId: holder.id, roles, grant: { permissions: [] } },
    ])
      await post('effect', { change }).expect(422);
    const nowhere = { identityId: holder.id, roles: [{ role: 'nowhere' }] };
    await post('effect', { change: nowhere }).expect(404);
    await post('effect', { change: { identityId: holder.id, roles } }, holder).expect(403);
    await post('effect', { change: { roleSlug: 'nowhere', permissions: [] } }).expect(404);
    await post('effect', { change: { roleSlug: 'deployer', permissions: [] } }, holder).expect(403);
  });
});
