import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Replica } from '../../soak/replica.js';
import { CliConsumer, OperatorConsumer } from '../support/events/consumers.js';
import { Follower } from '../support/events/follower.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

/** Sizes of the suite; `npm run soak` sets greater ones. */
const size = (name: string, fallback: number) =>
  Number(process.env[`EVENT_FAULT_${name}`] ?? fallback);
const WRITERS = size('WRITERS', 4);
const PROJECTS = size('PROJECTS', 2);
/** The least writes of each writer: all go on until the last fault. */
const WRITES = size('WRITES', 30);
const RECONNECTS = size('RECONNECTS', 12);
const FAULTS = size('KILLS', 4);
/** Milliseconds. */
const STOPPED = size('STOPPED', 400);
const PAUSE = 25;

const TOP = join(import.meta.dirname, '..', '..');
const MAIN = join(TOP, 'dist', 'src', 'main.js');

let database: TestDatabase;
let servers: Replica[] = [];
let operator: pg.Pool;

beforeAll(async () => {
  const build = [join(TOP, 'scripts', 'build.js'), '--if-stale'];
  spawnSync(process.execPath, build, { cwd: TOP });
  database = await createTestDatabase();
  operator = new pg.Pool({ connectionString: database.url, max: 2 });
  operator.on('error', () => undefined);
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    AUTH_SECRET: randomBytes(32).toString('base64'),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  };
  // One after the other: the first brings the schema up to date.
  servers = [await Replica.start(env, MAIN)];
  servers.push(await Replica.start(env, MAIN));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await operator?.end();
  await database?.drop();
});

/** Milliseconds for what is done before the faults, however slow the machine. */
const LONG = 120_000;

