import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Pool } from 'pg';
import { EventWakeup } from '../../src/events/wakeup/wakeup.js';
import { EventLog } from '../../src/events/log/event-log.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventStreams } from '../../src/events/stream/event-streams.js';
import { EventsRepository } from '../../src/events/log/events.repository.js';
import { CliConsumer, OperatorConsumer } from '../support/events/consumers.js';
import {
  closeAll,
  type EventSource,
  listen,
  refusal,
  subscribe,
} from '../support/events/event-source.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { open, request } from '../support/raw-http.js';
import { anItem, aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { SUBSCRIBE } from '../support/events/event-source.js';
import { runs, timeLimit } from '../support/runs.js';
import { until } from '../support/until.js';

const TEN_MINUTES = 600_000;

const one = useApp();
let two: TestApp;
let end: () => Promise<void>;

beforeAll(async () => {
  ({ parts: two, end } = await startApp({}, [], one.databaseUrl));
});
afterAll(() => end());
afterEach(closeAll);

/** How many each of the twelve writers makes. */
const WRITES = runs(120, 1_000);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Writes an event past the API, as a change would. */
function tell({ app, database }: TestApp, projectId: string, secretKey: string): Promise<unknown> {
  const change = { environment: 'dev', secretPath: '/', secretKey };
  return database.transaction((tx) =>
    app.get(EventLog).append(tx, projectId, [{ type: 'secret:update', changes: [change] }]),
  );
}

/** The keys of a project's events in the order of commits. A connection of the pool may have been killed before. */
async function truth(projectId: string, tries = 50): Promise<string[]> {
  try {
    const rows = await one.database.source.query<{ key: string }[]>(
      `select payload->0->>'secretKey' "key" from project_events where project_id = $1 order by seq`,
      [projectId],
    );
    return rows.map(({ key }) => key);
  } catch (error) {
    if (tries === 0) throw error;
    return truth(projectId, tries - 1);
  }
}

/** Follows with Last-Event-ID over many connections; what it heard, in order. */
class Resumer {
  readonly keys: string[] = [];
  connections = 0;
  isOver = false;
  private source: EventSource | undefined;
  private lastId: string | undefined;

  constructor(
    private readonly scene: SecretScene,
    private readonly lifetime: () => number,
  ) {}

  async run(): Promise<void> {
    const { admin, project } = this.scene;
    const ask = { projectId: project.id };
    while (!this.isOver) {
      const server = this.connections++ % 2 === 0 ? one : two;
      const headers: Record<string, string> = this.lastId ? { 'Last-Event-ID': this.lastId } : {};
      this.source = await subscribe(server, admin.token, ask, headers);
      this.lastId ??= this.source.cursor;
      const end = performance.now() + this.lifetime();
      const isOver = () => this.isOver || performance.now() > end || this.source!.ended !== null;
      await until(isOver, 20, TEN_MINUTES);
      this.source.close();
      this.gather(this.source);
    }
  }

  /** Whether it has been let in once: from then on it misses nothing. */
  get hasBegun(): boolean {
    return this.lastId !== undefined;
  }

  get heard(): readonly string[] {
    return [...this.keys, ...((this.source?.keys ?? []) as string[])];
  }

  private gather(source: EventSource): void {
    this.keys.push(...(source.keys as string[]));
    this.lastId = source.events.at(-1)?.id ?? this.lastId;
    this.source = undefined;
  }
}

describe('two replicas over one database', () => {
  it('wake one another at once', async () => {
    const { parts: three, end: endThree } = await startApp({}, [], one.databaseUrl);
    three.app.get(EventSettings).pollInterval = 60_000;
    const scene = await aSecretScene(one);
    const source = await listen(three, scene.admin.token, { projectId: scene.project.id });
    // The first ring may come before the channel is listened to, and is made up for when it is.
    await tell(one, scene.project.id, 'FIRST');
    await source.untilKey('FIRST');

    await withSecrets(scene, [anItem('SECOND')]);
    // Long before it would look by itself.
    await source.untilKey('SECOND');

    expect(source.keys).toEqual(['FIRST', 'SECOND']);
    source.close();
    await endThree();
  });

  it('find new events by polling when every wake-up is lost', async () => {
    const { transport } = one.app.get(EventWakeup) as unknown as { transport: { notify: unknown } };
    const { notify } = transport;
    transport.notify = async () => undefined;
    const scene = await aSecretScene(one);
    const source = await listen(two, scene.admin.token, { projectId: scene.project.id });

    for (const key of ['A', 'B', 'C']) await tell(one, scene.project.id, key);
    const looks = jest.spyOn(two.app.get(EventsRepository), 'findStates');
    await source.untilKey('C');

    expect(source.keys).toEqual(['A', 'B', 'C']);
    // One that was under way may have come too early, and another begins while the news is on its way.
    expect(looks.mock.calls.length).toBeLessThanOrEqual(3);
    expect(two.app.get(EventSettings).pollInterval).toBeLessThanOrEqual(750);
    looks.mockRestore();
    transport.notify = notify;
  });

  it(
    'lose nothing, and keep the order, over reconnects and killed backends',
    async () => {
      const scenes = [await aSecretScene(one), await aSecretScene(two)];
      const follow = scenes.map(async (scene, index) => {
        const ask = { projectId: scene.project.id, register: [{}] };
        const live = await Promise.all(
          [one, two].map((server) => listen(server, scene.admin.token, ask)),
        );
        const resumers = [
          new Resumer(scene, () => 30 + Math.random() * 200),
          new Resumer(scene, () => 100 + Math.random() * 400),
        ];
        const cli = new CliConsumer([one, two], scene.admin.token, { ...ask, register: [{}, {}] });
        const operator = new OperatorConsumer([two, one], scene.admin.token, {
          ...ask,
          register: [{ conditions: { environmentSlug: 'dev', secretPath: '/**' } }],
        });
        const running = [...resumers, cli, operator].map((each) => each.run());
        return { scene, live, resumers, cli, operator, running, index };
      });
      const followers = await Promise.all(follow);
      const consumers = followers.flatMap(({ cli, operator }) => [cli, operator]);
      // Who is new begins now: what was written before it was let in is not missed.
      await until(() => consumers.every((each) => each.isConnected));
      const haveBegun = () => followers.every(({ resumers }) => resumers.every((r) => r.hasBegun));
      await until(haveBegun);

      // In step with the writing: a slow machine is not disturbed more often.
      let written = 0;
      const disturb = async () => {
        const n = ++written / 100;
        if (Number.isInteger(n)) consumers[n % consumers.length]!.breakOff();
        if (Number.isInteger(n / 8)) {
          await one.database.source
            .query(
              `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`,
            )
            .catch(() => undefined);
        }
      };
      const writers = Array.from({ length: 12 }, async (_, writer) => {
        const server = writer % 2 === 0 ? one : two;
        const { project } = scenes[writer % 4 < 2 ? 0 : 1]!;
        for (let n = 0; n < WRITES; n++) {
          await tell(server, project.id, `W${writer}_${n}`).catch(() => undefined);
          await disturb();
        }
      });
      await Promise.all(writers);

      for (const { scene, live, resumers, cli, operator, running } of followers) {
        await tell(one, scene.project.id, 'LAST');
        const keys = await truth(scene.project.id);
        const isDone = () =>
          live.every((source) => source.keys.includes('LAST')) &&
          resumers.every(({ heard }) => heard.includes('LAST')) &&
          [cli, operator].every(({ items }) => items.some((item) => item.secretKey === 'LAST'));
        await until(isDone, 20, TEN_MINUTES);
        for (const resumer of resumers) resumer.isOver = true;
        cli.close();
        operator.close();
        await Promise.all(running);

        expect(keys.length).toBeGreaterThan(4 * WRITES);
        for (const source of live) expect(source.keys).toEqual(keys);
        for (const resumer of resumers) {
          expect(resumer.connections).toBeGreaterThan(3);
          expect(resumer.keys).toEqual(keys);
        }
        for (const consumer of [cli, operator]) {
          expect(consumer.problem).toBeNull();
          expect(consumer.connections).toBeGreaterThan(2);
          const seen = new Set(consumer.items.map(({ secretKey }) => secretKey));
          expect(keys.filter((key) => !seen.has(key))).toEqual([]);
        }
      }
    },
    timeLimit(240_000),
  );

  it('hold no connection of the pool for idle streams', async () => {
    const scene = await aSecretScene(one);
    const ask = { projectId: scene.project.id };
    await Promise.all(Array.from({ length: 10 }, () => listen(one, scene.admin.token, ask)));
    const { master } = one.database.source.driver as unknown as { master: Pool };

    const held = () => master.totalCount - master.idleCount + master.waitingCount;
    await until(() => held() === 0);

    expect(held()).toBe(0);
  });
});

describe('a reader that does not read', () => {
  it('is cut off, and delays no other stream', async () => {
    const server = (await startApp({}, [], one.databaseUrl)) as { parts: TestApp; end: typeof end };
    server.parts.app.get(EventSettings).slowReaderTimeout = 1_500;
    const scene = await aSecretScene(server.parts);
    const body = JSON.stringify({ projectId: scene.project.id, register: [{}] });
    const socket = await open(server.parts.url);
    const headers = [
      'Content-Type: application/json',
      `Authorization: Bearer ${scene.admin.token}`,
    ];
    socket.pause();
    socket.write(request(`POST ${SUBSCRIBE}`, headers, body));
    const honest = await listen(server.parts, scene.admin.token, { projectId: scene.project.id });
    const { subscribers } = server.parts.app.get(EventStreams);
    await until(() => subscribers.size >= 2, 10);
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });

    const long = 'K'.repeat(200);
    const changes = Array.from({ length: 10_000 }, (_, n) => ({
      environment: 'dev',
      secretPath: '/',
      secretKey: `${long}${n}`,
    }));
    for (let n = 0; n < 5; n++) {
      await server.parts.database.transaction((tx) =>
        server.parts.app
          .get(EventLog)
          .append(tx, scene.project.id, [{ type: 'secret:update', changes }]),
      );
    }
    await honest.until(({ text }) => text.length > 5 * 10_000 * 250, 50_000);
    await until(() => subscribers.size <= 1, 20);
    socket.resume();
    await closed;
    await until(() => honest.items.length >= 50_000, 50, TEN_MINUTES);

    expect(honest.items).toHaveLength(50_000);
    expect(honest.ended).toBeNull();
    honest.close();
    await server.end();
  });
});

