import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene, withoutReqId } from '../support/scene.js';

const server = useApp({ TRUSTED_PROXIES: '127.0.0.1' });
const ROOT = '/api/v1/auth/universal-auth';
const IDENTITIES = '/api/v1/auth/universal-auth/identities';
const LOCKED = 'This identity auth method is temporarily locked, please try again later';

const HERE = '198.51.100.1';
const THERE = '203.0.113.9';

async function aMachine(settings: object = {}) {
  const { admin, orgId } = await aScene(server);
  const { id } = await anIdentity(server, orgId, 'member');
  const path = `${IDENTITIES}/${id}`;
  const attached = await admin.http.post(path).send(settings).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  const { clientSecret, clientSecretData } = made.body as {
    clientSecret: string;
    clientSecretData: { id: string };
  };
  return { admin, orgId, id, path, clientId, clientSecret, clientSecretId: clientSecretData.id };
}

const login = (clientId: string, clientSecret: string, from: string, more: object = {}) =>
  server.http
    .post(`${ROOT}/login`)
    .set('X-Forwarded-For', from)
    .send({ clientId, clientSecret, ...more });

async function guess(clientId: string, times: number, from: string): Promise<void> {
  for (let i = 0; i < times; i++) await login(clientId, `guess ${randomUUID()}`, from).expect(401);
}

function expectLocked(answer: Response): void {
  expect(answer.status).toBe(401);
  expect(withoutReqId(answer.body as object)).toEqual({
    statusCode: 401,
    error: 'UnauthorizedError',
    message: LOCKED,
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(300);
}

const lockLines = () => server.logLines.filter((line) => line.includes('"login locked"'));

describe('a stranger who knows a client id (F6)', () => {
  it('cannot lock it out for other addresses, however often it tries', async () => {
    const { clientId, clientSecret } = await aMachine();

    await guess(clientId, 60, HERE);

    expectLocked(await login(clientId, clientSecret, HERE));
    await login(clientId, clientSecret, THERE).expect(200);
  });

  it('cannot lock it out by guesses that arrive together', async () => {
    const { clientId, clientSecret } = await aMachine();

    await Promise.all(
      Array.from({ length: 60 }, (_, i) => login(clientId, `guess ${i}`, HERE).expect(401)),
    );

    await login(clientId, clientSecret, THERE).expect(200);
  });

  it('with many addresses locks out no source that signed in within 30 days', async () => {
    const { clientId, clientSecret } = await aMachine();
    await login(clientId, clientSecret, THERE).expect(200);

    for (let i = 0; i < 30; i++) await guess(clientId, 1, `192.0.2.${i}`);

    expectLocked(await login(clientId, clientSecret, '192.0.2.200'));
    await login(clientId, clientSecret, THERE).expect(200);
  });

  it('is stopped by the ceiling over all addresses', async () => {
    const { clientId, clientSecret } = await aMachine({ lockoutThreshold: 2 });

    for (let i = 0; i < 20; i++) await guess(clientId, 1, `192.0.2.${i}`);

    expectLocked(await login(clientId, clientSecret, HERE));
  });

  it('learns nothing from a lock: an unknown client id is locked alike', async () => {
    const unknown = randomUUID();
    await guess(unknown, 3, HERE);

    expectLocked(await login(unknown, 'guess', HERE));
    const answer = await server.http
      .post('/api/v1/oauth/token')
      .set('X-Forwarded-For', HERE)
      .send({ grant_type: 'client_credentials', client_id: unknown, client_secret: 'guess' });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'invalid_client', error_description: LOCKED });
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('an honest client', () => {
  it('is not locked out by one wrong secret that it repeats', async () => {
    const { clientId, clientSecret } = await aMachine();

    for (let i = 0; i < 40; i++) await login(clientId, 'mistyped', HERE).expect(401);
    for (let i = 0; i < 40; i++) await login(clientId, 'mistyped', `192.0.2.${i}`).expect(401);

    await login(clientId, clientSecret, HERE).expect(200);
  });

  it('is never locked out by a secret that is or was right', async () => {
    const { clientId, clientSecret, clientSecretId } = await aMachine();
    const more = { organizationSlug: 'another' };
    for (let i = 0; i < 5; i++) await login(clientId, clientSecret, HERE, more).expect(401);
    await login(clientId, clientSecret, HERE).expect(200);

    const revoke = (set: string) =>
      server.database.source.query(`update client_secrets set ${set} where id = $1`, [
        clientSecretId,
      ]);
    await revoke('is_revoked = true');
    for (let i = 0; i < 5; i++) await login(clientId, clientSecret, HERE).expect(401);
    await revoke('is_revoked = false');
    await login(clientId, clientSecret, HERE).expect(200);
  });

  it('is locked again by new guesses once the lock is over, though failures are counted for longer', async () => {
    const settings = { lockoutDurationSeconds: 60, lockoutCounterResetSeconds: 3_600 };
    const { clientId, clientSecret } = await aMachine(settings);
    await guess(clientId, 10, HERE);
    expect((await login(clientId, clientSecret, HERE)).status).toBe(401);
    await server.database.source.query(
      `update login_failures set locked_until = now() - interval '1 second' where locked_until is not null`,
    );

    await guess(clientId, 10, HERE);
    expect((await login(clientId, clientSecret, HERE)).status).toBe(401);
  });

  it('is let in again by an administrator, and by nobody weaker', async () => {
    const { admin, orgId, id, path, clientId, clientSecret } = await aMachine();
    const weak = await anIdentity(server, orgId, [{ subject: 'identity', action: ['read'] }]);
    const stranger = (await aScene(server)).admin;
    await guess(clientId, 3, HERE);
    expectLocked(await login(clientId, clientSecret, HERE));

    await weak.http.post(`${path}/clear-lockouts`).send({}).expect(403);
    await stranger.http.post(`${path}/clear-lockouts`).send({}).expect(404);
    const cleared = await admin.http.post(`${path}/clear-lockouts`).send({}).expect(200);

    expect(cleared.body).toEqual({ deleted: 1 });
    await login(clientId, clientSecret, HERE).expect(200);
    const [entry] = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries where action = 'universal-auth.clear-lockouts'
       and org_id = $1`,
      [orgId],
    );
    expect(entry).toMatchObject({ target: { identityId: id } });
  });
});

describe('a lock', () => {
  it('is told to the operator once, by a line and by a metric, without the client id', async () => {
    const { id, clientId } = await aMachine();
    const before = lockLines().length;
    const read = async () => {
      const text = await server.metrics.registry.metrics();
      return Number(/login_lockouts_total\{scope="source"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const counted = await read();

    await guess(clientId, 8, HERE);

    const lines = lockLines().slice(before);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, scope: 'source', identityId: id });
    expect(lines[0]).not.toContain(clientId);
    expect(await read()).toBe(counted + 1);
  });
});
