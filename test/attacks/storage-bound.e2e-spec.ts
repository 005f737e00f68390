import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { StorageQuota } from '../../src/storage/storage-quota.js';
import { StorageRecounts } from '../../src/storage/storage-recounts.js';
import { StorageRepository } from '../../src/storage/storage.repository.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { aProject } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  BATCH,
  footprint,
  named,
  type SecretScene,
  sendBatch,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const BOUND = 1_000_000;
const server = useApp({ STORAGE_PER_ORGANIZATION: String(BOUND) });
const LARGE = 'x'.repeat(60_000);

const update = ({ admin, dev }: SecretScene, secretValue: string) =>
  admin.http.patch(named('A')).send({ ...dev, secretValue });

/** Writes versions until one is refused. */
async function filled(scene: SecretScene): Promise<number> {
  await withSecrets(scene, [anItem('A', LARGE)]);
  for (let n = 1; n < 40; n++) {
    const answer = await update(scene, LARGE);
    if (answer.status === 200) continue;
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'BadRequest',
      message: expect.stringMatching(/1000000 bytes .*STORAGE_PER_ORGANIZATION/),
    });
    return n;
  }
  throw new Error('Nothing was refused');
}

const metric = async (app: TestApp, name: string) => {
  const text = await app.metrics.registry.getSingleMetricAsString(name);
  return Number(/^\w+ (\S+)$/m.exec(text)![1]);
};

describe('an organization that stores as much as it may', () => {
  it('is refused further versions and secrets (400), and nothing of them is written', async () => {
    const scene = await aSecretScene(server);
    expect(await filled(scene)).toBe(16);

    const before = await footprint(server, scene.project.id);
    await sendBatch(scene.admin, scene.dev, [anItem('B', LARGE)]).expect(400);
    await scene.admin.http
      .patch(BATCH)
      .send({ ...scene.dev, mode: 'upsert', secrets: [anItem('C', LARGE)] })
      .expect(400);
    const id = { projectId: scene.project.id, environment: 'dev', secretPath: '/' };
    expect(await footprint(server, scene.project.id)).toEqual(before);
    await scene.admin.http.get(at(named('A', V4), id)).expect(200);
    expect(await metric(server, 'strongroom_storage_refusals_total')).toBeGreaterThan(2);
  });

  it('goes on deleting, and what a deleted project held is free', async () => {
    const scene = await aSecretScene(server);
    const other = await aProject(scene.admin);
    await filled(scene);
    await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);
    await scene.admin.http.delete(`/api/v1/projects/${scene.project.id}`).expect(200);
    const there = { workspaceId: other.id, environment: 'dev' };
    await sendBatch(scene.admin, there, [anItem('B', LARGE)]).expect(200);
  });

  it('holds nobody else up', async () => {
    const [full, other] = [await aSecretScene(server), await aSecretScene(server)];
    await filled(full);
    expect((await withSecrets(other, [anItem('A', LARGE)])).size).toBe(1);
  });

  it('is noticed over many writers at once, and by another replica a second later', async () => {
    const scene = await aSecretScene(server);
    const secrets = (n: number) => [anItem(`K${n}`, LARGE)];
    const all = Array.from({ length: 40 }, (_, n) => sendBatch(scene.admin, scene.dev, secrets(n)));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(16);

    await server.app.get(StorageQuota).flush();
    const env = { STORAGE_PER_ORGANIZATION: String(BOUND) };
    const { parts, end } = await startApp(env, [], server.databaseUrl);
    try {
      const elsewhere = { ...scene.admin, http: parts.as(scene.admin.token) };
      await sendBatch(elsewhere, scene.dev, secrets(99)).expect(400);
    } finally {
      await end();
    }
  });

  it('keeps small answers for their keys, so that deletions go on', async () => {
    const scene = await aSecretScene(server);
    await filled(scene);
    const keyed = () => randomUUID();
    await scene.admin.http
      .post('/api/v1/projects')
      .set('Idempotency-Key', keyed())
      .send({ projectName: 'Small' })
      .expect(200);
    const deletion = scene.admin.http.delete(named('A')).set('Idempotency-Key', keyed());
    expect((await deletion.send(scene.dev)).status).toBe(200);
  });
});

describe('what is counted', () => {
  it('is what the tables hold: values, versions and kept answers', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', LARGE), anItem('B', 'small', { secretComment: 'c' })]);
    await update(scene, LARGE).expect(200);
    await scene.admin.http
      .patch(named('B'))
      .set('Idempotency-Key', randomUUID())
      .send({ ...scene.dev, secretValue: LARGE })
      .expect(200);
    await server.app.get(StorageQuota).flush();
    const find = async () => (await server.app.get(StorageRepository).find(scene.orgId))!.bytes;
    const counted = await find();
    const exact = await server.app.get(StorageRepository).count(scene.orgId);
    expect(exact).toBeGreaterThan(4 * LARGE.length);
    expect(Math.abs(counted - exact)).toBeLessThan(2_000);
    expect(await metric(server, 'strongroom_storage_bytes')).toBeGreaterThanOrEqual(exact);
    expect(await metric(server, 'strongroom_storage_largest_bytes')).toBeGreaterThanOrEqual(exact);
  });
});

describe('without a bound', () => {
  const free: { app?: TestApp; end?: () => Promise<void> } = {};
  beforeAll(async () => {
    const { parts, end } = await startApp({}, [], server.databaseUrl);
    Object.assign(free, { app: parts, end });
    return async () => end();
  });

  it('nothing is refused, and the metric is there after a count', async () => {
    const app = free.app!;
    const scene = await aSecretScene(app);
    await withSecrets(scene, [anItem('A', LARGE)]);
    for (let n = 0; n < 20; n++) await update(scene, LARGE).expect(200);
    expect(await app.app.get(StorageRecounts).sweep(0)).toBeGreaterThan(0);
    const stored = await app.app.get(StorageRepository).find(scene.orgId);
    expect(stored!.bytes).toBeGreaterThan(BOUND);
    expect(await metric(app, 'strongroom_storage_bytes')).toBeGreaterThan(BOUND);
    await free.end!();
  });
});