describe('a replica that ends', () => {
  it('ends its streams between two events by a reset, and takes no new ones', async () => {
    const server = await startApp({}, [], one.databaseUrl);
    const scene = await aSecretScene(one);
    const ask = { projectId: scene.project.id };
    const source = await listen(server.parts, scene.admin.token, ask);
    await withSecrets(scene, [anItem('A')]);
    await source.untilKey('A');

    const closing = server.parts.app.close();
    const late = await refusal(server.parts, scene.admin.token, ask).catch(() => ({ status: 503 }));
    await source.untilEnd();
    await closing;

    expect(late.status).toBe(503);
    expect(source.ended).toBe('ECONNRESET');
    expect(source.text).toMatch(/event: ping\nretry: \d{4}\n\n$/);
    await withSecrets(scene, [anItem('B')]);
    const again = await listen(two, scene.admin.token, ask, {
      'Last-Event-ID': source.events.at(-1)!.id!,
    });
    await again.untilKey('B');
    expect(again.keys).toEqual(['B']);
    await server.end().catch(() => undefined);
  });
});

const REDIS_URL = process.env['REDIS_URL'];

/** Needs a Redis: REDIS_URL=redis://127.0.0.1:6379. */
(REDIS_URL ? describe : describe.skip)('replicas with a Redis', () => {
  it('wake one another through it', async () => {
    const env = { REDIS_URL: REDIS_URL! };
    const three = await startApp(env, [], one.databaseUrl);
    const four = await startApp(env, [], one.databaseUrl);
    three.parts.app.get(EventSettings).pollInterval = 60_000;
    const scene = await aSecretScene(four.parts);
    const source = await listen(three.parts, scene.admin.token, { projectId: scene.project.id });
    for (let n = 0; !source.keys.includes('K0'); n = 0) {
      await tell(four.parts, scene.project.id, `K${n}`);
      await wait(50);
    }

    await tell(four.parts, scene.project.id, 'LAST');
    // Long before it would look by itself.
    await source.untilKey('LAST');

    expect(source.keys.at(-1)).toBe('LAST');
    source.close();
    await three.end();
    await four.end();
  });
});
