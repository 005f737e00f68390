import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AccessTokens } from '../../src/auth/access-token.js';
import { EventWakeup } from '../../src/events/wakeup/wakeup.js';
import { EventLog } from '../../src/events/log/event-log.js';
import { EventMetrics } from '../../src/events/stream/event-metrics.js';
import { EventRetention } from '../../src/events/log/event-retention.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventStreams } from '../../src/events/stream/event-streams.js';
import { StreamResponse } from '../../src/events/stream/stream-response.js';
import {
  closeAll,
  type Frame,
  itemsOf,
  listen,
  refusal,
  subscribe,
  SUBSCRIBE,
} from '../support/events/event-source.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { runs, timeLimit } from '../support/runs.js';
import { open, request } from '../support/raw-http.js';
import { aMember, aProject, type Caller } from '../support/scene.js';
import { anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';
import { whileItLasts } from '../support/while-it-lasts.js';
import { until } from '../support/until.js';

const server = useApp({ EVENT_RETENTION_COUNT: '1000' });
afterEach(closeAll);

const query = (text: string, values: unknown[] = []) => server.database.source.query(text, values);

const openStreams = ({ app }: TestApp) => app.get(EventStreams).subscribers.size;

function tell({ app, database }: TestApp, projectId: string, keys: readonly string[]) {
  const changes = keys.map((secretKey) => ({ environment: 'dev', secretPath: '/', secretKey }));
  return database.transaction((tx) =>
    app.get(EventLog).append(tx, projectId, [{ type: 'secret:update', changes }]),
  );
}

const subscription = (token: string, projectId: string) =>
  request(
    `POST ${SUBSCRIBE}`,
    ['Content-Type: application/json', `Authorization: Bearer ${token}`],
    JSON.stringify({ projectId, register: [{}] }),
  );

/** A token of the same login that ends so many seconds from now. */
function endingIn({ token }: Caller, seconds: number): string {
  const tokens = server.app.get(AccessTokens);
  const exp = Math.floor(Date.now() / 1_000) + seconds;
  return tokens.sign({ ...tokens.verify(token), exp });
}

describe('a stream ends on time', () => {
  it('when its token expires', async () => {
    const { admin, project } = await aSecretScene(server);
    const ask = { projectId: project.id };
    const { token, source } = await whileItLasts(2_000, async (milliseconds) => {
      const token = endingIn(admin, milliseconds / 1_000);
      const source = await subscribe(server, token, ask);
      return source.status === 200 ? { token, source } : null;
    });

    await source.until(({ ended }) => ended !== null, 30_000);

    const late = Date.now() / 1_000 - server.app.get(AccessTokens).verify(admin.token).iat;
    expect(late).toBeGreaterThan(0);
    expect(source.events.at(-1)).toMatchObject({ event: 'error' });
    expect(source.ended).toBe('ECONNRESET');
    expect((await refusal(server, token, ask)).status).toBe(401);
  });

  it('when its temporary privilege ends, by the clock of the database', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, 'no-access');
    const ask = { projectId: scene.project.id };
    const permissions = [
      { subject: 'secret-event-subscriptions', action: ['subscribe-to-creation-events'] },
    ];
    const grantFor = (milliseconds: number) => {
      const type = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: `${milliseconds + 1_000}ms`,
        temporaryAccessStartTime: new Date(Date.now() - 1_000).toISOString(),
      };
      return scene.admin.http
        .post('/api/v2/identity-project-additional-privilege')
        .send({ identityId: bot.id, ...ask, permissions, type })
        .expect(200);
    };
    const { before, source } = await whileItLasts(2_000, async (milliseconds) => {
      await grantFor(milliseconds);
      const source = await subscribe(server, bot.token, ask);
      const before = `BEFORE_${milliseconds}`;
      await withSecrets(scene, [anItem(before)]);
      await source.until(({ keys, ended }) => ended !== null || keys.includes(before));
      return source.keys.includes(before) ? { before, source } : null;
    });

    await source.until(({ ended }) => ended !== null, 30_000);
    await withSecrets(scene, [anItem('AFTER')]);

    expect(source.keys).toEqual([before]);
    expect(source.events.at(-1)).toMatchObject({ event: 'error' });
    expect(source.ended).toBe('ECONNRESET');
    expect((await refusal(server, bot.token, ask)).status).toBe(403);
  });
});

