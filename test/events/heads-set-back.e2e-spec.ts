import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventsRepository } from '../../src/events/log/events.repository.js';
import { EventWakeup } from '../../src/events/wakeup/wakeup.js';
import { closeAll, type EventSource, listen } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMember } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  named,
  type SecretScene,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';
import { until } from '../support/until.js';

const server = useApp();
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const query = (text: string, values: unknown[]) => server.database.source.query(text, values);

const write = async (scene: SecretScene, ...keys: string[]) => {
  for (const key of keys) await withSecrets(scene, [anItem(key)]);
};
const resetsOf = ({ events }: EventSource) =>
  events.filter(({ event }) => event === 'reset').length;

/** Sets the head back to an event, as a restore of the head's row alone would. */
const setHeadBack = ({ project }: SecretScene, seq: number) =>
  query(
    `update project_event_heads h set last_seq = e.seq, last_stamp =
       floor(extract(epoch from e.created_at) * 1000) * 2048 + (e.xid & 2047)
     from project_events e where h.project_id = $1 and e.project_id = $1 and e.seq = $2`,
    [project.id, seq],
  );

const removeEventsAfter = ({ project }: SecretScene, seq: number) =>
  query('delete from project_events where project_id = $1 and seq > $2', [project.id, seq]);

/** A project with ten events, the cursor of the second, and a stream that starts after the last. */
async function tenEvents() {
  const scene = await aSecretScene(server);
  const ask = { projectId: scene.project.id };
  const first = await listen(server, scene.admin.token, ask);
  for (let n = 1; n <= 10; n++) await write(scene, `K${n}`);
  await first.untilKey('K10');
  const idOf = (key: string) => first.events.find(({ data }) => data?.includes(`"${key}"`))!.id!;
  first.close();
  await wait(100);
  const stream = await listen(server, scene.admin.token, { ...ask, cursor: idOf('K10') });
  return { scene, ask, cursor: idOf('K2'), stream };
}

beforeEach(() => {
  server.app.get(EventSettings).pollInterval = 60_000;
});
afterEach(closeAll);

describe('a log whose head was set back under a running server', () => {
  it('resets each stream once, also one that is behind before the server has noticed', async () => {
    const { scene, ask, cursor, stream } = await tenEvents();
    await removeEventsAfter(scene, 5);
    await setHeadBack(scene, 5);
    const repository = server.app.get(EventsRepository);
    const readAfter = repository.readAfter.bind(repository);
    const slow = jest.spyOn(repository, 'readAfter').mockImplementationOnce(async (...args) => {
      await wait(1_000);
      return readAfter(...args);
    });

    const behind = await listen(server, scene.admin.token, { ...ask, cursor });
    await until(() => slow.mock.results.length !== 0, 20);
    await slow.mock.results[0]!.value;
    await wait(500);
    slow.mockRestore();
    await write(scene, 'NEXT');
    await Promise.all([behind.untilKey('NEXT'), stream.untilKey('NEXT')]);

    expect([resetsOf(behind), resetsOf(stream)]).toEqual([1, 1]);
  });

  it('resets each stream once where the events behind the head are still there', async () => {
    const { scene, stream } = await tenEvents();
    await setHeadBack(scene, 5);

    for (let n = 0; n < 10; n++) {
      server.app.get(EventWakeup).notify(scene.project.id);
      await wait(50);
    }

    expect(resetsOf(stream)).toBe(1);
    expect(stream.keys.filter((key) => key !== undefined)).toEqual([]);
    await write(scene, 'NEXT');
    await stream.untilKey('NEXT');
    expect(resetsOf(stream)).toBe(1);
  });

  it('answers no 304 for a value that has changed since', async () => {
    const scene = await aSecretScene(server);
    await write(scene, 'KEY');
    const member = await aMember(server, scene.project, scene.orgId, 'admin');
    const url = at(named('KEY', V4), { projectId: scene.project.id, environment: 'dev' });
    const { headers } = await member.http.get(url).expect(200);
    const ifChanged = () => member.http.get(url).set('If-None-Match', headers['etag']!);
    await ifChanged().expect(304);
    await scene.admin.http
      .patch(named('KEY'))
      .send({ ...scene.dev, secretValue: 'changed' })
      .expect(200);

    await setHeadBack(scene, 1);

    const answer = await ifChanged().expect(200);
    expect(answer.body).toMatchObject({ secret: { secretValue: 'changed' } });
  });
});
