import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { EventRetention } from '../../src/events/log/event-retention.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventsRepository } from '../../src/events/log/events.repository.js';
import {
  closeAll,
  type EventSource,
  itemsOf,
  listen,
  type Frame,
} from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import { aMember } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import { until } from '../support/until.js';

const server = useApp();
afterEach(closeAll);

const write = async (scene: SecretScene, ...keys: string[]) => {
  for (const key of keys) await withSecrets(scene, [anItem(key)]);
};

const named = (source: EventSource, name: string): readonly Frame[] =>
  source.frames.filter(({ event }) => event === name);

const idOf = (source: EventSource, key: string): string =>
  source.events.find((each) => each.data?.includes(`"${key}"`))!.id!;

/** A project with three events, and the stream that heard them. */
async function heard() {
  const scene = await aSecretScene(server);
  const ask = { projectId: scene.project.id };
  const source = await listen(server, scene.admin.token, ask);
  await write(scene, 'A', 'B', 'C');
  await source.untilKey('C');
  return { scene, ask, source };
}

const query = (text: string, values: unknown[]) => server.database.source.query(text, values);

describe('resuming', () => {
  it('goes on after Last-Event-ID, with the same ids', async () => {
    const { scene, ask, source } = await heard();
    source.close();
    await write(scene, 'D');

    const again = await listen(server, scene.admin.token, ask, {
      'Last-Event-ID': idOf(source, 'A'),
    });
    await again.untilKey('D');

    expect(again.keys).toEqual(['B', 'C', 'D']);
    expect(idOf(again, 'C')).toBe(idOf(source, 'C'));
  });

  it('goes on after the cursor of the body; the header prevails', async () => {
    const { scene, ask, source } = await heard();

    const byBody = await listen(server, scene.admin.token, { ...ask, cursor: idOf(source, 'B') });
    await byBody.untilKey('C');
    const headers = { 'Last-Event-ID': idOf(source, 'A') };
    const byHeader = await listen(
      server,
      scene.admin.token,
      { ...ask, cursor: idOf(source, 'C') },
      headers,
    );
    await byHeader.untilKey('C');

    expect(byBody.keys).toEqual(['C']);
    expect(byHeader.keys).toEqual(['B', 'C']);
  });

  it('goes on after the cursor of the answer: what happens while the client reads is not missed', async () => {
    const scene = await aSecretScene(server);
    const ask = { projectId: scene.project.id };
    const source = await listen(server, scene.admin.token, ask);
    source.close();
    await write(scene, 'A', 'B');

    const again = await listen(server, scene.admin.token, { ...ask, cursor: source.cursor });
    await again.untilKey('B');

    expect(again.keys).toEqual(['A', 'B']);
  });

  it('goes on by itself for a client that sends no cursor', async () => {
    const { scene, ask, source } = await heard();
    source.close();
    await write(scene, 'D', 'E');

    const again = await listen(server, scene.admin.token, ask);
    await again.untilKey('E');
    const other = await listen(server, scene.admin.token, { ...ask, register: [{}, {}] });
    await write(scene, 'F');
    await other.untilKey('F');

    expect(again.keys.slice(0, 5)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(other.keys).toEqual(['F']);
  });

  it('moves the implicit cursor on once what was sent has had its time to arrive', async () => {
    const settings = server.app.get(EventSettings);
    Object.assign(settings, { pollInterval: 20, cursorSaveInterval: 0, savedCursorLag: 0 });
    const { scene, ask, source } = await heard();
    const seqOf = async () => {
      const text = `select seq::int from event_cursors where project_id = $1`;
      return ((await query(text, [ask.projectId])) as { seq: number }[])[0]?.seq;
    };
    await until(async () => (await seqOf()) === 3);
    source.close();
    Object.assign(settings, {
      pollInterval: 750,
      cursorSaveInterval: 10_000,
      savedCursorLag: 180_000,
    });
    await write(scene, 'D');

    const again = await listen(server, scene.admin.token, ask);
    await again.untilKey('D');

    expect(again.keys).toEqual(['D']);
  });

  it('replays many events from the table in order', async () => {
    const scene = await aSecretScene(server);
    const ask = { projectId: scene.project.id };
    const source = await listen(server, scene.admin.token, ask);
    source.close();
    await query(
      `insert into project_events (project_id, seq, type, payload)
       select $1, n, 'secret:update', json_build_array(json_build_object(
         'environment', 'dev', 'secretPath', '/', 'secretKey', n::text))
       from generate_series(1, 10000) n`,
      [scene.project.id],
    );
    await query(`update project_event_heads set last_seq = 10000 where project_id = $1`, [
      scene.project.id,
    ]);
    const reads = jest.spyOn(server.app.get(EventsRepository), 'readAfter');

    const again = await listen(server, scene.admin.token, { ...ask, cursor: source.cursor });
    await again.until(({ keys }) => keys.includes('10000'), 25_000);

    expect(again.keys).toEqual(Array.from({ length: 10_000 }, (_, n) => String(n + 1)));
    // Twenty pages, and what looks for more.
    expect(reads.mock.calls.length).toBeGreaterThanOrEqual(20);
    expect(reads.mock.calls.length).toBeLessThan(40);
    reads.mockRestore();
  });
});

describe('a cursor that cannot be continued', () => {
  const cases: Record<string, (parts: Awaited<ReturnType<typeof heard>>) => Promise<string>> = {
    'is forged': async () => 'x'.repeat(51),
    'has one bit changed': async ({ source }) => {
      const id = idOf(source, 'A');
      return (id[0] === 'A' ? 'B' : 'A') + id.slice(1);
    },
    'is a number': async () => '17',
    'has ten kilobytes': async () => 'y'.repeat(10_000),
    'is of another project': async () => idOf((await heard()).source, 'A'),
    'is from the future': async ({ source, ask }) => {
      await query(`delete from project_events where project_id = $1 and seq > 1`, [ask.projectId]);
      await query(`update project_event_heads set last_seq = 1 where project_id = $1`, [
        ask.projectId,
      ]);
      return idOf(source, 'C');
    },
    'is older than what is kept': async ({ source, ask }) => {
      await query(`delete from project_events where project_id = $1 and seq <= 2`, [ask.projectId]);
      return idOf(source, 'A');
    },
    'is of a log before a restore': async ({ source, ask }) => {
      await query(
        `update project_events set created_at = created_at + interval '1 second' where project_id = $1`,
        [ask.projectId],
      );
      return idOf(source, 'B');
    },
  };

  it.each(Object.entries(cases))('leads to a reset when it %s', async (_, spoil) => {
    const parts = await heard();
    const { scene, ask, source } = parts;
    const cursor = await spoil(parts);
    source.close();

    const again = await listen(server, scene.admin.token, ask, { 'Last-Event-ID': cursor });
    await again.until(({ events }) => events.length >= 2);
    await write(scene, 'NEXT');
    await again.untilKey('NEXT');

    expect(again.events[0]).toMatchObject({ event: 'reset', id: expect.any(String) });
    expect(JSON.parse(again.events[0]!.data!)).toEqual({ cursor: again.events[0]!.id });
    expect(named(again, 'reset')).toHaveLength(1);
    expect(again.keys.filter(Boolean)).toEqual(['NEXT']);
    const resumed = await listen(server, scene.admin.token, {
      ...ask,
      cursor: again.events[0]!.id!,
    });
    await resumed.untilKey('NEXT');
    expect(resumed.keys).toEqual(['NEXT']);
  });

  it('names every folder asked for, so that clients which know no reset read anew', async () => {
    const scene = await aSecretScene(server);
    for (const path of ['/a', '/a/b', '/c']) await aFolder(scene, path);
    const folder = (secretPath: string) => ({ environmentSlug: 'dev', secretPath });
    const register = [
      { event: 'secret:update', conditions: folder('/a/**') },
      { event: 'secret:delete', conditions: folder('/gone') },
      { event: 'secret:import-mutation', conditions: folder('/c') },
    ];
    const ask = { projectId: scene.project.id, register, cursor: 'nothing' };

    const source = await listen(server, scene.admin.token, ask);
    await source.until(({ events }) => events.length === 4);

    const place = (secretPath: string) => ({ environment: 'dev', secretPath });
    expect(source.events.slice(1).map((each) => [each.event, itemsOf(each)])).toEqual([
      ['secret:import-mutation', [place('/c')]],
      [
        'secret:update',
        [
          { ...place('/a'), secretKey: '*' },
          { ...place('/a/b'), secretKey: '*' },
        ],
      ],
      ['secret:delete', [{ ...place('/gone'), secretKey: '*' }]],
    ]);
  });

  it('leads to a reset for a client without a cursor too, when it was away for too long', async () => {
    const { scene, ask, source } = await heard();
    source.close();
    await query(
      `update project_events set created_at = now() - interval '8 days' where project_id = $1 and seq < 3`,
      [ask.projectId],
    );
    expect(await server.app.get(EventRetention).sweep()).toBe(2);

    const again = await listen(server, scene.admin.token, ask);
    await again.until(({ events }) => events.length >= 2);

    expect(again.events[0]!.event).toBe('reset');
    expect(again.events[1]!.event).toBe('secret:import-mutation');
    const left = await query('select seq::int from project_events where project_id = $1', [
      ask.projectId,
    ]);
    expect(left).toEqual([{ seq: 3 }]);
  });

  it('shows a narrow subscriber nothing of what happens elsewhere', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/mine');
    const narrow: Caller = await aMember(server, scene.project, scene.orgId, [
      {
        subject: 'secret-event-subscriptions',
        action: ['subscribe-to-creation-events'],
        conditions: { environment: 'dev', secretPath: '/mine' },
      },
    ]);
    const mine = { environmentSlug: 'dev', secretPath: '/mine' };
    const ask = { projectId: scene.project.id, register: [{ conditions: mine }] };
    const [one, two] = [
      await listen(server, narrow.token, ask),
      await listen(server, narrow.token, ask),
    ];
    await write(scene, 'ELSEWHERE');
    await withSecrets(scene, [anItem('MINE')], { secretPath: '/mine' });
    await one.untilKey('MINE');
    await two.untilKey('MINE');

    expect(one.cursor).not.toBe(two.cursor);
    expect(one.events).toEqual(two.events);
    expect(one.keys).toEqual(['MINE']);
    expect(one.events[0]!.id).not.toMatch(/\d{6}/);
  });
});