describe('retention by number', () => {
  it('keeps the newest events of a project; a stream before them is reset', async () => {
    const scene = await aSecretScene(server);
    const ask = { projectId: scene.project.id };
    const source = await listen(server, scene.admin.token, ask);
    source.close();
    await query(
      `insert into project_events (project_id, seq, type, payload)
       select $1, n, 'secret:update', json_build_array(json_build_object(
         'environment', 'dev', 'secretPath', '/', 'secretKey', n::text))
       from generate_series(1, 3456) n`,
      [ask.projectId],
    );
    await query('update project_event_heads set last_seq = 3456 where project_id = $1', [
      ask.projectId,
    ]);

    expect(await server.app.get(EventRetention).sweep()).toBe(2_456);
    expect(await server.app.get(EventRetention).sweep()).toBe(0);

    const left = await query(
      'select count(*)::int n, min(seq)::int first from project_events where project_id = $1',
      [ask.projectId],
    );
    expect(left).toEqual([{ n: 1_000, first: 2_457 }]);
    const again = await listen(server, scene.admin.token, { ...ask, cursor: source.cursor });
    await again.until(({ events }) => events.length >= 2);
    expect(again.events[0]!.event).toBe('reset');
  });
});

/** Clients that connect and drop. */
const DROPS = runs(200, 2_000);

describe('limits', () => {
  it('are 429 with seconds beyond the streams of an organization, whoever asks', async () => {
    const settings = server.app.get(EventSettings);
    const { admin, project, orgId } = await aSecretScene(server);
    const bot = await aMember(server, project, orgId, 'admin');
    const elsewhere = await aSecretScene(server);
    const before = settings.perOrganization;
    settings.perOrganization = 2;
    try {
      const [first] = [
        await listen(server, admin.token, { projectId: project.id }),
        await listen(server, bot.token, { projectId: project.id }),
      ];
      const other = await aProject(admin);
      const answer = await refusal(server, admin.token, { projectId: other.id });
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
      expect(answer.body['message']).toMatch(/\d+ seconds/);
      await listen(server, elsewhere.admin.token, { projectId: elsewhere.project.id });

      const running = openStreams(server);
      first!.close();
      await until(() => openStreams(server) < running);
      await listen(server, admin.token, { projectId: other.id });
    } finally {
      settings.perOrganization = before;
    }
  });

  it(
    'free the slot of every client that connects and drops, at any moment',
    async () => {
      const { admin, project, orgId } = await aSecretScene(server);
      const callers = await Promise.all(
        Array.from({ length: 5 }, () => aMember(server, project, orgId, 'member')),
      );
      const dropOnce = async (n: number) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
        socket.on('error', () => undefined);
        const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
        socket.write(subscription(callers[n % callers.length]!.token, project.id));
        // Some before the answer, some at its first byte, some a little later.
        if (n % 3 === 0) setTimeout(() => socket.resetAndDestroy(), n % 7);
        else
          socket.once('data', () =>
            n % 3 === 1 ? socket.destroy() : setTimeout(() => socket.resetAndDestroy(), n % 5),
          );
        await closed;
      };
      for (let n = 0; n < DROPS; n += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, k) => dropOnce(n + k)));
      }

      await until(() => openStreams(server) === 0);
      const { slots, tails } = server.app.get(EventStreams) as unknown as {
        slots: { size: number };
        tails: Map<string, unknown>;
      };
      await until(() => slots.size === 0);
      expect(tails.size).toBe(0);
      const sources = await Promise.all(
        Array.from({ length: 10 }, () =>
          listen(server, callers[0]!.token, { projectId: project.id }),
        ),
      );
      expect(sources).toHaveLength(10);
      expect(admin.token).toBeTruthy();
    },
    timeLimit(300_000),
  );
});

