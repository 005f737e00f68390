import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseWatch } from '../../src/database/database-watch.js';
import { DataKeys } from '../../src/keys/data-keys.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { startApp, type TestApp } from '../support/harness.js';
import { ForgetfulDatabase } from '../support/lost-commits.js';
import { aMember, type Caller } from '../support/scene.js';
import { aSecretScene, at, named, type SecretScene, V4 } from '../support/secrets-scene.js';

const PRIVILEGES = '/api/v2/identity-project-additional-privilege';

let database: ForgetfulDatabase;
let replicas: TestApp[];
let ends: (() => Promise<void>)[];
let scene: SecretScene;
const logLines: string[] = [];

/** `isWatched` false: nobody notices that the history is another one, as behind a pooler in the first moment. */
async function start(isWatched: boolean): Promise<void> {
  logLines.length = 0;
  database = await ForgetfulDatabase.start();
  const started = [
    await startApp({}, logLines, database.url),
    await startApp({}, [], database.url),
  ];
  replicas = started.map(({ parts }) => parts);
  ends = started.map(({ end }) => end);
  if (!isWatched)
    await Promise.all(replicas.map(({ app }) => app.get(DatabaseWatch).onModuleDestroy()));
}

beforeEach(async () => {
  scene = await aSecretScene(replicas[0]!);
  await write('KEY', 'first').expect(200);
});
afterEach(closeAll);

async function end(): Promise<void> {
  for (const each of ends) await each();
  await database.end();
}

const both = (caller: Caller) => replicas.map((replica) => replica.as(caller.token));
const where = () => ({ projectId: scene.project.id, environment: 'dev' });
const write = (name: string, secretValue: string) =>
  scene.admin.http.post(named(name, V4)).send({ ...where(), secretValue });
const change = (name: string, secretValue: string) =>
  scene.admin.http.patch(named(name, V4)).send({ ...where(), secretValue });

/** A request that comes to nothing while connections to the server of before are found out. */
async function settled(): Promise<void> {
  for (const replica of replicas) {
    for (let n = 0; n < 200; n++) {
      const { status } = await replica.http.get('/api/health/ready');
      if (status === 200) break;
      await delay(50);
    }
  }
}

async function remember(): Promise<void> {
  await database.remember();
  await settled();
}

async function lose(): Promise<void> {
  await database.lose();
  await settled();
}

const grant = (member: Caller, path: string) =>
  scene.admin.http.post(PRIVILEGES).send({
    projectId: scene.project.id,
    identityId: member.id,
    type: { isTemporary: false },
    permissions: [
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue'],
        conditions: { environment: 'dev', secretPath: path },
      },
    ],
  });

