import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventLog } from '../../src/events/log/event-log.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { EventStreams } from '../../src/events/stream/event-streams.js';
import type { StreamResponse } from '../../src/events/stream/stream-response.js';
import { closeAll, listen, SUBSCRIBE } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { open, request } from '../support/raw-http.js';
import { aMember, type Caller } from '../support/scene.js';
import { aSecretScene, type SecretScene } from '../support/secrets-scene.js';
import { until } from '../support/until.js';

const server = useApp();

const streams = () => server.app.get(EventStreams);
const slots = () => (streams() as unknown as { slots: { size: number } }).slots;
const query = (text: string, values: unknown[] = []) => server.database.source.query(text, values);

const sockets: Socket[] = [];
beforeAll(() => {
  // Whoever is behind here is not cut off for it.
  Object.assign(server.app.get(EventSettings), { pollInterval: 100, slowReaderTimeout: 3_600_000 });
  (server.app.getHttpServer() as Server).timeout = 0;
});
afterEach(async () => {
  closeAll();
  for (const socket of sockets.splice(0)) socket.destroy();
  await until(() => streams().subscribers.size === 0);
});

const subscription = ({ token }: Caller, ask: object) =>
  request(
    `POST ${SUBSCRIBE}`,
    ['Content-Type: application/json', `Authorization: Bearer ${token}`],
    JSON.stringify({ register: [{}], ...ask }),
  );

/** A connection of a peer that does not read, with a subscription or several one behind the other. */
async function deaf(...subscriptions: string[]): Promise<Socket> {
  const socket = await open(server.url);
  sockets.push(socket);
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(subscriptions.join(''));
  await until(() => streams().subscribers.size === subscriptions.length);
  return socket;
}

/** All that comes from now on. */
function hear(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  socket.resume();
  return () => text;
}

const responses = () => [...streams().subscribers].map(({ response }) => response);
const isBehind = ({ hasRoom }: StreamResponse) => !hasRoom;
const unsentOf = (response: StreamResponse): number =>
  (response as unknown as { res: { writableLength: number } }).res.writableLength;

/** Writes more events than the buffers of both ends hold. */
async function tellMuch({ project }: SecretScene): Promise<void> {
  const changes = Array.from({ length: 5_000 }, (_, n) => ({
    environment: 'dev',
    secretPath: '/',
    secretKey: `${'K'.repeat(200)}${n}`,
  }));
  for (let n = 0; n < 10; n++) {
    await server.database.transaction((tx) =>
      server.app.get(EventLog).append(tx, project.id, [{ type: 'secret:update', changes }]),
    );
  }
}

async function tellUntilBehind(scene: SecretScene): Promise<void> {
  await tellMuch(scene);
  await until(() => responses().every(isBehind));
}

async function setRules({ admin, project }: SecretScene, caller: Caller, role: string) {
  await admin.http
    .patch(`/api/v1/projects/${project.id}/memberships/identities/${caller.id}`)
    .send({ roles: [{ role }] })
    .expect(200);
}

const subscriptionRule = (conditions?: object) => ({
  subject: 'secret-event-subscriptions',
  action: ['subscribe-to-update-events', 'subscribe-to-import-mutation-events'],
  ...(conditions ? { conditions } : {}),
});

describe('streams behind another one on the same connection', () => {
  it.each<[string, (socket: Socket) => unknown]>([
    ['is closed', (socket) => socket.destroy()],
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['is half closed', (socket) => socket.resume().end()],
  ])('end when it %s', async (_, end) => {
    const { admin, project } = await aSecretScene(server);
    const one = subscription(admin, { projectId: project.id });

    end(await deaf(one, one, one));

    await until(() => streams().subscribers.size === 0);
    expect(slots().size).toBe(0);
    expect(streams().tails.size).toBe(0);
  });

  it('end when their caller loses its right', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, [subscriptionRule()]);
    const socket = await deaf(
      subscription(scene.admin, { projectId: scene.project.id }),
      subscription(bot, { projectId: scene.project.id }),
    );
    const text = hear(socket);

    await setRules(scene, bot, 'no-access');

    await until(() => streams().subscribers.size === 0);
    expect(slots().size).toBe(0);
    expect(text().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('a reader that is behind', () => {
  it('is pinged nevertheless', async () => {
    const settings = server.app.get(EventSettings);
    const before = settings.pingInterval;
    settings.pingInterval = 50;
    try {
      const scene = await aSecretScene(server);
      await deaf(subscription(scene.admin, { projectId: scene.project.id }));
      await tellUntilBehind(scene);
      const [response] = responses();
      const unsent = unsentOf(response!);

      await until(() => unsentOf(response!) > unsent);

      // A few bytes, and nothing else: it is not sent more events until it has taken those.
      expect(unsentOf(response!) - unsent).toBeLessThan(1_000);
    } finally {
      settings.pingInterval = before;
    }
  });

  it('is ended when its caller loses its right', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, [subscriptionRule()]);
    await deaf(subscription(bot, { projectId: scene.project.id }));
    await tellUntilBehind(scene);

    await setRules(scene, bot, 'no-access');

    await until(() => streams().subscribers.size === 0);
    expect(slots().size).toBe(0);
  });

  it('is sent the folders of a reset by its rights of today', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, [subscriptionRule()]);
    const [role] = await query('select id from project_roles where project_id = $1', [
      scene.project.id,
    ]);
    const long = `/${'f'.repeat(200)}`.repeat(5);
    await query(
      `insert into folders (id, environment_id, parent_id, name, path)
       select gen_random_uuid(), f.environment_id, f.id, n::text, $2 || '/' || n
       from folders f join environments e on e.id = f.environment_id, generate_series(10001, 19000) n
       where e.project_id = $1 and e.slug = 'dev' and f.path = '/'`,
      [scene.project.id, long],
    );
    const ask = { projectId: scene.project.id, cursor: 'forged' };
    const socket = await deaf(subscription(bot, ask));
    await until(() => responses().every(isBehind));

    const permissions = [subscriptionRule({ secretPath: `${long}/19000` })];
    await scene.admin.http
      .patch(`/api/v1/projects/${scene.project.id}/roles/${(role as { id: string }).id}`)
      .send({ permissions })
      .expect(200);
    const text = hear(socket);

    await until(() => text().includes('/19000"'));
    expect(text()).toContain('/10001"');
    expect(text()).not.toContain('/18999"');
    expect(text().match(/event: reset/g)).toHaveLength(2);
  });
});

describe('a clock of the database that was set back', () => {
  it('gives no right back to a stream', async () => {
    const scene = await aSecretScene(server);
    const bot = await aMember(server, scene.project, scene.orgId, 'no-access');
    await scene.admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        identityId: bot.id,
        projectId: scene.project.id,
        permissions: [subscriptionRule()],
        type: {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '30m',
          temporaryAccessStartTime: new Date(Date.now() - 1_000).toISOString(),
        },
      })
      .expect(200);
    const source = await listen(server, bot.token, { projectId: scene.project.id });
    const tail = streams().tails.get(scene.project.id)!;

    // It was an hour later when the stream looked for the last time.
    tail.observe({ ...tail.state, now: tail.state.now + 3_600_000 });

    await source.untilEnd();
    expect(source.events.at(-1)).toMatchObject({ event: 'error' });
  });
});