describe('a peer that vanished without closing its connection', () => {
  it(
    'is found out by its silence, though the stream would have been patient',
    async () => {
      const { parts, end } = await startApp({}, [], server.databaseUrl);
      try {
        (parts.app.getHttpServer() as Server).timeout = 1_500;
        parts.app.get(EventSettings).slowReaderTimeout = 3_600_000;
        const scene = await aSecretScene(parts);
        const socket = await open(parts.url);
        socket.pause();
        socket.on('error', () => undefined);
        socket.write(subscription(scene.admin.token, scene.project.id));
        await until(() => openStreams(parts) === 1);

        const keys = Array.from({ length: 5_000 }, (_, n) => `${'K'.repeat(200)}${n}`);
        for (let n = 0; n < 10; n++) await tell(parts, scene.project.id, keys);
        await until(() => openStreams(parts) === 0);

        const streams = parts.app.get(EventStreams) as unknown as { slots: { size: number } };
        expect(streams.slots.size).toBe(0);
        socket.destroy();
      } finally {
        await end();
      }
    },
    timeLimit(300_000),
  );
});

/** Readers of one stream; each is sent some 15 MB. */
const DEAF = runs(8, 50);

describe('readers that never read', () => {
  it(
    'hold no more than their bound in memory, and delay no other stream',
    async () => {
      const { parts, end } = await startApp({}, [], server.databaseUrl);
      try {
        const settings = parts.app.get(EventSettings);
        // None is cut off while it is looked at.
        Object.assign(settings, { perCaller: 100, slowReaderTimeout: 3_600_000 });
        (parts.app.getHttpServer() as Server).timeout = 0;
        const scene = await aSecretScene(parts);
        const deaf = await Promise.all(
          Array.from({ length: DEAF }, async () => {
            const socket = await open(parts.url);
            socket.pause();
            socket.on('error', () => undefined);
            socket.write(subscription(scene.admin.token, scene.project.id));
            return socket;
          }),
        );
        await until(() => openStreams(parts) === DEAF);
        const honest = await listen(parts, scene.admin.token, { projectId: scene.project.id });

        const keys = Array.from({ length: 1_000 }, (_, n) => `${'K'.repeat(220)}${n}`);
        let most = 0;
        const mostUnsent = () => {
          for (const { response } of parts.app.get(EventStreams).subscribers) {
            most = Math.max(most, unsentOf(response));
          }
          return most;
        };
        for (let n = 0; n < 60; n++) {
          await tell(parts, scene.project.id, keys);
          mostUnsent();
        }
        await tell(parts, scene.project.id, ['LAST']);
        const isLast = ({ data }: Frame) => data?.endsWith('"LAST"}]}}') ?? false;
        await honest.until(({ frames }) => frames.slice(-3).some(isLast), 30_000);

        // By now what the two kernels hold for each is full.
        await until(() => mostUnsent() > 100_000);
        const events = honest.events.length;
        expect(events).toBeGreaterThan(300);
        expect(openStreams(parts)).toBe(DEAF + 1);
        // Far less than the 15 MB and more that each was not sent.
        expect(most).toBeLessThanOrEqual(settings.maxUnsentBytes);
        for (const socket of deaf) socket.destroy();
        await until(() => openStreams(parts) === 1);
      } finally {
        await end();
      }
    },
    timeLimit(300_000),
  );

  it(
    'are ended and counted after slowReaderTimeout',
    async () => {
      const { parts, end } = await startApp({}, [], server.databaseUrl);
      try {
        parts.app.get(EventSettings).slowReaderTimeout = 300;
        const scene = await aSecretScene(parts);
        const socket = await open(parts.url);
        socket.pause();
        socket.on('error', () => undefined);
        socket.write(subscription(scene.admin.token, scene.project.id));
        await until(() => openStreams(parts) === 1);
        const keys = Array.from({ length: 5_000 }, (_, n) => `${'K'.repeat(200)}${n}`);
        for (let n = 0; n < 10; n++) await tell(parts, scene.project.id, keys);
        await until(() => openStreams(parts) === 0);

        const { slowReadersEnded } = parts.app.get(EventMetrics);
        expect((await slowReadersEnded.get()).values[0]!.value).toBe(1);
        socket.destroy();
      } finally {
        await end();
      }
    },
    timeLimit(300_000),
  );
});

const unsentOf = (response: StreamResponse): number =>
  (response as unknown as { res: { writableLength: number } }).res.writableLength;

