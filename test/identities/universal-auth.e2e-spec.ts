import { randomUUID } from 'node:crypto';
import { type IdentityClaims, AccessTokens, FOREVER_SECONDS } from '../../src/auth/access-token.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene, type Caller, withoutReqId } from '../support/scene.js';
import { runs } from '../support/runs.js';

const server = useApp();
const ROOT = '/api/v1/auth/universal-auth';
const LOGIN = `${ROOT}/login`;
const pathOf = (identityId: string) => `${ROOT}/identities/${identityId}`;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Machine extends Credentials {
  readonly admin: Caller;
  readonly orgId: string;
  readonly identityId: string;
  readonly clientSecretId: string;
}

/** An identity that can log in. */
async function aMachine(settings: object = {}, secret: object = {}): Promise<Machine> {
  const { admin, orgId } = await aScene(server);
  const { id: identityId } = await anIdentity(server, orgId, 'member');
  const attached = await admin.http.post(pathOf(identityId)).send(settings).expect(200);
  const { identityUniversalAuth } = attached.body as { identityUniversalAuth: Credentials };
  const made = await admin.http
    .post(`${pathOf(identityId)}/client-secrets`)
    .send(secret)
    .expect(200);
  const { clientSecret, clientSecretData } = made.body as Credentials & {
    clientSecretData: { id: string };
  };
  const { clientId } = identityUniversalAuth;
  return { admin, orgId, identityId, clientId, clientSecret, clientSecretId: clientSecretData.id };
}

const login = ({ clientId, clientSecret }: Credentials) =>
  server.http.post(LOGIN).send({ clientId, clientSecret });

const tokenOf = (answer: { body: unknown }) => (answer.body as { accessToken: string }).accessToken;

const claimsOf = (token: string) => server.app.get(AccessTokens).verify(token) as IdentityClaims;

const sql = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  server.database.source.query<T[]>(text, values);