describe.each([
  ['while nobody has noticed yet', false],
  ['when the watch has noticed', true],
])('after a failover that loses commits, %s,', (_, isWatched) => {
  beforeAll(() => start(isWatched));
  afterAll(end);

  it('no right of the lost time is left, on any replica', async () => {
    const member = await aMember(replicas[0]!, scene.project, scene.orgId, 'no-access');
    const url = at(named('KEY', V4), where());
    for (const http of both(member)) await http.get(url).expect(403);
    await remember();
    await grant(member, '/').expect(200);
    for (const http of both(member)) await http.get(url).expect(200);

    await lose();

    for (const http of both(member)) await http.get(url).expect(403);
    // The next change of rights, to other effect.
    await grant(member, '/elsewhere').expect(200);
    for (const http of both(member)) await http.get(url).expect(404);
    await grant(member, '/').expect(200);
    for (const http of both(member)) await http.get(url).expect(200);
  });

  it('an ETag of the lost time gets no 304 for another value', async () => {
    const url = at(named('KEY', V4), where());
    await remember();
    await change('KEY', 'lost').expect(200);
    const etags = await Promise.all(
      both(scene.admin).map(async (http) => (await http.get(url).expect(200)).headers['etag']!),
    );

    await lose();

    await change('KEY', 'kept').expect(200);
    for (const [n, http] of both(scene.admin).entries()) {
      const answer = await http.get(url).set('If-None-Match', etags[n]!).expect(200);
      expect(answer.body).toMatchObject({ secret: { secretValue: 'kept' } });
    }
  });

  it('an ETag from before it still gets its 304', async () => {
    const url = at(named('KEY', V4), where());
    const { headers } = await scene.admin.http.get(url).expect(200);
    await remember();

    await lose();

    for (const http of both(scene.admin)) {
      const { status } = await http.get(url).set('If-None-Match', headers['etag']!);
      expect(status).toBe(304);
    }
  });

  it('no kept answer is left: a repeated key is done, once', async () => {
    const key = randomUUID();
    const send = () => write('ONCE', 'x').set('Idempotency-Key', key);
    await remember();
    await send().expect(200);
    const replayed = await send().expect(200);
    expect(replayed.headers['idempotency-replayed']).toBe('true');

    await lose();

    const again = await send().expect(200);
    expect(again.headers['idempotency-replayed']).toBeUndefined();
    const list = await scene.admin.http.get(at(V4, where())).expect(200);
    expect((list.body as { secrets: object[] }).secrets).toHaveLength(2);
  });

  it('an open stream that heard what was lost is reset, and then misses nothing', async () => {
    const sources = await Promise.all(
      replicas.map((replica) =>
        listen(replica, scene.admin.token, { projectId: scene.project.id }),
      ),
    );
    await remember();
    await write('LOST_1', 'x').expect(200);
    await write('LOST_2', 'x').expect(200);
    for (const source of sources) await source.untilKey('LOST_2');

    await lose();
    // As many, so that the last number is the same again.
    await write('KEPT_1', 'x').expect(200);
    await write('KEPT_2', 'x').expect(200);

    for (const source of sources) {
      await source.until(({ events }) => events.some(({ event }) => event === 'reset'));
    }
    await write('KEPT_3', 'x').expect(200);
    for (const source of sources) {
      await source.untilKey('KEPT_3');
      const reset = source.events.findLastIndex(({ event }) => event === 'reset');
      // What came before the reset is read anew by whoever was reset; what came after is told.
      expect(reset).toBeGreaterThan(0);
      expect(source.ended).toBeNull();
    }
  });

  it('an open stream of which nothing was lost goes on without a gap or a reset', async () => {
    const sources = await Promise.all(
      replicas.map((replica) =>
        listen(replica, scene.admin.token, { projectId: scene.project.id }),
      ),
    );
    await write('BEFORE', 'x').expect(200);
    for (const source of sources) await source.untilKey('BEFORE');
    await remember();

    await lose();
    for (const key of ['A', 'B', 'C']) await write(key, 'x').expect(200);

    for (const source of sources) {
      await source.untilKey('C');
      expect(source.keys).toEqual(['BEFORE', 'A', 'B', 'C']);
      expect(source.events.some(({ event }) => event === 'reset')).toBe(false);
    }
  });

  it('a data key that was made in the lost time is not written under', async () => {
    const { project, orgId } = scene;
    const rotate = async () => {
      const { database: rows, context } = replicas[0]!;
      const keys = new DataKeys(rows, context.rootKeys);
      const keyed = { id: project.id, orgId, version: 1, isDue: true, hasOlder: false };
      await rows.transaction((tx) => keys.makeNext(tx, keyed));
    };
    await remember();
    await rotate();
    await write('LOST', 'x').expect(200);

    await lose();
    await rotate();
    await write('KEPT', 'readable').expect(200);

    const url = at(named('KEPT', V4), where());
    const answer = await replicas[1]!.as(scene.admin.token).get(url).expect(200);
    expect(answer.body).toMatchObject({ secret: { secretValue: 'readable' } });
    await scene.admin.http.get(url).expect(200);
  });

  it('a saved place of the lost time is none: a client without a cursor is reset', async () => {
    const ask = { projectId: scene.project.id };
    (await listen(replicas[0]!, scene.admin.token, ask)).close();
    await write('MORE', 'x').expect(200);
    // As a stream of the lost time saves it, after the failover.
    await replicas[0]!.database.source.query(
      'update event_cursors set seq = seq + 1, stamp = stamp + 1 where project_id = $1',
      [scene.project.id],
    );

    const again = await listen(replicas[0]!, scene.admin.token, ask);
    await again.until(({ events }) => events.length > 0);
    expect(again.events[0]!.event).toBe('reset');
    again.close();
    const third = await listen(replicas[1]!, scene.admin.token, ask);
    await write('LAST', 'x').expect(200);
    await third.untilKey('LAST');
    expect(third.keys).toEqual(['LAST']);
  });

  it('a cursor of the lost time leads to a reset, also when its number is given again', async () => {
    await remember();
    const source = await listen(replicas[0]!, scene.admin.token, { projectId: scene.project.id });
    await write('LOST', 'x').expect(200);
    await source.untilKey('LOST');
    const cursor = source.events.at(-1)!.id!;
    source.close();

    await lose();
    await write('KEPT', 'x').expect(200);
    await write('KEPT_TOO', 'x').expect(200);

    const ask = { projectId: scene.project.id, cursor };
    const again = await listen(replicas[1]!, scene.admin.token, ask);
    await again.until(({ events }) => events.length > 0);
    expect(again.events[0]!.event).toBe('reset');
  });
});

describe('the operator', () => {
  beforeAll(() => start(true));
  afterAll(end);

  it('sees one line at warn and a metric; a restart of the connections alone is none', async () => {
    const lines = () => logLines.filter((line) => line.includes('from another history'));
    await remember();
    await delay(1_500);
    expect(lines()).toEqual([]);
    await write('LOST', 'x').expect(200);

    await lose();

    for (let n = 0; n < 200 && lines().length === 0; n++) await delay(50);
    await delay(1_500);
    expect(lines().map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40]);
    const text = await replicas[0]!.metrics.registry.metrics();
    expect(text).toContain('strongroom_database_incarnation_changes_total 1');
  });
});