describe('wake-ups', () => {
  it('change nothing when they come twice, in another order, of others, or garbled', async () => {
    const { parts, end } = await startApp({}, [], server.databaseUrl);
    try {
      const wakeup = parts.app.get(EventWakeup) as unknown as {
        onMessage(message: string | null): void;
      };
      const scene = await aSecretScene(parts);
      const source = await listen(parts, scene.admin.token, { projectId: scene.project.id });
      const id = scene.project.id;
      for (let n = 0; n < 200; n++) {
        const appended = tell(parts, id, [`K${n}`]);
        for (const message of [`other ${id} ${id}`, null, 'other', '', `x ${scene.orgId}`, ' ']) {
          wakeup.onMessage(message);
        }
        await appended;
        wakeup.onMessage(`other ${id}`);
      }
      await source.untilKey('K199');

      expect(source.keys).toEqual(Array.from({ length: 200 }, (_, n) => `K${n}`));
    } finally {
      await end();
    }
  });
});

describe('names', () => {
  it('stay inside their line, whatever they hold', async () => {
    const { admin, project } = await aSecretScene(server);
    const source = await listen(server, admin.token, { projectId: project.id });
    const names = [
      'a\nb',
      'a\rb',
      'a\r\n\r\nid: 1\nevent: reset\ndata: {}\n\n',
      'data: x\n\n',
      'a\u2028b\u2029c\u0085d\u000bd\u000ce\u001cf',
      '"}]}}\n\nevent: error',
      '\u{1f600}\ufeff\u200b',
    ];

    await tell(server, project.id, names);
    await source.until(({ events }) => events.length > 0);

    expect(source.frames).toHaveLength(2);
    expect(itemsOf(source.events[0]!).map(({ secretKey }) => secretKey)).toEqual(names);
    expect(source.text.split('\n')).toHaveLength(7);
    expect(source.text).not.toMatch(/[\r\u0085\u2028\u2029]/);
  });
});

describe('subscribe, then read, then follow', () => {
  it('misses nothing that happens meanwhile', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n++) await withSecrets(scene, [anItem(`KEY_${n}`)]);
    })();
    for (let round = 0; round < 5; round++) {
      const source = await subscribe(server, admin.token, { projectId: project.id, cursor: '' });
      const path = `/api/v3/secrets/raw?workspaceId=${project.id}&environment=dev`;
      const answer = await admin.http.get(path).expect(200);
      const known = new Set(
        (answer.body as { secrets: { secretKey: string }[] }).secrets.map(
          ({ secretKey }) => secretKey,
        ),
      );
      const late = `KEY_${known.size + 5}`;
      await source.untilKey(late);
      for (const key of source.keys) known.add(key!);
      const count = Number(late.slice(4)) + 1;
      const all = Array.from({ length: count }, (_, n) => `KEY_${n}`);
      expect(all.filter((key) => !known.has(key))).toEqual([]);
      source.close();
    }
    isWriting = false;
    await writing;
  });
});

describe('metrics of events', () => {
  it('count what happened, without names', async () => {
    const { parts, end } = await startApp({}, [], server.databaseUrl);
    try {
      const scene = await aSecretScene(parts);
      const ask = { projectId: scene.project.id };
      const source = await listen(parts, scene.admin.token, ask);
      const other = await listen(parts, scene.admin.token, { ...ask, cursor: 'forged' });
      await other.until(({ events }) => events.length > 0); // what comes before its reset is not told
      await withSecrets(scene, [anItem('CANARY')]);
      await withSecrets(scene, [anItem('LAST')]);
      await source.untilKey('LAST');
      await other.untilKey('LAST');

      const text = await parts.metrics.registry.metrics();
      expect(text).toContain('\nstrongroom_event_streams_open 2\n');
      expect(text).toContain('\nstrongroom_events_appended_total 2\n');
      expect(text).toContain('\nstrongroom_events_delivered_total 4\n');
      expect(text).toContain('\nstrongroom_event_resets_total 1\n');
      expect(text).toContain('\nstrongroom_event_slow_readers_ended_total 0\n');
      expect(text).toContain('\nstrongroom_events_replayed_total 0\n');
      expect(text).toMatch(/\nstrongroom_event_delivery_seconds_count [1-4]\n/);
      expect(text).not.toContain('CANARY');
      expect(text).not.toContain(scene.project.id);
      expect(text).not.toContain(scene.admin.id);
    } finally {
      await end();
    }
  });
});
