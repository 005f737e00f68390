import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/harness.js';
import { aSecretScene, named, type SecretScene, V4 } from '../support/secrets-scene.js';
import { inFrontOf, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, execute, type TestDatabase } from '../support/test-database.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

let database: TestDatabase;
let proxy: TcpProxy;
let server: TestApp;
let end: () => Promise<void>;
let scene: SecretScene;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await inFrontOf(database.url);
  ({ parts: server, end } = await startApp({}, lines, proxy.url));
  scene = await aSecretScene(server);
});
afterAll(async () => {
  await end?.();
  await proxy?.close();
  await database?.drop();
});
beforeEach(() => {
  lines.length = 0;
});

let count = 0;
const write = () =>
  scene.admin.http
    .post(named(`K_${count++}`, V4))
    .send({ projectId: scene.project.id, environment: 'dev', secretValue: 'x' });

/** Milliseconds until it was so. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const took = quietStopwatch();
  while (!(await isSo())) {
    if (took() > 20_000) throw new Error('It did not happen in time.');
    await delay(20);
  }
  return took();
}

const hasLine = (text: string) => lines.some((line) => line.includes(text));

describe('a database that vanishes without a word', () => {
  it('is given up long before a statement would be, and its successor is used', async () => {
    // Many at a time, so that connections wait in the pool when it happens.
    await Promise.all(Array.from({ length: 8 }, () => write().expect(200)));
    proxy.stall();
    const took = quietStopwatch();
    const lost = await write();
    const milliseconds = took();
    expect(lost.status).toBe(504);
    // A statement by itself waits for 7 s; `npm run soak` holds it to 3 s on a machine of its own.
    expect(milliseconds).toBeLessThan(6_000);

    // Another server at the same address, which knows nothing of the connections of before.
    proxy.forsake();
    proxy.resume();
    const found = await until(async () => (await write()).status === 200);
    expect(found).toBeLessThan(8_000);
    expect(
      await Promise.all(Array.from({ length: 8 }, async () => (await write()).status)),
    ).toEqual(Array.from({ length: 8 }, () => 200));
    expect(hasLine('does not answer')).toBe(true);
    const text = await server.metrics.registry.metrics();
    expect(text).toMatch(/strongroom_database_outages_total [1-9]/);
    // It is the same history: nothing was lost.
    expect(hasLine('another history')).toBe(false);
  });

  it('is not taken for one by a statement that takes its time', async () => {
    await server.database.source.query('select pg_sleep(3.5)');

    expect(lines.filter((line) => line.includes('given up'))).toEqual([]);
  });
});

describe('a server that only reads', () => {
  it('loses its connections, also those that nobody uses', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const setting = `alter database ${name} set default_transaction_read_only`;
    const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`;
    await execute(database.url, `${setting} = on`, endAll);
    await until(async () => (await write()).status !== 200);
    await until(() => hasLine('is read-only'));
    expect((await server.http.get('/api/health/ready')).status).toBe(503);

    await execute(database.url, 'set default_transaction_read_only = off', `${setting} = off`);
    await until(() => hasLine('answers again'));

    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await write()).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
