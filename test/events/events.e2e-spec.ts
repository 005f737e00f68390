import { afterEach, describe, expect, it } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import { closeAll, listen, payloadOf, refusal, SUBSCRIBE } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { open, request } from '../support/raw-http.js';
import { aMember, anIdentity, aProject, aScene } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  named,
  sendBatch,
  withSecrets,
} from '../support/secrets-scene.js';
import { until } from '../support/until.js';

const server = useApp();
afterEach(closeAll);

const DEV = { environmentSlug: 'dev' };

describe('POST /api/v1/events/subscribe/project-events', () => {
  it('answers 200 with the headers of a stream, a cursor and a ping at once', async () => {
    const { admin, project } = await aSecretScene(server);

    const source = await listen(server, admin.token, { projectId: project.id });

    const { headers } = source.response;
    expect(source.status).toBe(200);
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['connection']).toBe('keep-alive');
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers['x-event-cursor']).toMatch(/^[\w-]{59}$/);
    expect(source.text).toBe('event: ping\n\n');
  });

  it('sends what is created, changed and deleted, in order, to the byte', async () => {
    const scene = await aSecretScene(server);
    const { admin, project, dev } = scene;
    const source = await listen(server, admin.token, { projectId: project.id });

    await withSecrets(scene, [anItem('A'), anItem('B')]);
    await admin.http
      .patch(named('A'))
      .send({ ...dev, secretValue: 'canary-2' })
      .expect(200);
    await admin.http.delete(named('B')).send(dev).expect(200);
    await source.until(({ events }) => events.length === 3);

    const place = { environment: 'dev', secretPath: '/' };
    const item = (secretKey: string) => ({ ...place, secretKey });
    expect(source.events.map(payloadOf)).toEqual(
      [
        ['secret:create', [item('A'), item('B')]],
        ['secret:update', [item('A')]],
        ['secret:delete', [item('B')]],
      ].map(([eventType, payload]) => ({
        projectType: 'secret-manager',
        data: { eventType, payload },
      })),
    );
    expect(source.text).toMatch(
      /^event: ping\n\n(id: [\w-]{59}\nevent: (secret:\w+)\ndata: \{"projectType":"secret-manager","data":\{"eventType":"\2","payload":\[[^\n]+\]\}\}\n\n){3}$/,
    );
    expect(source.text).not.toContain('canary');
  });

  it.each([
    ['an exact folder', { ...DEV, secretPath: '/a' }, ['A']],
    ['the root by default', DEV, ['ROOT']],
    ['a folder and all below', { ...DEV, secretPath: '/a/**' }, ['A', 'AB', 'ABC']],
    ['a glob', { ...DEV, secretPath: '/a/*' }, ['AB']],
    ['a path without its first slash, with a last one', { ...DEV, secretPath: 'a/b/' }, ['AB']],
    ['another environment', { environmentSlug: 'prod', secretPath: '/**' }, ['PROD']],
  ])('hears of %s', async (_, conditions, keys) => {
    const scene = await aSecretScene(server);
    for (const path of ['/a', '/a/b', '/a/b/c', '/ab']) await aFolder(scene, path);
    const ask = {
      projectId: scene.project.id,
      register: [{ conditions }, { event: 'secret:delete' }],
    };
    const source = await listen(server, scene.admin.token, ask);

    await withSecrets(scene, [anItem('ROOT')]);
    await withSecrets(scene, [anItem('A')], { secretPath: '/a' });
    await withSecrets(scene, [anItem('AB')], { secretPath: '/a/b' });
    await withSecrets(scene, [anItem('ABC')], { secretPath: '/a/b/c' });
    await withSecrets(scene, [anItem('BESIDE')], { secretPath: '/ab' });
    await withSecrets(scene, [anItem('PROD')], { environment: 'prod' });
    await withSecrets(scene, [anItem('END')], { environment: 'staging' });
    await scene.admin.http
      .delete(named('END'))
      .send({ ...scene.dev, environment: 'staging' })
      .expect(200);
    await source.untilKey('END');

    expect(source.keys).toEqual([...keys, 'END']);
  });

  it('splits a thousand secrets into several lines below 48 KiB, in order', async () => {
    const { admin, project, dev } = await aSecretScene(server);
    const source = await listen(server, admin.token, { projectId: project.id });
    const keys = Array.from({ length: 1_000 }, (_, i) => `A_RATHER_LONG_NAME_OF_A_SECRET_${i}`);

    await sendBatch(
      admin,
      dev,
      keys.map((key) => anItem(key)),
    ).expect(200);
    await source.until(({ items }) => items.length === keys.length);

    expect(source.keys).toEqual(keys);
    expect(source.events.length).toBeGreaterThan(1);
    for (const { data } of source.events) expect(Buffer.byteLength(data!)).toBeLessThan(48 * 1024);
  });

  it('lets no name of a secret break out of its line', async () => {
    const { admin, project, dev } = await aSecretScene(server);
    const source = await listen(server, admin.token, { projectId: project.id });
    const names = ['a\nb', 'a\r\n\r\ndata= x', 'a\u2028b\u2029c\u0085d', 'event\nid\n\n'];

    await sendBatch(
      admin,
      dev,
      names.map((name) => anItem(name)),
    ).expect(200);
    await source.until(({ items }) => items.length > 0);

    expect([...source.keys].sort()).toEqual(names.map((name) => name.trim()).sort());
    expect(source.events).toHaveLength(1);
    expect(source.text).not.toMatch(/[\r\u2028\u2029\u0085]/);
  });

  it('pings under traffic too', async () => {
    const settings = server.app.get(EventSettings);
    settings.pingInterval = 40;
    const scene = await aSecretScene(server);
    const source = await listen(server, scene.admin.token, { projectId: scene.project.id });
    settings.pingInterval = 15_000;

    for (let i = 0; source.pings < 4; i++) await withSecrets(scene, [anItem(`KEY_${i}`)]);

    expect(source.items.length).toBeGreaterThan(0);
    expect(source.text).toMatch(/^(event: ping\n\n|id: .*\nevent: .*\ndata: .*\n\n)+$/);
  });
});

