import { afterEach, describe, expect, it } from '@jest/globals';
import { AccessTokens } from '../../src/auth/access-token.js';
import { StreamTickets } from '../../src/auth/stream-tickets.js';
import {
  type EventSource,
  closeAll,
  openByQuery,
  SUBSCRIBE,
} from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMember, aProject, aScene, type Caller } from '../support/scene.js';
import { aFolder, anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';

const server = useApp();
afterEach(closeAll);

interface Ticket {
  readonly ticket: string;
  readonly expiresAt: string;
}

async function aTicket({ http }: Caller, target: object): Promise<Ticket> {
  const { body } = await http.post(`${SUBSCRIBE}/ticket`).send(target).expect(200);
  return body as Ticket;
}

const bearer = ({ token }: Caller) => ({ Authorization: `Bearer ${token}` });

const expectOpen = async (...args: Parameters<typeof openByQuery>): Promise<EventSource> => {
  const source = await openByQuery(...args);
  await source.until(({ status, pings, ended }) => (status === 200 ? pings > 0 : ended !== null));
  expect({ status: source.status, text: source.text }).toMatchObject({ status: 200 });
  return source;
};

interface Refusal {
  readonly status: number;
  readonly body: { message: string | { path: unknown[] }[]; error: string };
}

async function refused(...args: Parameters<typeof openByQuery>): Promise<Refusal> {
  const source = await openByQuery(...args);
  if (source.status === 200) throw new Error('The stream was opened.');
  await source.untilEnd();
  return { status: source.status, body: JSON.parse(source.text) as Refusal['body'] };
}

const problemsIn = ({ body }: Refusal) =>
  (body.message as { path: unknown[] }[]).map(({ path }) => path.join('.'));

describe('GET /api/v1/events/subscribe/project-events', () => {
  it('opens the stream of a ticket without a header, as often as is asked', async () => {
    const scene = await aSecretScene(server);
    const { ticket } = await aTicket(scene.admin, { projectSlug: scene.project.slug });

    const first = await expectOpen(server, { ticket });
    const second = await expectOpen(server, { ticket, projectId: scene.project.id.toUpperCase() });
    await withSecrets(scene, [anItem('A')]);
    await first.untilKey('A');
    await second.untilKey('A');

    expect(first.text).toMatch(
      /^id: [\w-]{59}\nevent: ping\ndata: \{\}\n\nid: [\w-]{59}\nevent: secret:create\n/,
    );
    expect(first.response.headers['content-type']).toBe('text/event-stream');
  });

  it('misses nothing when it comes again with the id of its first ping', async () => {
    const scene = await aSecretScene(server);
    const { ticket } = await aTicket(scene.admin, { projectId: scene.project.id });
    const first = await expectOpen(server, { ticket });
    const { id } = first.frames[0]!;
    first.close();

    await withSecrets(scene, [anItem('MISSED')]);
    const again = await expectOpen(server, { ticket }, { 'Last-Event-ID': id! });
    const byQuery = await expectOpen(server, { ticket, cursor: id! });
    const fresh = await expectOpen(server, { ticket });
    await withSecrets(scene, [anItem('NEXT')]);

    for (const source of [again, byQuery, fresh]) await source.untilKey('NEXT');
    expect(again.keys).toEqual(['MISSED', 'NEXT']);
    expect(byQuery.keys).toEqual(['MISSED', 'NEXT']);
    expect(fresh.keys).toEqual(['NEXT']);
  });

  it('takes the token in the header, the project by id or slug, and a register as JSON', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    await aFolder(scene, '/apps');
    const conditions = { environmentSlug: 'dev', secretPath: '/apps/**' };
    const register = JSON.stringify([{ event: 'secret:create', conditions }]);

    const byId = await expectOpen(server, { projectId: project.id, register }, bearer(admin));
    const bySlug = await expectOpen(server, { projectSlug: project.slug }, bearer(admin));
    await withSecrets(scene, [anItem('ROOT')]);
    await withSecrets(scene, [anItem('APP')], { secretPath: '/apps' });

    await byId.untilKey('APP');
    await bySlug.untilKey('APP');
    expect(byId.keys).toEqual(['APP']);
    expect(bySlug.keys).toEqual(['ROOT', 'APP']);
  });

  it.each([
    ['no project', { projectId: '' }, ['projectId']],
    ['a register that is no JSON', { register: 'dev' }, ['register']],
    ['a register that is no list', { register: '{}' }, ['register']],
    ['an empty register', { register: '[]' }, ['register']],
    ['eleven entries', { register: JSON.stringify(Array(11).fill({})) }, ['register']],
    ['an unknown event', { register: '[{},{"event":"secret:read"}]' }, ['register.1.event']],
    ['a register that is too long', { register: `[{"x":"${'x'.repeat(4_096)}"}]` }, ['register']],
    ['a cursor that is too long', { cursor: 'x'.repeat(257) }, ['cursor']],
  ])('refuses %s (422)', async (_, query, problems) => {
    const { admin, project } = await aSecretScene(server);

    const refusal = await refused(server, { projectId: project.id, ...query }, bearer(admin));

    expect(refusal.status).toBe(422);
    expect(problemsIn(refusal)).toEqual(problems);
  });

  it('answers 401, 404 and 403 as the subscription by POST does', async () => {
    const { admin, orgId, project } = await aSecretScene(server);
    const elsewhere = await aScene(server);
    const powerless = await aMember(server, project, orgId, 'no-access');
    const other = await aProject(admin);
    const query = { projectId: project.id };

    expect((await refused(server, query)).status).toBe(401);
    expect((await refused(server, query, bearer(elsewhere.admin))).status).toBe(404);
    expect((await refused(server, query, bearer(powerless))).status).toBe(403);
    const two = { ...query, projectSlug: other.slug };
    expect((await refused(server, two, bearer(admin))).status).toBe(400);
  });

  it('opens nothing for a HEAD (405)', async () => {
    const { admin, project } = await aSecretScene(server);
    const url = `${server.url}${SUBSCRIBE}?projectId=${project.id}`;

    const answer = await fetch(url, { method: 'HEAD', headers: bearer(admin) });

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('POST /api/v1/events/subscribe/project-events', () => {
  it('takes the project by its slug, refuses two that differ (400) and none (422)', async () => {
    const { admin, project } = await aSecretScene(server);
    const other = await aProject(admin);
    const subscribe = (body: object) =>
      admin.http.post(SUBSCRIBE).send({ register: [{}], ...body });

    await subscribe({ projectId: project.id, projectSlug: other.slug }).expect(400);
    const { body } = await subscribe({}).expect(422);
    expect(body).toMatchObject({ message: [{ path: ['projectId'] }] });
    const answer = await fetch(server.url + SUBSCRIBE, {
      method: 'POST',
      headers: { ...bearer(admin), 'Content-Type': 'application/json' },
      body: JSON.stringify({ projectSlug: project.slug, register: [{}] }),
    });
    expect(answer.status).toBe(200);
    await answer.body!.cancel();
  });
});

describe('A ticket', () => {
  const forStream = async () => {
    const scene = await aSecretScene(server);
    const target = { projectId: scene.project.id, register: [{ event: 'secret:create' }] };
    return { ...scene, target, made: await aTicket(scene.admin, target) };
  };

  it('lives for 15 minutes, and no longer than its token', async () => {
    const { admin, project, made } = await forStream();
    const left = Date.parse(made.expiresAt) - Date.now();
    expect(left / 1000).toBeGreaterThan(890);
    expect(left / 1000).toBeLessThanOrEqual(901);

    const tokens = server.app.get(AccessTokens);
    const claims = tokens.verify(admin.token);
    const exp = Math.floor(Date.now() / 1000) + 60;
    const token = tokens.sign({ ...claims, exp });
    const soon = await aTicket({ ...admin, http: server.as(token) }, { projectId: project.id });
    expect(Date.parse(soon.expiresAt)).toBe(exp * 1000);
  });

  it('opens no other stream (422), and is not taken beside a header (422)', async () => {
    const { admin, made } = await forStream();
    const other = await aProject(admin);
    const { ticket } = made;

    const elsewhere = await refused(server, { ticket, projectId: other.id });
    const wider = await refused(server, { ticket, register: '[{}]' });
    const twofold = await refused(server, { ticket }, bearer(admin));
    const bySlug = await refused(server, { ticket, projectSlug: other.slug });

    expect([elsewhere, wider, twofold].map(problemsIn)).toEqual([
      ['projectId'],
      ['register'],
      ['ticket'],
    ]);
    expect(bySlug.status).toBe(400);
    await expectOpen(server, { ticket, register: '[{"event":"secret:create"}]' });
  });

  it('is no access token, nor an access token a ticket (401)', async () => {
    const { admin, project, made } = await forStream();
    const { ticket } = made;
    const stranger = server.as(ticket);

    await stranger.get(`/api/v1/projects/${project.id}`).expect(401);
    await stranger
      .post(SUBSCRIBE)
      .send({ projectId: project.id, register: [{}] })
      .expect(401);
    await stranger.post('/api/v1/auth/token/renew').send({ accessToken: ticket }).expect(401);
    await server.http.get(`/api/v1/projects/${project.id}?ticket=${ticket}`).expect(401);
    await server.http.post(`${SUBSCRIBE}?ticket=${ticket}`).send({}).expect(401);
    await server.http.post(`${SUBSCRIBE}/ticket?ticket=${ticket}`).send({}).expect(401);
    expect((await refused(server, { ticket: admin.token })).status).toBe(401);
  });

  it('is refused if it was changed, has expired, or comes twice (401)', async () => {
    const { made } = await forStream();
    const { ticket } = made;
    const tickets = server.app.get(StreamTickets);
    const past = Math.floor(Date.now() / 1000) - 5;
    const [head, payload, signature] = ticket.split('.') as [string, string, string];
    const changed = Buffer.from(payload, 'base64url').toString().replace('secret:create', '');

    for (const bad of [
      tickets.sign({ ...tickets.verify(ticket), exp: past }),
      [head, Buffer.from(changed).toString('base64url'), signature].join('.'),
      [head, payload, ''].join('.'),
      `${ticket}x`,
      'x',
    ]) {
      const { status, body } = await refused(server, { ticket: bad });
      expect([status, body.error]).toEqual([401, 'UnauthorizedError']);
      expect(body.message).toMatch(/Ask for another ticket/);
    }
    await server.http.get(`${SUBSCRIBE}?ticket=${ticket}&ticket=${ticket}`).expect(401);
  });

  it('ends with its token, and the streams it opened with it', async () => {
    const { admin, made } = await forStream();
    const { ticket } = made;
    const source = await expectOpen(server, { ticket });

    const accessToken = admin.token;
    await server.http.post('/api/v1/auth/token/revoke').send({ accessToken }).expect(200);

    await source.untilEnd();
    expect(source.text).toContain('event: error');
    expect((await refused(server, { ticket })).status).toBe(401);
  });

  it('ends with the right it was made by (403), and the streams it opened with it', async () => {
    const { admin, orgId, project } = await aSecretScene(server);
    const member = await aMember(server, project, orgId, 'member');
    const { ticket } = await aTicket(member, { projectId: project.id });
    const source = await expectOpen(server, { ticket });

    const path = `/api/v1/projects/${project.id}/identity-memberships/${member.id}`;
    await admin.http.delete(path).expect(200);

    await source.untilEnd();
    expect((await refused(server, { ticket })).status).toBe(403);
  });

  it('spends no use of a token whose uses are counted', async () => {
    const { admin, project } = await aSecretScene(server);
    const tokens = server.app.get(AccessTokens);
    const claims = { ...tokens.verify(admin.token), numUsesLimit: 1 };
    const once = { ...admin, http: server.as(tokens.sign(claims)) };

    const { ticket } = await aTicket(once, { projectId: project.id });

    for (let n = 0; n < 3; n++) (await expectOpen(server, { ticket })).close();
    await once.http.get(`/api/v1/projects/${project.id}`).expect(401);
  });

  it('is in no line of the log, whether it opens a stream or not', async () => {
    const { made } = await forStream();
    const { ticket } = made;

    (await expectOpen(server, { ticket })).close();
    await refused(server, { ticket: `${ticket}x` });
    await server.http.get(`${SUBSCRIBE}/nothing?ticket=${ticket}`).expect(404);

    const signature = ticket.split('.')[2]!;
    expect(server.logLines.length).toBeGreaterThan(0);
    expect(server.logLines.join('')).not.toContain(signature);
  });

  it('is made for what the caller could receive, and fits a URL (422)', async () => {
    const { admin, orgId, project } = await aSecretScene(server);
    const elsewhere = await aScene(server);
    const powerless = await aMember(server, project, orgId, 'no-access');
    const ask = ({ http }: Caller, more: object = {}) =>
      http.post(`${SUBSCRIBE}/ticket`).send({ projectId: project.id, ...more });

    await ask(elsewhere.admin).expect(404);
    await ask(powerless).expect(403);
    await ask(admin, { register: [] }).expect(422);
    const path = (n: number) => `/${'x'.repeat(1_000)}${n}`;
    const register = [1, 2, 3, 4, 5].map((n) => ({
      conditions: { environmentSlug: 'dev', secretPath: path(n) },
    }));
    const { body } = await ask(admin, { register }).expect(422);
    expect(body).toMatchObject({ message: [{ path: ['register'] }] });
    const { ticket } = await aTicket(admin, {
      projectId: project.id,
      register: register.slice(0, 3),
    });
    await expectOpen(server, { ticket });
  });
});
