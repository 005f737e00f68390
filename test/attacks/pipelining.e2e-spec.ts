import { connect } from 'node:net';
import { useApp } from '../support/harness.js';
import { aScene } from '../support/scene.js';
import { until } from '../support/until.js';

const server = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_ANONYMOUS: '40' });

const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Sends the requests at once and gives what came back, until the end or until all are answered. */
async function pipeline(text: string): Promise<{ answers: number; isCut: boolean }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  let isCut = false;
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.on('close', () => (isCut = true));
  socket.on('error', () => (isCut = true));
  socket.write(text);
  const count = () => received.split('HTTP/1.1 ').length - 1;
  const asked = text.split('\r\n\r\n').length - 1;
  await until(() => isCut || count() >= asked, 20);
  socket.destroy();
  return { answers: count(), isCut };
}

describe('a stranger who sends many requests ahead on one connection', () => {
  it('is cut off beyond 256, before they are begun', async () => {
    const before = server.logLines.length;

    const { isCut } = await pipeline(line('/api/status').repeat(1_000));

    expect(isCut).toBe(true);
    const begun = server.logLines.slice(before).filter((text) => text.includes('/api/status'));
    expect(begun.length).toBeLessThanOrEqual(256);
  });

  it('is answered in order up to 256', async () => {
    const { answers, isCut } = await pipeline(line('/api/status').repeat(256));

    expect(answers).toBe(256);
    expect(isCut).toBe(false);
  });
});

describe('the API document', () => {
  it('is made once, is the same ever after, and is limited by address', async () => {
    const first = await fetch(`${server.url}/api/docs/json`);
    const text = await first.text();
    const second = await fetch(`${server.url}/api/docs/json`);
    const etag = second.headers.get('etag')!;

    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0' });
    expect(await second.text()).toBe(text);
    const third = await fetch(`${server.url}/api/docs/json`, {
      headers: { 'If-None-Match': etag },
    });
    expect(third.status).toBe(304);
    const page = await fetch(`${server.url}/api/docs`);
    expect(page.headers.get('content-type')).toContain('text/html');

    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await fetch(`${server.url}/api/docs/json`)).status),
    );
    expect(statuses).toContain(429);
    const { admin } = await aScene(server);
    await admin.http.get('/api/v1/projects').expect(200);
  });
});

describe('a writer of the database who swallows audit entries', () => {
  it('keeps values from being shown and changes from being made', async () => {
    const { admin } = await aScene(server);
    const { body } = await admin.http
      .post('/api/v1/projects')
      .send({ projectName: 'P' })
      .expect(200);
    const { id } = (body as { project: { id: string } }).project;
    const place = `projectId=${id}&environment=dev`;
    await admin.http
      .post('/api/v4/secrets/A')
      .send({ projectId: id, environment: 'dev', secretValue: 'seen' })
      .expect(200);
    const { source } = server.database;
    await source.query(`create function swallow() returns trigger language plpgsql as
      'begin return null; end'`);
    await source.query(`create trigger swallow before insert on audit_entries
      for each row execute function swallow()`);
    try {
      const read = await admin.http.get(`/api/v4/secrets/A?${place}`);
      const write = await admin.http
        .post('/api/v4/secrets/B')
        .send({ projectId: id, environment: 'dev', secretValue: 'kept' });

      expect([read.status, write.status]).toEqual([500, 500]);
      expect(JSON.stringify(read.body)).not.toContain('seen');
    } finally {
      await source.query('drop function swallow() cascade');
    }
    await admin.http.get(`/api/v4/secrets/B?${place}`).expect(404);
  });
});
