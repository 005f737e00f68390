import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type IdentityClaims, AccessTokens, FOREVER_SECONDS } from '../../src/auth/access-token.js';
import { ServerKeys } from '../../src/auth/server-keys.js';
import { TokenPurge } from '../../src/identities/token-purge.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene, type Caller, withoutReqId } from '../support/scene.js';

const server = useApp();
const DETAILS = '/api/v1/identities/details';
const UNIVERSAL = '/api/v1/auth/universal-auth';

interface Machine {
  readonly admin: Caller;
  readonly identityId: string;
  readonly clientSecretId: string;
  login(): Promise<string>;
}

async function aMachine(settings: object = {}): Promise<Machine> {
  const { admin, orgId } = await aScene(server);
  const { id } = await anIdentity(server, orgId, 'member');
  const path = `${UNIVERSAL}/identities/${id}`;
  const attached = await admin.http.post(path).send(settings).expect(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const made = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  const { clientSecret, clientSecretData } = made.body as {
    clientSecret: string;
    clientSecretData: { id: string };
  };
  const login = async () => {
    const body = { clientId, clientSecret };
    const answer = await server.http.post(`${UNIVERSAL}/login`).send(body).expect(200);
    return (answer.body as { accessToken: string }).accessToken;
  };
  return { admin, identityId: id, clientSecretId: clientSecretData.id, login };
}

const renew = (accessToken: string) =>
  server.http.post('/api/v1/auth/token/renew').send({ accessToken });
const revoke = (accessToken: string) =>
  server.http.post('/api/v1/auth/token/revoke').send({ accessToken });
const use = (token: string) => server.as(token).get(DETAILS);
const claimsOf = (token: string) => server.app.get(AccessTokens).verify(token) as IdentityClaims;
const renewed = async (token: string) =>
  ((await renew(token).expect(200)).body as { accessToken: string }).accessToken;

/** The token as it would be had it been made earlier. */
function aged(token: string, seconds: number): string {
  const claims = claimsOf(token);
  return server.app.get(AccessTokens).sign({
    ...claims,
    iat: claims.iat - seconds,
    exp: claims.exp - seconds,
    creationEpoch: claims.creationEpoch - seconds,
  });
}

describe('POST /api/v1/auth/token/renew', () => {
  it('renews without an Authorization header, and whatever it says', async () => {
    const { login } = await aMachine({ accessTokenTTL: 100, accessTokenMaxTTL: 500 });
    const token = aged(await login(), 60);

    const { body } = await renew(token).expect('Cache-Control', 'no-store').expect(200);

    expect(body).toEqual({
      accessToken: expect.any(String),
      expiresIn: 100,
      accessTokenMaxTTL: 500,
      tokenType: 'Bearer',
    });
    const [before, after] = [
      claimsOf(token),
      claimsOf((body as { accessToken: string }).accessToken),
    ];
    expect(after).toEqual({ ...before, iat: after.iat, exp: after.iat + 100 });
    expect(after.exp).toBeGreaterThan(before.exp);
    await renew(token).set('Authorization', '').expect(200);
    await renew(token).set('Authorization', 'Bearer nonsense').expect(200);
  });

  it('goes no further than the maximum', async () => {
    const { login } = await aMachine({ accessTokenTTL: 100, accessTokenMaxTTL: 150 });
    const token = aged(await login(), 90);

    const { body } = await renew(token).expect(200);

    const { expiresIn, accessToken } = body as { expiresIn: number; accessToken: string };
    expect(expiresIn).toBeLessThanOrEqual(60);
    const { exp, creationEpoch } = claimsOf(accessToken);
    expect(exp).toBe(creationEpoch + 150);
    await renew(aged(accessToken, 61)).expect(401);
  });

  it('renews a token of a period for ever', async () => {
    const { login } = await aMachine({ accessTokenPeriod: 100, accessTokenMaxTTL: 2_592_000 });
    const first = await login();
    const ancient = { ...claimsOf(first), creationEpoch: 1_000_000_000 };

    // Revoked serials lie under the day of the first token, so the aged one must find none there.
    const { body } = await renew(server.app.get(AccessTokens).sign(ancient)).expect(200);

    expect(body).toMatchObject({ expiresIn: 100, accessTokenMaxTTL: 1_000_000_000 });
  });

  it('renews a token of token auth and notes when', async () => {
    const { admin } = await aScene(server);

    const token = await renewed(admin.token);

    await use(token).expect(200);
    const { jti } = claimsOf(token);
    expect(jti).toBe(claimsOf(admin.token).jti);
    const rows = await server.database.source.query<{ renewed: boolean }[]>(
      'select last_renewed_at is not null renewed from access_tokens where id = $1',
      [jti],
    );
    expect(rows).toEqual([{ renewed: true }]);
  });

  it('refuses what would not be let in: expired, revoked, its credential revoked, elsewhere', async () => {
    const { admin, login, identityId, clientSecretId } = await aMachine({ accessTokenTTL: 100 });
    const [expired, revoked, other, rest] = await Promise.all([login(), login(), login(), login()]);
    await revoke(revoked).expect(200);
    await renew(aged(expired, 100)).expect(401);
    await renew(revoked).expect(401);

    const path = `${UNIVERSAL}/identities/${identityId}`;
    const trust = (ipAddress: string) =>
      admin.http
        .patch(path)
        .send({ accessTokenTrustedIps: [{ ipAddress }] })
        .expect(200);
    await trust('10.0.0.0/8');
    await renew(other).expect(401);
    await trust('0.0.0.0/0');
    await renew(other).expect(200);
    await admin.http.post(`${path}/client-secrets/${clientSecretId}/revoke`).expect(200);
    await renew(rest).expect(401);
  });

  it('does not renew a token that is used up, and keeps the count of one that is not', async () => {
    const { login } = await aMachine({ accessTokenNumUsesLimit: 2 });
    const token = await login();
    await use(token).expect(200);
    const next = await renewed(token);
    await use(next).expect(200);

    await use(next).expect(401);
    await use(token).expect(401);
    await renew(next).expect(401);
    const kept = await server.database.source.query<{ ok: boolean }[]>(
      'select expires_at >= to_timestamp($2) ok from token_uses where token_id = $1',
      [claimsOf(next).jti, claimsOf(next).exp],
    );
    expect(kept).toEqual([{ ok: true }]);
  });

  it('refuses a body without a token', async () => {
    for (const body of [{}, { accessToken: '' }, { accessToken: 1 }, { accessToken: [] }]) {
      await server.http.post('/api/v1/auth/token/renew').send(body).expect(422);
      await server.http.post('/api/v1/auth/token/revoke').send(body).expect(422);
    }
    for (const accessToken of ['x', 'a.b.c', 'st.abc', 'x'.repeat(9_000)]) {
      await renew(accessToken).expect(401);
      await revoke(accessToken).expect(401);
    }
  });
});

describe('POST /api/v1/auth/token/revoke', () => {
  it('ends the token in every text it has', async () => {
    const { login } = await aMachine();
    const token = await login();
    const other = await login();
    const next = await renewed(token);

    const { body } = await revoke(token).expect(200);

    expect(body).toEqual({ message: expect.any(String) });
    await use(token).expect(401);
    await use(next).expect(401);
    await renew(next).expect(401);
    await revoke(next).expect(401);
    await use(other).expect(200);
  });

  it('keeps the revocation for as long as any text of the token may live', async () => {
    const { login, clientSecretId } = await aMachine({ accessTokenTTL: 100, accessTokenMaxTTL: 0 });
    const old = aged(await login(), 90);
    const next = await renewed(old);

    await revoke(old).expect(200);

    const rows = await server.database.source.query<{ ok: boolean }[]>(
      'select expires_at >= to_timestamp($2) ok from token_revocation_blocks where credential_id = $1',
      [clientSecretId, claimsOf(next).exp],
    );
    expect(rows).toEqual([{ ok: true }]);
    expect(FOREVER_SECONDS).toBeGreaterThan(1e9);
  });

  it('happens once, of twenty at once', async () => {
    const { login } = await aMachine();
    const { admin } = await aScene(server);

    for (const token of [await login(), admin.token]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await use(token).expect(401);
    }
  });
});

describe('a use-limited token', () => {
  it('is used exactly as often as it may, by many at once', async () => {
    const { login } = await aMachine({ accessTokenNumUsesLimit: 3 });
    const token = await login();

    const answers = await Promise.all(Array.from({ length: 100 }, () => use(token)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(97);
  });
});

describe('a token that is not ours', () => {
  const forge = (
    token: string,
    change: object,
    header: object = {},
    key: jwt.Secret = server.app.get(ServerKeys).tokenSigning,
  ): string => {
    const payload: Record<string, unknown> = { ...jwt.decode(token, { json: true }), ...change };
    for (const [name, value] of Object.entries(payload)) {
      if (value === undefined) delete payload[name];
    }
    const full = { alg: 'HS256', typ: 'at+jwt', ...header } as jwt.JwtHeader;
    return jwt.sign(payload, key, { header: full, algorithm: full.alg as jwt.Algorithm });
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const FORGERIES: Record<string, (token: string) => string> = {
    'alg none': (token) => `${encode({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`,
    'alg none with a signature': (token) => {
      const [, payload, signature] = token.split('.');
      return `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`;
    },
    'another key': (token) => forge(token, {}, {}, 'another key'),
    'another algorithm with our key': (token) => forge(token, {}, { alg: 'HS512' }),
    'an asymmetric key': (token) => forge(token, {}, { alg: 'ES256' }, pair.privateKey),
    'a public key as secret': (token) => {
      const pem = createPublicKey(pair.privateKey).export({ type: 'spki', format: 'pem' });
      return forge(token, {}, {}, pem);
    },
    'another typ': (token) => forge(token, {}, { typ: 'JWT' }),
    'a kid that is a path, another key': (token) =>
      forge(token, {}, { kid: '../../dev/null' }, 'another key'),
    'a jwk of its own': (token) =>
      forge(
        token,
        {},
        { alg: 'ES256', jwk: pair.publicKey.export({ format: 'jwk' }) },
        pair.privateKey,
      ),
    'no exp': (token) => forge(token, { exp: undefined }),
    'an exp beyond the longest life': (token) => forge(token, { exp: now + 2 * FOREVER_SECONDS }),
    'a negative iat': (token) => forge(token, { iat: -1 }),
    'an exp beyond all bounds': (token) => forge(token, { exp: 1e18 }),
    'an exp that is over': (token) => forge(token, { exp: now - 1 }),
    'an exp of this moment': (token) => forge(token, { exp: now }),
    'no jti': (token) => forge(token, { jti: undefined }),
    'a jti that is no id': (token) => forge(token, { jti: `' or 1=1` }),
    'an unknown jti': (token) => forge(token, { jti: randomUUID() }),
    'no iss': (token) => forge(token, { iss: undefined }),
    'another iss': (token) => forge(token, { iss: 'elsewhere' }),
    'no aud': (token) => forge(token, { aud: undefined }),
    'another aud': (token) => forge(token, { aud: 'elsewhere' }),
    'another identity': (token) => forge(token, { identityId: randomUUID() }),
    'another kind': (token) => forge(token, { authTokenType: 'accessToken' }),
    'nbf to come': (token) => forge(token, { nbf: now + 600 }),
    'cut by one': (token) => token.slice(0, -1),
    'cut to two parts': (token) => token.split('.').slice(0, 2).join('.'),
    padded: (token) => `${token}=`,
    'with more behind it': (token) => `${token}.x`,
    'in capitals': (token) => token.toUpperCase(),
  };

  it.each(Object.keys(FORGERIES))('is refused: %s', async (name) => {
    const { admin } = await aScene(server);
    await use(admin.token).expect(200);
    const forged = FORGERIES[name]!(admin.token);

    const answers = [
      await use(forged).expect(401),
      await renew(forged).expect(401),
      await revoke(forged).expect(401),
    ];

    const bodies = answers.map(({ body }) => JSON.stringify(withoutReqId(body as object)));
    expect(new Set(bodies).size).toBe(1);
    await use(admin.token).expect(200);
  });

  it('is refused in any other dress of the header', async () => {
    const { admin } = await aScene(server);
    const { token } = admin;
    const send = (authorization: string) =>
      server.http.get(DETAILS).set('Authorization', authorization);

    for (const header of ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token},x`]) {
      await send(header).expect(401);
    }
    await send(`bearer ${token}`).expect(200);
  });

  it('does not cross from one credential to another', async () => {
    const one = await aMachine();
    const two = await aMachine();
    const token = await one.login();

    await use(forge(token, { clientSecretId: two.clientSecretId })).expect(401);
    await use(forge(token, { clientSecretId: undefined, serial: undefined })).expect(401);
    await use(token).expect(200);
  });
});

describe('the sweep', () => {
  it('throws out what is over, in every table, and nothing else', async () => {
    const { source } = server.database;
    const old = `now() - interval '2 hours'`;
    const soon = `now() + interval '2 hours'`;
    for (const when of [old, soon]) {
      await source.query(
        `insert into token_revocations (credential_id, created_day, serials, expires_at)
         select gen_random_uuid(), 1, '{[1,2)}', ${when} from generate_series(1, 5)`,
      );
      await source.query(
        `insert into token_revocation_blocks (credential_id, created_day, block, bits, expires_at)
         select gen_random_uuid(), 1, 7, 1::bit(1024), ${when} from generate_series(1, 5)`,
      );
      await source.query(
        `insert into token_uses (token_id, uses, expires_at)
         select gen_random_uuid(), 1, ${when} from generate_series(1, 1500)`,
      );
      await source.query(
        `insert into login_failures (key, failures, expires_at)
         select uuid_send(gen_random_uuid()), 1, ${when} from generate_series(1, 5)`,
      );
    }
    const count = async (condition: string) => {
      const [row] = await source.query<{ n: number }[]>(
        `select (select count(*)::int from token_revocations where ${condition})
           + (select count(*)::int from token_revocation_blocks where ${condition})
           + (select count(*)::int from token_uses where ${condition})
           + (select count(*)::int from login_failures where ${condition}) n`,
      );
      return row!.n;
    };
    const live = await count('expires_at > now()');

    const sweep = server.app.get(TokenPurge);
    const [one, two] = await Promise.all([sweep.sweep(), sweep.sweep()]);

    expect(one + two).toBe(1_520);
    expect(await count(`expires_at < now() - interval '1 hour'`)).toBe(0);
    expect(await count('expires_at > now()')).toBe(live);
  });
});
