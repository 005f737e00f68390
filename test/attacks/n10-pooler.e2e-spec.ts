import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, withStartupLock } from '../../src/database/migrate.js';
import { startApp } from '../support/harness.js';
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.js';
import { aSecretScene, at, named, V4 } from '../support/secrets-scene.js';
import { inFrontOf, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const POOL = 4;

const describeWithPooler = hasPgBouncer() ? describe : describe.skip;

describeWithPooler('through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let pooler: PgBouncer;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await inFrontOf(database.url);
    pooler = await PgBouncer.start(proxy.url, POOL);
  });
  afterAll(async () => {
    await pooler?.end();
    await proxy?.close();
    await database?.drop();
  });

  async function heldLocks(): Promise<number> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int n from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()`,
    );
    await client.end();
    return rows[0]!.n;
  }

  it('the start-up lock is given back, so that starts follow one another, through it and beside it', async () => {
    for (let n = 0; n < 10; n++) await migrate(n % 2 === 0 ? pooler.url : database.url);

    expect(await heldLocks()).toBe(0);
  });

  it('keeps others out of the work that is locked while it lasts, and more of them than there are servers wait', async () => {
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      const source = new pg.Client({ connectionString: pooler.url });
      await source.connect();
      await source.query('select pg_sleep(0.02)');
      await source.end();
      running--;
    };
    const urls = Array.from({ length: 3 * POOL }, (_, n) => (n % 3 ? pooler.url : database.url));

    await Promise.all(urls.map((url) => withStartupLock(url, work)));

    expect(most).toBe(1);
    expect(await heldLocks()).toBe(0);
  });

  it('is given back when the work fails', async () => {
    const failed = withStartupLock(pooler.url, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');

    expect(await heldLocks()).toBe(0);
  });

  it('replicas start one after another and serve, though it does not keep prepared statements', async () => {
    const lines: string[] = [];
    const one = await startApp({}, lines, pooler.url);
    const two = await startApp({}, [], pooler.url);
    const beside = await startApp({}, [], database.url);
    try {
      const scene = await aSecretScene(one.parts);
      const where = { projectId: scene.project.id, environment: 'dev' };
      const replicas = [one.parts, two.parts, beside.parts];
      const writes = Array.from({ length: 30 }, (_, n) =>
        replicas[n % 3]!.as(scene.admin.token)
          .post(named(`K_${n}`, V4))
          .set('Idempotency-Key', `key-${n}`)
          .send({ ...where, secretValue: `v${n}` }),
      );
      for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
      for (const replica of replicas) {
        const list = await replica.as(scene.admin.token).get(at(V4, where)).expect(200);
        expect((list.body as { secrets: object[] }).secrets).toHaveLength(30);
      }
      const warnings = lines.filter((line) => line.includes('does not keep prepared statements'));
      expect(warnings.length).toBeLessThanOrEqual(1);
    } finally {
      for (const { end } of [beside, two, one]) await end();
    }
    expect(await heldLocks()).toBe(0);
  });
});
