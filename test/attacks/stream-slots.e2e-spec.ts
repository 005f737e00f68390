import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventStreams } from '../../src/events/stream/event-streams.js';
import { closeAll, listen, refusal, subscribe } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { anItem, aSecretScene, type SecretScene, withSecrets } from '../support/secrets-scene.js';
import { until } from '../support/until.js';

// N5: two members of two organizations took all slots of a replica's event streams.

const server = useApp();
let before: { perCaller: number; perOrganization: number; perReplica: number };

const settings = () => server.app.get(EventSettings);
const running = () => server.app.get(EventStreams).subscribers.size;

beforeAll(() => {
  const { perCaller, perOrganization, perReplica } = settings();
  before = { perCaller, perOrganization, perReplica };
  Object.assign(settings(), { perCaller: 100, perOrganization: 10, perReplica: 20 });
});
afterAll(() => void Object.assign(settings(), before));
afterEach(async () => {
  closeAll();
  await until(() => running() === 0);
});

const ask = ({ project }: SecretScene) => ({ projectId: project.id });

/** Opens streams until there is no place; gives those that opened. */
async function takeAll(scene: SecretScene, most = 100) {
  const sources = [];
  while (sources.length < most) {
    const source = await subscribe(server, scene.admin.token, ask(scene)).catch(() => null);
    if (source?.status !== 200) break;
    sources.push(source);
  }
  return sources;
}

describe('slots that two organizations have taken', () => {
  it('are given to a third; evicted streams go on from their cursor', async () => {
    const [first, second, third] = [
      await aSecretScene(server),
      await aSecretScene(server),
      await aSecretScene(server),
    ];
    const taken = [...(await takeAll(first)), ...(await takeAll(second))];
    expect(taken.length).toBe(20);

    const source = await listen(server, third.admin.token, ask(third));
    await withSecrets(third, [anItem('HEARD')]);
    await source.until(({ keys }) => keys.includes('HEARD'));

    await until(() => taken.some(({ ended }) => ended !== null));
    const [gone, ...more] = taken.filter(({ ended }) => ended !== null);
    expect(more).toEqual([]);
    expect(gone!.text).toMatch(/retry: 10000/);
    expect((await refusal(server, first.admin.token, ask(first))).status).toBe(429);

    // Room for a moment: the stream that gave way misses nothing.
    const scene = taken.indexOf(gone!) < 10 ? first : second;
    await withSecrets(scene, [anItem('MEANWHILE')]);
    source.close();
    await until(() => running() < 20);
    const again = await listen(server, scene.admin.token, { ...ask(scene), cursor: gone!.cursor });
    await again.until(({ keys }) => keys.includes('MEANWHILE'));
  });

  it('are shared fairly by ten organizations', async () => {
    const scenes = await Promise.all(Array.from({ length: 10 }, () => aSecretScene(server)));
    const taken = [];
    for (const scene of scenes) taken.push(await takeAll(scene, 10));
    for (const scene of scenes) taken.push(await takeAll(scene, 10));
    await until(() => running() <= 20);
    const { subscribers } = server.app.get(EventStreams);
    const counts = scenes.map(
      ({ project }) => [...subscribers].filter(({ projectId }) => projectId === project.id).length,
    );
    expect(counts).toEqual(scenes.map(() => 2));
  });
});

describe('an organization alone', () => {
  it('has all the streams that its setting allows, and none is evicted', async () => {
    const scene = await aSecretScene(server);
    const sources = await takeAll(scene);
    expect(sources.length).toBe(10);
    expect((await refusal(server, scene.admin.token, ask(scene))).status).toBe(429);
    expect(sources.filter(({ ended }) => ended !== null)).toEqual([]);
  });
});