describe('a subscription that is refused', () => {
  it('is an ordinary error: 401, 404, 403, 422', async () => {
    const { admin, project, orgId } = await aSecretScene(server);
    const outsider = await anIdentity(server, orgId, 'admin');
    const powerless = await aMember(server, project, orgId, 'no-access');
    const ask = { projectId: project.id };

    expect((await refusal(server, 'garbage', ask)).status).toBe(401);
    expect((await refusal(server, outsider.token, ask)).status).toBe(403);
    expect((await refusal(server, admin.token, { projectId: 'x' })).status).toBe(404);
    const denied = await refusal(server, powerless.token, ask);
    expect(denied).toMatchObject({
      status: 403,
      body: { error: 'PermissionDenied', message: expect.any(String) },
    });
    expect(denied.headers['content-type']).toContain('application/json');
  });

  it.each([
    ['no entry', []],
    ['eleven entries', Array.from({ length: 11 }, () => ({}))],
    ['an unknown event', [{ event: 'secret:read' }]],
    ['no environment', [{ conditions: { secretPath: '/' } }]],
    ['a path that is none', [{ conditions: { ...DEV, secretPath: '/a/../b' } }]],
    [
      'a class of characters, which no folder is called',
      [{ conditions: { ...DEV, secretPath: '/[ab]' } }],
    ],
    ['a glob outside of the language', [{ conditions: { ...DEV, secretPath: '/a/[b]*' } }]],
    ['NUL in a path', [{ conditions: { ...DEV, secretPath: '/a\0' } }]],
  ])('is a 422 for %s', async (_, register) => {
    const { admin, project } = await aSecretScene(server);

    const answer = await refusal(server, admin.token, { projectId: project.id, register });

    expect(answer).toMatchObject({ status: 422, body: { error: 'ValidationFailure' } });
  });

  it('is a 429 with seconds beyond ten streams of an identity in a project', async () => {
    const { admin } = await aScene(server);
    const [one, other] = [await aProject(admin), await aProject(admin)];
    const ask = { projectId: one.id };
    const sources = await Promise.all(
      Array.from({ length: 10 }, () => listen(server, admin.token, ask)),
    );

    const answer = await refusal(server, admin.token, ask);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(answer.body['message']).toMatch(/\d+ seconds/);
    await listen(server, admin.token, { projectId: other.id });

    sources[0]!.close();
    const isFree = async () => (await refusalOrStream(ask)) === 200;
    const refusalOrStream = async (again: typeof ask) => {
      const { status } = await listen(server, admin.token, again).catch(() => ({ status: 429 }));
      return status;
    };
    await until(isFree, 20);
  });

  it('is a 429 when the replica has no place left', async () => {
    const settings = server.app.get(EventSettings);
    const { admin, project } = await aSecretScene(server);
    settings.perReplica = 0;

    const answer = await refusal(server, admin.token, { projectId: project.id });
    settings.perReplica = 1_000;

    expect(answer.status).toBe(429);
  });

  it('is a 400 for control characters in Last-Event-ID', async () => {
    const { admin, project } = await aSecretScene(server);
    const body = JSON.stringify({ projectId: project.id, register: [{}] });
    for (const bad of ['a\0b', 'a\rb', 'a\u0001b']) {
      const socket = await open(server.url);
      const headers = ['Content-Type: application/json', `Authorization: Bearer ${admin.token}`];
      socket.write(request(`POST ${SUBSCRIBE}`, [...headers, `Last-Event-ID: ${bad}`], body));
      const [chunk] = (await new Promise<Buffer[]>((resolve) => {
        socket.once('data', (data: Buffer) => resolve([data]));
      })) as [Buffer];
      socket.destroy();
      expect(chunk.toString()).toMatch(/^HTTP\/1.1 400 /);
    }
  });
});

describe('the document', () => {
  it('describes the stream', async () => {
    const answer = await server.http.get('/api/docs/json').expect(200);

    const { paths } = answer.body as { paths: Record<string, { post: Record<string, unknown> }> };
    expect(paths[SUBSCRIBE]!.post).toMatchObject({
      parameters: [expect.objectContaining({ in: 'header', name: 'Last-Event-ID' })],
      responses: {
        200: {
          headers: { 'X-Event-Cursor': expect.anything() },
          content: { 'text/event-stream': expect.anything() },
        },
        401: expect.anything(),
        429: expect.anything(),
      },
    });
  });
});
