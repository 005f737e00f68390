import { useApp } from '../support/harness.js';
import { aMember, aScene, type Caller } from '../support/scene.js';
import {
  aFolder,
  aSecretScene,
  at,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();

interface Moment {
  readonly at: string;
  readonly eventId?: string;
  readonly actor?: { readonly actorId: string; readonly actorType: string };
  readonly rolledBackTo?: string;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly secrets: readonly {
    readonly change: string;
    readonly secretPath: string;
    readonly secretKey: string;
    readonly version: number;
  }[];
}

interface Page {
  readonly startDate: string;
  readonly endDate: string;
  readonly completeFrom?: string;
  readonly countedFrom?: string;
  readonly bucketSeconds: number;
  readonly buckets: readonly { readonly startDate: string; readonly count: number }[];
  readonly moments: readonly Moment[];
}

const pathOf = ({ project }: SecretScene) => `/api/v1/projects/${project.id}/changes`;

const changesOf = async (
  scene: SecretScene,
  query: Record<string, unknown> = {},
  caller: Caller = scene.admin,
) =>
  (await caller.http.get(at(pathOf(scene), { environment: 'dev', ...query })).expect(200))
    .body as Page;

const brief = ({ moments }: Page) =>
  moments.map(({ secrets }) =>
    secrets.map(({ change, secretKey, version }) => `${change} ${secretKey} v${version}`),
  );

async function aChangedFolder() {
  const scene = await aSecretScene(server);
  const where = { projectId: scene.project.id, environment: 'dev' };
  await withSecrets(scene, [
    { secretKey: 'A', secretValue: 'one' },
    { secretKey: 'B', secretValue: 'x' },
  ]);
  const { http } = scene.admin;
  await http
    .patch('/api/v4/secrets/A')
    .send({ ...where, secretValue: 'two' })
    .expect(200);
  await http.delete('/api/v4/secrets/B').send(where).expect(200);
  return { ...scene, where };
}

describe('GET /api/v1/projects/:projectId/changes', () => {
  it('lists what came, changed and went, a moment for each request, and counts it', async () => {
    const scene = await aChangedFolder();
    const page = await changesOf(scene);

    expect(brief(page)).toEqual([['delete B v1'], ['update A v2'], ['create A v1', 'create B v1']]);
    expect(
      page.moments.map(({ created, updated, deleted }) => [created, updated, deleted]),
    ).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [2, 0, 0],
    ]);
    const [deletion, update] = page.moments;
    expect(deletion!.actor).toMatchObject({ actorType: 'identity', actorId: scene.admin.id });
    expect(update!.actor).toMatchObject({ actorType: 'identity', actorId: scene.admin.id });
    expect(page.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(page.countedFrom).toBeUndefined();
    expect(JSON.stringify(page)).not.toContain('two');
  });

  it('names the event after which all was as the change left it, for asOf', async () => {
    const scene = await aChangedFolder();
    const { moments } = await changesOf(scene);
    const keysAt = async (eventId: string) => {
      const query = { ...scene.where, asOf: eventId, viewSecretValue: false };
      const { body } = await scene.admin.http.get(at('/api/v4/secrets', query)).expect(200);
      const { secrets } = body as { secrets: { secretKey: string; version: number }[] };
      return secrets.map(({ secretKey, version }) => `${secretKey} v${version}`);
    };

    expect(await keysAt(moments[2]!.eventId!)).toEqual(['A v1', 'B v1']);
    expect(await keysAt(moments[1]!.eventId!)).toEqual(['A v2', 'B v1']);
    expect(await keysAt(moments[0]!.eventId!)).toEqual(['A v2']);
  });

  it('keeps to the time, in so many parts, and goes on before the last moment', async () => {
    const scene = await aChangedFolder();
    const all = await changesOf(scene);
    const [deletion, update, creation] = all.moments;
    const early = await changesOf(scene, { endDate: update!.at });
    expect(early.moments).toEqual([creation]);
    const late = await changesOf(scene, { startDate: deletion!.at, buckets: 1 });
    expect(late.moments).toEqual([deletion]);
    expect(late.buckets).toEqual([{ startDate: deletion!.at, count: 1 }]);
    const first = await changesOf(scene, { limit: 1 });
    expect(first.moments).toEqual([deletion]);
    expect(first.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    const next = await changesOf(scene, { limit: 1, endDate: first.moments[0]!.at });
    expect(next.moments).toEqual([update]);
  });

  it('looks below with recursive, and takes a move for leaving one folder and coming to another', async () => {
    const scene = await aChangedFolder();
    await aFolder(scene, '/apps');
    await withSecrets(scene, [{ secretKey: 'C', secretValue: 'x' }], { secretPath: '/apps' });
    const moved = await withSecrets(scene, [{ secretKey: 'D', secretValue: 'x' }]);
    await scene.admin.http
      .post('/api/v4/secrets/move')
      .send({
        projectId: scene.project.id,
        ...{ sourceEnvironment: 'dev', sourceSecretPath: '/' },
        ...{ destinationEnvironment: 'dev', destinationSecretPath: '/apps' },
        secretIds: [moved.get('D')!.id],
      })
      .expect(200);

    const below = await changesOf(scene, { secretPath: '/apps' });
    expect(brief(below)).toEqual([['create D v2'], ['create C v1']]);
    expect(brief(await changesOf(scene)).slice(0, 2)).toEqual([['delete D v1'], ['create D v1']]);
    const whole = await changesOf(scene, { recursive: true });
    expect(brief(whole).slice(0, 2)).toEqual([['delete D v1', 'create D v2'], ['create D v1']]);
    expect(whole.moments.at(-1)!.secrets[0]!.secretPath).toBe('/');
  });

  it('tells of one name alone, which may be gone', async () => {
    const scene = await aChangedFolder();
    const page = await changesOf(scene, { secretKey: 'B' });

    expect(brief(page)).toEqual([['delete B v1'], ['create B v1']]);
    expect(brief(await changesOf(scene, { secretKey: 'NOWHERE' }))).toEqual([]);
  });

  it('tells a rollback by the moment that it went back to, and names first what it deleted', async () => {
    const scene = await aChangedFolder();
    const { moments } = await changesOf(scene);
    await withSecrets(scene, [{ secretKey: 'Z', secretValue: 'new' }]);
    const asOf = moments[2]!.at;
    await scene.admin.http
      .post('/api/v4/secrets/batch/rollback')
      .send({ ...scene.where, asOf })
      .expect(200);

    const [rollback, ...others] = (await changesOf(scene)).moments;
    expect(rollback).toMatchObject({ rolledBackTo: asOf, actor: { actorId: scene.admin.id } });
    expect(rollback!.secrets.map(({ change, secretKey }) => `${change} ${secretKey}`)).toEqual([
      ...['delete Z', 'update A', 'create B'],
    ]);
    expect(others.some(({ rolledBackTo }) => rolledBackTo)).toBe(false);
  });

  it('hides names, and their counts, as lists hide them', async () => {
    const scene = await aChangedFolder();
    const rules = [
      { subject: 'secrets', action: ['describeSecret'] },
      {
        ...{ subject: 'secrets', action: ['describeSecret'], inverted: true },
        conditions: { secretName: { $eq: 'A' } },
      },
    ];
    const half = await aMember(server, scene.project, scene.orgId, rules);
    const page = await changesOf(scene, {}, half);

    expect(brief(page)).toEqual([['delete B v1'], ['create B v1']]);
    expect(page.moments[1]).toMatchObject({ created: 1 });
    expect(page.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    const powerless = await aMember(server, scene.project, scene.orgId, 'no-access');
    await powerless.http.get(at(pathOf(scene), { environment: 'dev' })).expect(403);
  });

  it('says only by its part of the time where counting ended', async () => {
    const scene = await aChangedFolder();
    const { source } = server.database;
    const [{ columns }] = await source.query<[{ columns: string }]>(
      `select string_agg(column_name, ', ') columns from information_schema.columns
       where table_name = 'secrets' and column_name not in ('id', 'key', 'updated_at')`,
    );
    await source.query(
      `insert into secrets (id, key, updated_at, ${columns})
       select gen_random_uuid(), 'A' || n, updated_at - interval '1 minute 7 milliseconds', ${columns}
       from secrets, generate_series(1, 10001) n where key = 'A' and project_id = $1`,
      [scene.project.id],
    );
    const { startDate, countedFrom, bucketSeconds } = await changesOf(scene);
    const passed = Date.parse(countedFrom!) - Date.parse(startDate);

    expect(passed % (bucketSeconds * 1_000)).toBe(0);
  });

  it('tells from when on states are kept, and refuses what is nowhere', async () => {
    const scene = await aChangedFolder();
    await server.database.source.query(
      `insert into secret_history_starts (project_id, complete_from) values ($1, now())`,
      [scene.project.id],
    );
    expect((await changesOf(scene)).completeFrom).toEqual(expect.any(String));
    const ask = (query: Record<string, unknown>) => scene.admin.http.get(at(pathOf(scene), query));
    await ask({ environment: 'nowhere' }).expect(404);
    await ask({ environment: 'dev', startDate: 'yesterday' }).expect(422);
    await ask({ environment: 'dev', buckets: 501 }).expect(422);
    const time = '2026-01-01T00:00:00Z';
    await ask({ environment: 'dev', startDate: time, endDate: time }).expect(400);
    const stranger = (await aScene(server)).admin;
    await stranger.http.get(at(pathOf(scene), { environment: 'dev' })).expect(404);
  });
});
