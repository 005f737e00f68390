import { randomBytes } from 'node:crypto';
import { AccessTokens } from '../../src/auth/access-token.js';
import { ServerKeys } from '../../src/auth/server-keys.js';
import { startApp, TEST_KEYS, type TestApp } from '../support/harness.js';
import { anIdentity, aScene } from '../support/scene.js';

const LOGIN = '/api/v1/auth/universal-auth/login';
const FORMER = TEST_KEYS.authSecret;

/** Runs a replica under another AUTH_SECRET on the same database. */
async function under<T>(
  url: string,
  env: Record<string, string>,
  work: (server: TestApp) => Promise<T>,
): Promise<T> {
  const before = TEST_KEYS.authSecret;
  TEST_KEYS.authSecret = NEW;
  const server = await startApp(env, [], url);
  TEST_KEYS.authSecret = before;
  try {
    return await work(server.parts);
  } finally {
    await server.end();
  }
}

const NEW = randomBytes(32).toString('base64');

describe('a new AUTH_SECRET', () => {
  it('ends no client secret and no token while AUTH_SECRET_FORMER holds the old one', async () => {
    const old = await startApp();
    try {
      const { admin, orgId } = await aScene(old.parts);
      const machine = await anIdentity(old.parts, orgId, 'member');
      const path = `/api/v1/auth/universal-auth/identities/${machine.id}`;
      const attached = await admin.http.post(path).send({}).expect(200);
      const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
        .identityUniversalAuth;
      const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
      const { clientSecret } = made.body as { clientSecret: string };
      const send = (server: TestApp) => server.http.post(LOGIN).send({ clientId, clientSecret });
      const first = await send(old.parts).expect(200);
      const { accessToken } = first.body as { accessToken: string };
      const { databaseUrl } = old.parts;

      await under(databaseUrl, {}, async (server) => {
        await send(server).expect(401);
        await server.as(accessToken).get('/api/v1/identities/details').expect(401);
      });
      await under(databaseUrl, { AUTH_SECRET_FORMER: FORMER }, async (server) => {
        await server.as(accessToken).get('/api/v1/identities/details').expect(200);
        const { body } = await send(server).expect(200);
        const signed = (body as { accessToken: string }).accessToken;
        expect(new AccessTokens(new ServerKeys(NEW)).verify(signed)).toMatchObject({
          identityId: machine.id,
        });
        expect(() => new AccessTokens(new ServerKeys(FORMER)).verify(signed)).toThrow();
      });
      // The login above renewed what is kept of the secret.
      await under(databaseUrl, {}, async (server) => {
        await send(server).expect(200);
        await server.as(accessToken).get('/api/v1/identities/details').expect(401);
      });
    } finally {
      await old.end();
    }
  });
});
