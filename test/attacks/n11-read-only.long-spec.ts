import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/database/embedded/embedded-postgres.js';
import { startApp } from '../support/harness.js';
import { aSecretScene, named, type SecretScene, V4 } from '../support/secrets-scene.js';
import { scratchDirectory } from '../support/test-database.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

/** Milliseconds after which no connection to a server that only reads may be left. */
const BOUND = 2_000;

let directory: string;
let postgres: EmbeddedPostgres;
let end: () => Promise<void>;
let scene: SecretScene;
let observer: pg.Client;
const lines: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-read-only-'));
  // A server of its own: only a setting of the whole server reaches connections that are open.
  postgres = await startEmbeddedPostgres({ directory });
  const started = await startApp({}, lines, postgres.url);
  end = started.end;
  scene = await aSecretScene(started.parts);
  observer = new pg.Client({ connectionString: postgres.url });
  await observer.connect();
});
afterAll(async () => {
  await observer?.end();
  await end?.();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

let count = 0;
const write = () =>
  scene.admin.http
    .post(named(`K_${count++}`, V4))
    .send({ projectId: scene.project.id, environment: 'dev', secretValue: 'x' });

const POOLED = `select pid from pg_stat_activity
  where datname = current_database() and application_name = 'strongroom'`;

async function pooled(): Promise<number[]> {
  const { rows } = await observer.query<{ pid: number }>(POOLED);
  return rows.map(({ pid }) => pid);
}

async function makeReadOnly(setting: 'on' | 'off'): Promise<void> {
  const cluster = join(directory, 'cluster');
  const line = `default_transaction_read_only = ${setting}\n`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), line);
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n', 1);
  process.kill(Number(pid), 'SIGHUP'); // it reads its settings again, and so does each of its connections
}

async function until(isSo: () => Promise<boolean>): Promise<number> {
  const took = quietStopwatch();
  while (!(await isSo())) {
    if (took() > 20_000) throw new Error('It did not happen in time.');
    await delay(20);
  }
  return took();
}

describe('a server that has become one that only reads', () => {
  it('loses each connection of before within 2 s, used or not, five times of five', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 8 }, () => write().expect(200)));
      const before = new Set(await pooled());
      expect(before.size).toBeGreaterThanOrEqual(4);
      // At another moment of the watch's half second each time.
      await delay(round * 100);
      await makeReadOnly('on');

      const took = await until(async () => !(await pooled()).some((pid) => before.has(pid)));
      expect(took).toBeLessThan(BOUND);
      expect(lines.some((line) => line.includes('the database is read-only'))).toBe(true);
      expect(lines.some((line) => line.includes('does not answer'))).toBe(false);

      await makeReadOnly('off');
      await until(async () => (await write()).status === 200);
    }
  });
});
