import { describe, expect, it } from '@jest/globals';
import { startApp, useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();

interface Read {
  readonly actor_id: string;
  readonly req_id: string;
  readonly target: Readonly<Record<string, unknown>>;
}

const readsOf = (projectId: string): Promise<Read[]> =>
  server.database.source.query(
    `select actor_id, req_id, target from audit_entries
     where project_id = $1 and action = 'secret.read' order by created_at, id`,
    [projectId],
  );

/** What the one record of a request says, once the request is answered. */
async function recorded(scene: SecretScene, caller: Caller, path: string): Promise<unknown> {
  const before = await readsOf(scene.project.id);
  const answer = await caller.http.get(path).expect(200);
  const after = (await readsOf(scene.project.id)).slice(before.length);
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({
    actor_id: caller.id,
    req_id: answer.headers['x-request-id'],
  });
  return after[0]!.target;
}

const IN_ROOT = { environment: 'dev', secretPath: '/' };

describe('Entry of a request that shows values', () => {
  it('holds names and versions, for reads by name, by id and as a list', async () => {
    const scene = await aSecretScene(server);
    const secrets = await withSecrets(scene, [anItem('A'), anItem('B')]);
    const { admin, dev, project } = scene;
    const ofA = { ...IN_ROOT, secretKeys: ['A'], versions: [1], count: 1 };

    expect(await recorded(scene, admin, at(named('A'), dev))).toEqual(ofA);
    expect(
      await recorded(
        scene,
        admin,
        at(named('A', V4), { projectId: project.id, environment: 'dev' }),
      ),
    ).toEqual(ofA);
    expect(await recorded(scene, admin, `${V4}/id/${secrets.get('A')!.id}`)).toEqual(ofA);
    expect(await recorded(scene, admin, at(V3, dev))).toEqual({
      ...IN_ROOT,
      secretKeys: ['A', 'B'],
      versions: [1, 1],
      count: 2,
    });
  });

  it('holds the past version that was shown, and each of a list of versions', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const secrets = await withSecrets(scene, [anItem('A')]);
    for (const secretValue of ['y', 'z', 'z2'])
      await admin.http
        .patch(named('A'))
        .send({ ...dev, secretValue })
        .expect(200);

    expect(await recorded(scene, admin, at(named('A'), dev, { version: 1 }))).toMatchObject({
      versions: [1],
    });
    const versions = `/api/v1/secret/${secrets.get('A')!.id}/secret-versions`;
    expect(await recorded(scene, admin, versions)).toMatchObject({
      secretKeys: ['A', 'A', 'A', 'A'],
      versions: [4, 3, 2, 1],
      count: 4,
    });
  });

  it('holds what references bring in, by folder', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/deep');
    await withSecrets(scene, [anItem('TARGET', 'value')], { secretPath: '/deep' });
    await withSecrets(scene, [anItem('A', '${dev.deep.TARGET}')]);

    const path = at(named('A'), scene.dev, { expandSecretReferences: true });
    expect(await recorded(scene, scene.admin, path)).toEqual({
      folders: [
        { ...IN_ROOT, secretKeys: ['A'], versions: [1] },
        { environment: 'dev', secretPath: '/deep', secretKeys: ['TARGET'], versions: [1] },
      ],
      count: 2,
    });
  });

  it('holds at most 1,000 names and the true count', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/more');
    const many = Array.from({ length: 600 }, (_, n) => anItem(`KEY_${n}`));
    await withSecrets(scene, many);
    await withSecrets(scene, many, { secretPath: '/more' });

    const path = at(V3, scene.dev, { recursive: true });
    const target = (await recorded(scene, scene.admin, path)) as {
      count: number;
      folders: { secretKeys: string[] }[];
    };
    expect(target.count).toBe(1_200);
    expect(target.folders.map(({ secretKeys }) => secretKeys.length)).toEqual([600, 400]);
  });

  it('is not written where all values are masked or there are none', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const blind = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: ['describeSecret'] },
    ]);

    await scene.admin.http.get(at(V3, scene.dev, { viewSecretValue: false })).expect(200);
    await blind.http.get(at(V3, scene.dev, { viewSecretValue: false })).expect(200);
    await blind.http.get(at(V3, scene.dev)).expect(403);
    await blind.http.get(at(named('A'), scene.dev)).expect(403);
    await scene.admin.http.get(at(named('NONE'), scene.dev)).expect(404);
    await scene.admin.http.get(at(V3, scene.dev, { environment: 'prod' })).expect(200);

    expect(await readsOf(scene.project.id)).toEqual([]);
  });

  it('has the reqId of its own request when many come at once', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        scene.admin.http.get(at(named('A'), scene.dev)).expect(200),
      ),
    );

    const ids = (await readsOf(scene.project.id)).map(({ req_id }) => req_id);
    expect(ids.sort()).toEqual(answers.map(({ headers }) => headers['x-request-id']).sort());
  });
});

describe('AUDIT_READS=off', () => {
  it('records no reads', async () => {
    const { parts, end } = await startApp({ AUDIT_READS: 'off' }, [], server.databaseUrl);
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);

    await parts
      .as(scene.admin.token)
      .get(at(named('A'), scene.dev))
      .expect(200);

    expect(await readsOf(scene.project.id)).toEqual([]);
    await end();
  });
});