describe('/api/v1/auth/universal-auth/identities/:identityId', () => {
  const VIEW = {
    id: expect.any(String),
    clientId: expect.any(String),
    identityId: expect.any(String),
    accessTokenTTL: 2_592_000,
    accessTokenMaxTTL: 2_592_000,
    accessTokenNumUsesLimit: 0,
    accessTokenPeriod: 0,
    clientSecretTrustedIps: [
      { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
      { ipAddress: '::', type: 'ipv6', prefix: 0 },
    ],
    accessTokenTrustedIps: [
      { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
      { ipAddress: '::', type: 'ipv6', prefix: 0 },
    ],
    lockoutEnabled: true,
    lockoutThreshold: 3,
    lockoutDurationSeconds: 300,
    lockoutCounterResetSeconds: 30,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  };

  it('attaches, returns, changes and removes', async () => {
    const { admin, orgId } = await aScene(server);
    const { id } = await anIdentity(server, orgId, 'no-access');

    const attached = await admin.http.post(pathOf(id)).send({}).expect(200);
    expect(attached.body).toEqual({ identityUniversalAuth: { ...VIEW, identityId: id } });
    const changes = {
      accessTokenTTL: 60,
      accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }, { ipAddress: '::1' }],
    };
    await admin.http.patch(pathOf(id)).send(changes).expect(200);
    const read = await admin.http.get(pathOf(id)).expect(200);
    expect(read.body).toEqual({
      identityUniversalAuth: {
        ...(attached.body as { identityUniversalAuth: object }).identityUniversalAuth,
        accessTokenTTL: 60,
        accessTokenTrustedIps: [
          { ipAddress: '10.0.0.0', type: 'ipv4', prefix: 8 },
          { ipAddress: '::1', type: 'ipv6' },
        ],
        updatedAt: expect.any(String),
      },
    });
    const shown = await admin.http.get(`/api/v1/identities/${id}`).expect(200);
    expect(shown.body).toMatchObject({
      identity: { identity: { authMethods: ['universal-auth', 'token-auth'] } },
    });
    await admin.http.delete(pathOf(id)).expect(200);
    await admin.http.get(pathOf(id)).expect(404);
    await admin.http.patch(pathOf(id)).send({}).expect(404);
    await admin.http.delete(pathOf(id)).expect(404);
    await admin.http
      .post(`${pathOf(id)}/client-secrets`)
      .send({})
      .expect(404);
    const actions = await sql<{ action: string }>(
      'select action from audit_entries where org_id = $1 order by id',
      [orgId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'universal-auth.attach',
      'universal-auth.update',
      'universal-auth.detach',
    ]);
  });

  it.each([
    [{ accessTokenTTL: -1 }, 422],
    [{ accessTokenTTL: 315_360_001 }, 422],
    [{ accessTokenTTL: '60' }, 422],
    [{ accessTokenTTL: 61, accessTokenMaxTTL: 60 }, 400],
    [{ clientSecretTrustedIps: [] }, 422],
    [{ clientSecretTrustedIps: [{ ipAddress: '300.0.0.1' }] }, 422],
    [{ clientSecretTrustedIps: [{ ipAddress: '10.0.0.0/33' }] }, 422],
    [{ accessTokenTrustedIps: [{ ipAddress: 'fe80::1%eth0' }] }, 422],
    [{ accessTokenTrustedIps: [{}] }, 422],
    [{ lockoutThreshold: 0 }, 422],
  ])('refuses %j with %i', async (settings, status) => {
    const { admin } = await aScene(server);

    await admin.http.post(pathOf(admin.id)).send(settings).expect(status);
    await admin.http.get(pathOf(admin.id)).expect(404);
  });

  it('refuses a second one', async () => {
    const { admin } = await aScene(server);
    const attach = () => admin.http.post(pathOf(admin.id)).send({});

    const statuses = (await Promise.all([attach(), attach(), attach()])).map((each) => each.status);

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('lets nobody touch the credentials of a stronger identity', async () => {
    const { admin, identityId, clientSecretId, orgId } = await aMachine();
    const weak = await anIdentity(server, orgId, [
      {
        subject: 'identity',
        action: ['read', 'edit-auth', 'revoke-auth', 'create-token', 'get-token', 'delete-token'],
      },
    ]);
    const path = pathOf(identityId);
    const secrets = `${path}/client-secrets`;

    const answers = await Promise.all([
      weak.http.patch(path).send({ accessTokenTTL: 1 }),
      weak.http.delete(path),
      weak.http.post(pathOf(admin.id)).send({}),
      weak.http.post(secrets).send({}),
      weak.http.get(secrets),
      weak.http.get(`${secrets}/${clientSecretId}`),
      weak.http.post(`${secrets}/${clientSecretId}/revoke`),
    ]);

    for (const { body } of answers) {
      expect(body).toMatchObject({
        error: 'PermissionDenied',
        details: { missingPermissions: expect.any(Array) },
      });
    }
    await weak.http.get(path).expect(200);
    await weak.http.post(pathOf(weak.id)).send({}).expect(200);
  });

  it('is refused without permission, and unknown from outside', async () => {
    const { identityId, clientSecretId, orgId } = await aMachine();
    const nobody = await anIdentity(server, orgId, 'no-access');
    const { admin: stranger } = await aScene(server);
    const path = pathOf(identityId);
    const secrets = `${path}/client-secrets`;
    const all = (caller: Caller) => [
      caller.http.post(path).send({}),
      caller.http.get(path),
      caller.http.patch(path).send({}),
      caller.http.delete(path),
      caller.http.post(secrets).send({}),
      caller.http.get(secrets),
      caller.http.get(`${secrets}/${clientSecretId}`),
      caller.http.post(`${secrets}/${clientSecretId}/revoke`),
    ];

    for (const answer of all(nobody)) await answer.expect(403);
    const bodies = [];
    for (const answer of all(stranger)) bodies.push((await answer.expect(404)).body as object);
    expect(new Set(bodies.map((body) => JSON.stringify(withoutReqId(body)))).size).toBe(1);
  });
});

describe('client secrets', () => {
  it('are shown once and kept as a digest', async () => {
    const { admin, identityId } = await aMachine();
    const path = `${pathOf(identityId)}/client-secrets`;

    const { body } = await admin.http
      .post(path)
      .send({ description: 'cluster A', numUsesLimit: 2, ttl: 60 })
      .expect('Cache-Control', 'no-store')
      .expect(200);

    const { clientSecret, clientSecretData } = body as {
      clientSecret: string;
      clientSecretData: { id: string };
    };
    expect(clientSecret).toMatch(/^[\w-]{43}$/);
    expect(clientSecretData).toEqual({
      id: expect.any(String),
      description: 'cluster A',
      clientSecretPrefix: clientSecret.slice(0, 4),
      clientSecretNumUses: 0,
      clientSecretNumUsesLimit: 2,
      clientSecretTTL: 60,
      identityUAId: expect.any(String),
      isClientSecretRevoked: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const one = await admin.http.get(`${path}/${clientSecretData.id}`).expect(200);
    expect(one.body).toEqual({ clientSecretData });
    const list = await admin.http.get(path).expect(200);
    expect((list.body as { clientSecretData: object[] }).clientSecretData).toHaveLength(2);
    const rows = JSON.stringify(await sql('select * from client_secrets'));
    const audit = JSON.stringify(await sql('select * from audit_entries'));
    for (const place of [rows, audit, server.logLines.join('')]) {
      expect(place).not.toContain(clientSecret);
    }
  });

  it('end with their tokens when revoked, however often', async () => {
    const machine = await aMachine();
    const token = tokenOf(await login(machine).expect(200));
    const path = `${pathOf(machine.identityId)}/client-secrets/${machine.clientSecretId}`;

    await machine.admin.http.post(`${path}/revoke`).expect(200);
    const { body } = await machine.admin.http.post(`${path}/revoke`).expect(200);

    expect(body).toMatchObject({ clientSecretData: { isClientSecretRevoked: true } });
    await server.as(token).get('/api/v1/identities/details').expect(401);
    await login(machine).expect(401);
    const unknown = path.replace(machine.clientSecretId, randomUUID());
    await machine.admin.http.post(`${unknown}/revoke`).expect(404);
  });

  it('are at most 50 alive', async () => {
    const { admin, identityId, clientSecretId } = await aMachine();
    await sql(
      `insert into client_secrets (id, universal_auth_id, digest, prefix, uses_limit, ttl)
       select gen_random_uuid(), universal_auth_id, sha256(n::text::bytea || digest), '', 0, 0
       from client_secrets, generate_series(1, 49) n where id = $1`,
      [clientSecretId],
    );
    const path = `${pathOf(identityId)}/client-secrets`;

    await admin.http.post(path).send({}).expect(400);
    await admin.http.post(`${path}/${clientSecretId}/revoke`).expect(200);
    await admin.http.post(path).send({}).expect(200);
  });
});

describe('POST /api/v1/auth/universal-auth/login', () => {
  it('answers a token that clients can read, with and without trailing slash', async () => {
    const machine = await aMachine({ accessTokenTTL: 120, accessTokenMaxTTL: 600 });

    const { body } = await server.http
      .post(`${LOGIN}/`)
      .set('Authorization', '')
      .send({ clientId: machine.clientId, clientSecret: machine.clientSecret, extra: null })
      .expect('Cache-Control', 'no-store')
      .expect('Content-Type', /application\/json/)
      .expect(200);

    expect(body).toEqual({
      accessToken: expect.any(String),
      expiresIn: 120,
      accessTokenMaxTTL: 600,
      tokenType: 'Bearer',
    });
    const claims = claimsOf(tokenOf({ body }));
    expect(claims).toMatchObject({
      identityId: machine.identityId,
      identityName: `identity-${machine.identityId}`,
      authMethod: 'universal-auth',
      authTokenType: 'identityAccessToken',
      orgId: machine.orgId,
      clientSecretId: machine.clientSecretId,
      identityAccessTokenId: claims.jti,
      serial: 1,
      exp: claims.iat + 120,
    });
    await server.as(tokenOf({ body })).get('/api/v1/identities/details').expect(200);
    const shown = await machine.admin.http.get(`/api/v1/identities/${machine.identityId}`);
    expect(shown.body).toMatchObject({
      identity: {
        lastLoginAuthMethod: 'universal-auth',
        lastLoginTime: expect.stringMatching(/Z$/),
      },
    });
  });

  it('takes the slug of the organization', async () => {
    const { clientId, clientSecret, orgId } = await aMachine();
    const send = (organizationSlug: string | null) =>
      server.http.post(LOGIN).send({ clientId, clientSecret, organizationSlug });

    await send(`org-${orgId}`).expect(200);
    await send('').expect(200);
    await send(null).expect(200);
    await send('another').expect(401);
  });

  it('gives tokens without end for a time to live of 0, within the maximum', async () => {
    const endless = await login(await aMachine({ accessTokenTTL: 0, accessTokenMaxTTL: 0 }));
    const bounded = await login(await aMachine({ accessTokenTTL: 0, accessTokenMaxTTL: 600 }));

    expect(endless.body).toMatchObject({ expiresIn: 1e9, accessTokenMaxTTL: 1e9 });
    const { exp, iat } = claimsOf(tokenOf(endless));
    expect(exp - iat).toBe(FOREVER_SECONDS);
    expect(bounded.body).toMatchObject({ expiresIn: 600, accessTokenMaxTTL: 600 });
  });

  it('gives tokens of a period', async () => {
    const machine = await aMachine({ accessTokenPeriod: 90 });

    const { body } = await login(machine).expect(200);

    expect(body).toMatchObject({ expiresIn: 90, accessTokenMaxTTL: 1_000_000_000 });
  });

  it('refuses a body that is none', async () => {
    for (const body of [
      {},
      { clientId: 1, clientSecret: 'x' },
      { clientId: {}, clientSecret: [] },
    ]) {
      await server.http.post(LOGIN).send(body).expect(422);
    }
  });

  it('counts the uses of a secret exactly, fifty at once', async () => {
    const machine = await aMachine({ lockoutEnabled: false }, { numUsesLimit: 3 });

    const answers = await Promise.all(Array.from({ length: 50 }, () => login(machine)));

    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(47);
    const serials = good.map((answer) => claimsOf(tokenOf(answer)).serial);
    expect(new Set(serials)).toEqual(new Set([1, 2, 3]));
    for (const answer of good) {
      await server.as(tokenOf(answer)).get('/api/v1/identities/details').expect(200);
    }
  });

  it('lets fifty log in at once', async () => {
    const machine = await aMachine();

    const answers = await Promise.all(Array.from({ length: 50 }, () => login(machine)));

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map((answer) => claimsOf(tokenOf(answer)).jti)).size).toBe(50);
  });

  const BATCHES = runs(2, 50);
  it(`leaves a bit each for ${20 * BATCHES} logins that end in a revocation, a row for 1,024 of them`, async () => {
    const machine = await aMachine();
    const round = async () => {
      const accessToken = tokenOf(await login(machine).expect(200));
      const revoke = () => server.http.post('/api/v1/auth/token/revoke').send({ accessToken });
      await revoke().expect(200);
      await revoke().expect(401);
      await server.as(accessToken).get('/api/v1/identities/details').expect(401);
    };

    for (let batch = 0; batch < BATCHES; batch++)
      await Promise.all(Array.from({ length: 20 }, round));

    const rows = await sql<{ rows: number; bits: number }>(
      `select count(*)::int rows, sum(length(replace(bits::text, '0', '')))::int bits
       from token_revocation_blocks where credential_id = $1`,
      [machine.clientSecretId],
    );
    expect(rows).toEqual([{ rows: 1, bits: 20 * BATCHES }]);
    const others =
      'select (select count(*) from access_tokens)::int + count(*)::int n from token_uses';
    const before = await sql(others);
    await round();
    expect(await sql(others)).toEqual(before);
  });
});

describe('a refused login', () => {
  const HOUR_AGO = `now() - interval '1 hour'`;
  const spoil = (set: string) => async (machine: Machine) => {
    await sql(`update client_secrets set ${set} where id = $1`, [machine.clientSecretId]);
    return machine;
  };
  const patch = (settings: object) => async (machine: Machine) => {
    await machine.admin.http.patch(pathOf(machine.identityId)).send(settings).expect(200);
    return machine;
  };
  const CAUSES: Record<string, (machine: Machine) => Promise<Credentials>> = {
    'unknown client id': async (machine) => ({ ...machine, clientId: randomUUID() }),
    'malformed client id': async (machine) => ({ ...machine, clientId: `x'; --` }),
    'wrong secret': async (machine) => ({ ...machine, clientSecret: 'wrong' }),
    'the secret of another': async (machine) => ({
      ...machine,
      clientSecret: (await aMachine()).clientSecret,
    }),
    'padded secret': async (machine) => ({ ...machine, clientSecret: `${machine.clientSecret} ` }),
    'truncated secret': async (machine) => ({
      ...machine,
      clientSecret: machine.clientSecret.slice(0, -1),
    }),
    revoked: spoil('is_revoked = true'),
    expired: spoil(`ttl = 60, created_at = ${HOUR_AGO}`),
    'used up': spoil('uses_limit = 1, uses = 1'),
    'untrusted address': patch({ clientSecretTrustedIps: [{ ipAddress: '10.0.0.0/8' }] }),
  };

  it.each(Object.keys(CAUSES))('says no more than any other: %s', async (cause) => {
    const credentials = await CAUSES[cause]!(await aMachine());

    const { body } = await login(credentials).expect(401);

    expect(withoutReqId(body as object)).toEqual({
      statusCode: 401,
      error: 'UnauthorizedError',
      message: 'Invalid credentials.',
    });
  });

  it('counts the same rows for known and for unknown client ids', async () => {
    const { clientId } = await aMachine();
    const count = async () =>
      (await sql<{ n: number }>('select count(*)::int n from login_failures'))[0]!.n;
    const added = async (id: string) => {
      const before = await count();
      await login({ clientId: id, clientSecret: 'wrong' }).expect(401);
      return (await count()) - before;
    };

    expect(await added(clientId)).toBe(2);
    expect(await added(randomUUID())).toBe(2);
    expect(await added('nonsense')).toBe(2);
  });
});

describe('the lockout', () => {
  const fail = async (machine: Credentials, times: number) => {
    for (let i = 0; i < times; i++) {
      await login({ ...machine, clientSecret: `wrong ${randomUUID()}` }).expect(401);
    }
  };
  const age = (seconds: number) =>
    sql(
      `update login_failures set expires_at = expires_at - make_interval(secs => $1),
         locked_until = locked_until - make_interval(secs => $1)`,
      [seconds],
    );

  it('refuses the right secret after three failures, until it ends', async () => {
    const machine = await aMachine();
    await fail(machine, 3);
    await login(machine).expect(401);
    const shown = await machine.admin.http.get(`/api/v1/identities/${machine.identityId}`);
    expect(shown.body).toMatchObject({
      identity: { identity: { activeLockoutAuthMethods: ['universal-auth'] } },
    });

    await age(290);
    await login(machine).expect(401);
    await age(11);
    await fail(machine, 1);
    await login(machine).expect(200);
  });

  it('starts counting anew after a success, and after a pause', async () => {
    const machine = await aMachine();
    await fail(machine, 2);
    await login(machine).expect(200);
    await fail(machine, 2);
    await age(31);
    await fail(machine, 2);
    await login(machine).expect(200);
  });

  it('counts case and white space around a client id as the same', async () => {
    const machine = await aMachine();
    const { clientId } = machine;
    const fullWidth = clientId.replace(/[0-9]/g, (digit) =>
      String.fromCodePoint(0xff10 + Number(digit)),
    );
    for (const variant of [clientId.toUpperCase(), ` ${clientId}\t`, fullWidth]) {
      await fail({ ...machine, clientId: variant }, 1);
    }

    await login(machine).expect(401);
  });

  it('holds in its moment: of many guesses at once none after the third succeeds', async () => {
    const machine = await aMachine();
    await fail(machine, 1);
    const wrong = (_: unknown, i: number) => login({ ...machine, clientSecret: `wrong ${i}` });

    await Promise.all(Array.from({ length: 40 }, wrong));

    await login(machine).expect(401);
    const rows = await sql<{ failures: number }>(
      'select failures from login_failures where locked_until is not null',
    );
    expect(rows.map(({ failures }) => failures)).toContain(3);
  });

  it('has a ceiling for one client id over all addresses', async () => {
    const machine = await aMachine({ lockoutThreshold: 2 });
    await fail(machine, 1);
    // As if from nineteen other addresses.
    await sql(
      `update login_failures set failures = 19 where encode(key, 'hex') like '%${'ff'.repeat(16)}'`,
    );
    await fail(machine, 1);

    await sql(`delete from login_failures where encode(key, 'hex') not like '%${'ff'.repeat(16)}'`);
    await login(machine).expect(401);
  });

  it('can be turned off', async () => {
    const machine = await aMachine({ lockoutEnabled: false });
    await fail(machine, 5);
    await login(machine).expect(200);
  });

  it('ends when it is turned off', async () => {
    const machine = await aMachine();
    await fail(machine, 3);
    const path = pathOf(machine.identityId);
    await machine.admin.http.patch(path).send({ lockoutEnabled: false }).expect(200);
    await login(machine).expect(200);
  });
});

describe('what ends a token of universal auth', () => {
  const use = (token: string) => server.as(token).get('/api/v1/identities/details');

  it('is the removal of universal auth', async () => {
    const machine = await aMachine();
    const token = tokenOf(await login(machine).expect(200));
    await use(token).expect(200);

    await machine.admin.http.delete(pathOf(machine.identityId)).expect(200);

    await use(token).expect(401);
    await login(machine).expect(401);
  });

  it('is the deletion of the identity', async () => {
    const machine = await aMachine();
    const token = tokenOf(await login(machine).expect(200));

    await machine.admin.http.delete(`/api/v1/identities/${machine.identityId}`).expect(200);

    await use(token).expect(401);
    await login(machine).expect(401);
  });

  it('is an address that is not trusted any more', async () => {
    const machine = await aMachine();
    const token = tokenOf(await login(machine).expect(200));
    const accessTokenTrustedIps = [{ ipAddress: '10.0.0.0/8' }];

    await machine.admin.http
      .patch(pathOf(machine.identityId))
      .send({ accessTokenTrustedIps })
      .expect(200);

    await use(token).expect(401);
  });
});
