import { randomUUID } from 'node:crypto';
import { type TestApp, useApp } from '../support/harness.js';
import { anIdentity, aScene } from '../support/scene.js';

const PATH = '/api/v1/oauth/token';
const FORM = 'application/x-www-form-urlencoded';

interface Client {
  readonly client_id: string;
  readonly client_secret: string;
}

async function aClient(server: TestApp, settings: object = {}): Promise<Client> {
  const { admin, orgId } = await aScene(server);
  const { id } = await anIdentity(server, orgId, 'member');
  const path = `/api/v1/auth/universal-auth/identities/${id}`;
  const attached = await admin.http.post(path).send(settings).expect(200);
  const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  return {
    client_id: (attached.body as { identityUniversalAuth: { clientId: string } })
      .identityUniversalAuth.clientId,
    client_secret: (made.body as { clientSecret: string }).clientSecret,
  };
}

const GRANT = { grant_type: 'client_credentials' };

const basic = ({ client_id, client_secret }: Client): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;

describe('POST /api/v1/oauth/token', () => {
  const server = useApp();
  const post = (body: object) => server.http.post(PATH).send({ ...GRANT, ...body });
  const form = (body: string) => server.http.post(PATH).set('Content-Type', FORM).send(body);

  it('grants a token for client credentials in JSON, form and Basic', async () => {
    const client = await aClient(server, { accessTokenTTL: 300 });
    const inForm = new URLSearchParams({ ...GRANT, ...client, scope: '' }).toString();
    const percent = (text: string) => text.replaceAll('-', '%2D');
    const encoded = {
      client_id: percent(client.client_id),
      client_secret: percent(client.client_secret),
    };

    for (const answer of [
      post(client),
      form(inForm),
      form('grant_type=client_credentials').set('Authorization', basic(client)),
      post({}).set('Authorization', basic(encoded)),
      post({ client_id: client.client_id }).set('Authorization', basic(client)),
      post(client).set('Authorization', ''),
    ]) {
      const { body } = await answer
        .expect('Cache-Control', 'no-store')
        .expect('Pragma', 'no-cache')
        .expect(200);
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 300,
      });
      const { access_token } = body as { access_token: string };
      await server.as(access_token).get('/api/v1/identities/details').expect(200);
    }
  });

  it('refuses a client in the words of RFC 6749, with a challenge where Basic was tried', async () => {
    const client = await aClient(server);
    const wrong = { ...client, client_secret: 'wrong' };
    const refusal = { error: 'invalid_client', error_description: expect.any(String) };

    for (const body of [wrong, { ...client, client_id: randomUUID() }, { client_id: 'x' }, {}]) {
      const answer = await post(body).expect(401).expect('Cache-Control', 'no-store');
      expect(answer.body).toEqual(refusal);
      expect(answer.headers).not.toHaveProperty('www-authenticate');
    }
    for (const header of [basic(wrong), 'Basic', 'Basic !', 'basic OnNlY3JldA==', 'Basic JTo6']) {
      const answer = await post({})
        .set('Authorization', header)
        .expect(401)
        .expect('WWW-Authenticate', 'Basic realm="strongroom"');
      expect(answer.body).toEqual(refusal);
    }
  });

  it.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'unsupported_grant_type'],
    [{ grant_type: null }, 'invalid_request'],
    [{ grant_type: 7 }, 'invalid_request'],
    [{ client_secret: ['a'] }, 'invalid_request'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ scope: 's'.repeat(10_000) }, 'invalid_scope'],
  ])('answers %j with %s', async (change, error) => {
    const client = await aClient(server);

    const { body } = await post({ ...client, ...change })
      .expect(400)
      .expect('Cache-Control', 'no-store')
      .expect('Pragma', 'no-cache');

    expect(body).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]*$/) });
  });

  it('refuses Basic and body at once, and two clients at once', async () => {
    const client = await aClient(server);

    for (const body of [client, { client_id: randomUUID() }]) {
      const answer = await post(body).set('Authorization', basic(client)).expect(400);
      expect(answer.body).toMatchObject({ error: 'invalid_request' });
    }
  });

  it('keeps its shape for bodies that are none', async () => {
    for (const [answer, status] of [
      [form('grant_type=client_credentials&grant_type=password'), 400],
      [form(''), 400],
      [form(`grant_type=${'x'.repeat(1024 * 1024)}`), 413],
      [form(Array.from({ length: 50_000 }, (_, i) => `p${i}=1`).join('&')), 413],
      [form(Array.from({ length: 1_000 }, (_, i) => `p${i}=1`).join('&')), 400],
      [server.http.post(PATH).set('Content-Type', 'application/json').send('{'), 400],
      [server.http.post(PATH).set('Content-Type', 'text/plain').send('x'), 415],
      [server.http.post(PATH).set('Content-Type', `${FORM}; charset=utf-16`).send('x=1'), 415],
    ] as const) {
      const { body } = await answer.expect(status).expect('Cache-Control', 'no-store');
      expect(body).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
    }
  });

  it('shares the lockout with the other login', async () => {
    const client = await aClient(server);
    for (let i = 0; i < 3; i++) {
      await post({ ...client, client_secret: `wrong ${i}` }).expect(401);
    }

    await post(client).expect(401);
    const credentials = { clientId: client.client_id, clientSecret: client.client_secret };
    await server.http.post('/api/v1/auth/universal-auth/login').send(credentials).expect(401);
  });
});

describe('the rate of logins', () => {
  const server = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_LOGIN: '3' });

  it('is limited by address, and each protocol says so in its own shape', async () => {
    const client = { client_id: randomUUID(), client_secret: 'x' };
    const login = { clientId: randomUUID(), clientSecret: 'x' };
    const send = () => server.http.post('/api/v1/auth/universal-auth/login').send(login);
    for (let i = 0; i < 3; i++) await send().expect(401);

    const plain = await send().expect(429).expect('Retry-After', /^\d+$/);
    expect(plain.body).toMatchObject({
      error: 'RateLimitExceeded',
      message: expect.stringMatching(/\d+ seconds/),
    });
    const oauth = await server.http
      .post(PATH)
      .send({ ...GRANT, ...client })
      .expect(429)
      .expect('Retry-After', /^\d+$/)
      .expect('Cache-Control', 'no-store');
    expect(oauth.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/\d+ seconds/),
    });
  });
});