/** Null where nobody knows what became of it. */
async function post<T>(
  url: string,
  body: object,
  token?: string,
  patience = 5_000,
): Promise<T | null> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(patience),
      headers: {
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return answer.status === 200 ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

/** Writes secrets of names of its own, and knows which were acknowledged. */
class Writer {
  readonly acknowledged: string[] = [];
  private count = 0;

  constructor(
    private readonly number: number,
    private readonly projectId: string,
    private readonly token: string,
  ) {}

  async run(isOver: () => boolean): Promise<void> {
    while (this.count < WRITES || !isOver()) {
      await this.write(`W${this.number}_${this.count}`);
      await delay(5);
    }
  }

  /** Another name at each try: one whose answer was lost may be taken. */
  async writeLast(): Promise<string> {
    for (let n = 0; ; n++) {
      if (await this.write(`LAST_${n}`)) return `LAST_${n}`;
      await delay(100);
    }
  }

  async write(secretKey: string): Promise<boolean> {
    const { url } = servers[(this.number + this.count++) % servers.length]!;
    const body = { projectId: this.projectId, environment: 'dev', secretValue: 'v' };
    const answer = await post(`${url}/api/v4/secrets/${secretKey}`, body, this.token);
    if (answer !== null) this.acknowledged.push(secretKey);
    return answer !== null;
  }
}

const killAndRestart = async (n: number) => {
  const server = servers[n % servers.length]!;
  await server.kill();
  await server.start();
};

const stopAndContinue = async (n: number) => {
  const server = servers[n % servers.length]!;
  server.pause();
  await delay(STOPPED);
  server.resume();
};

const terminateBackends = async (n: number) => {
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename = current_user
       and pid % 2 <> $1`,
    [n % 3],
  );
};

const KINDS = [killAndRestart, terminateBackends, stopAndContinue, terminateBackends];

/** The keys of a project's events in the order of commits. */
async function truth(projectId: string): Promise<string[]> {
  const { rows } = await operator.query<{ key: string }>(
    `select item->>'secretKey' "key" from project_events, json_array_elements(payload) item
     where project_id = $1 order by seq`,
    [projectId],
  );
  return rows.map(({ key }) => key);
}

describe('replicas that are killed, stopped and cut off from their database', () => {
  it('lose no event, keep the order of commits, and hide no gap', async () => {
    const [{ url }] = servers as [Replica];
    type Bootstrap = { identity: { credentials: { token: string } } };
    const account = { email: 'a@example.org', password: 'correct horse', organization: 'Faults' };
    const begun = await post<Bootstrap>(`${url}/api/v1/admin/bootstrap`, account, undefined, LONG);
    const { token } = begun!.identity.credentials;
    const places = await Promise.all(
      Array.from({ length: PROJECTS }, async (_, n) => {
        type Made = { project: { id: string } };
        const body = { projectName: `Project ${n}` };
        const made = await post<Made>(`${url}/api/v1/projects`, body, token, LONG);
        const projectId = made!.project.id;
        const dev = { environmentSlug: 'dev' };
        return {
          projectId,
          follower: new Follower(servers, token, { projectId, register: [{}] }),
          cli: new CliConsumer(servers, token, {
            projectId,
            register: ['create', 'update', 'delete'].map((kind) => ({ event: `secret:${kind}` })),
          }),
          operator: new OperatorConsumer([...servers].reverse(), token, {
            projectId,
            register: [{ event: 'secret:create', conditions: { ...dev, secretPath: '/**' } }],
          }),
        };
      }),
    );
    const consumers = places.flatMap(({ follower, cli, operator: other }) => [
      follower,
      cli,
      other,
    ]);
    const running = consumers.map((consumer) => consumer.run());
    await until(() => consumers.every((consumer) => consumer.isConnected), 20);

    let faults = 0;
    let reconnects = 0;
    const disturb = async () => {
      while (faults < FAULTS) {
        await delay(150 + Math.random() * 150);
        await KINDS[faults % KINDS.length]!(faults++ >> 1);
      }
    };
    const interrupt = async () => {
      while (reconnects < RECONNECTS) {
        await delay(PAUSE + Math.random() * PAUSE * 4);
        consumers[reconnects++ % consumers.length]!.breakOff();
      }
    };
    const writers = Array.from(
      { length: WRITERS },
      (_, n) => new Writer(n, places[n % PROJECTS]!.projectId, token),
    );
    const isOver = () => faults >= FAULTS && reconnects >= RECONNECTS;
    const began = performance.now();
    await Promise.all([disturb(), interrupt(), ...writers.map((each) => each.run(isOver))]);
    const lasted = performance.now() - began;

    const last = await Promise.all(
      places.map(({ projectId }) => new Writer(0, projectId, token).writeLast()),
    );
    const hasAll = () =>
      places.every(
        ({ follower, cli, operator: other }, n) =>
          follower.heard.includes(last[n]!) &&
          [cli, other].every(({ items }) => items.at(-1)?.secretKey === last[n]),
      );
    const deadline = performance.now() + 60_000;
    while (!hasAll() && performance.now() < deadline) await delay(50);
    for (const consumer of consumers) consumer.close();
    await Promise.all(running);

    let events = 0;
    for (const { projectId, follower, cli, operator: other } of places) {
      const keys = await truth(projectId);
      events += keys.length;
      // Exactly: each once, in the order of commits.
      expect(follower.keys).toEqual(keys);
      expect(follower.resets).toBe(0);
      for (const { problem, items } of [cli, other]) {
        expect(problem).toBeNull();
        expect([...new Set(items.map(({ secretKey }) => secretKey))]).toEqual(keys);
      }
      const mine = writers.filter((_, n) => places[n % PROJECTS]!.projectId === projectId);
      const known = new Set(keys);
      const missing = mine.flatMap(({ acknowledged }) => acknowledged);
      expect(missing.filter((key) => !known.has(key))).toEqual([]);
    }
    const connections = consumers.reduce((sum, consumer) => sum + consumer.connections, 0);
    expect(connections).toBeGreaterThan(consumers.length);
    expect(events).toBeGreaterThan(PROJECTS);
    if (process.env['EVENT_FAULT_REPORT']) {
      console.log(
        `${events} events, ${connections} connections of ${consumers.length} subscribers, ` +
          `${faults} faults, ${(lasted / 1_000).toFixed(1)} s: 0 lost, 0 out of order, 0 gaps`,
      );
    }
  });
});
