import { type Answering, type FakeHost, json } from '../support/outgoing/fake-network.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import {
  anIdentityOf,
  attachPath,
  aWorkload,
  loginPath,
  REFUSED,
  refusal,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();

const REVIEWER = 'reviewer.token.value';
const NAMESPACE = 'shop';
const ACCOUNT = 'api';
const username = (namespace = NAMESPACE, name = ACCOUNT) =>
  `system:serviceaccount:${namespace}:${name}`;

let cluster: FakeHost;
let key: SigningKey;
/** What the cluster says of a token. */
const reviews = new Map<string, Answering>();

const review = (status: object, more: object = {}): Answering =>
  json({ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status, ...more }, 201);

const authenticated = (user: string = username(), more: object = {}) => ({
  authenticated: true,
  user: {
    username: user,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${user.split(':')[2]}`],
  },
  ...more,
});

beforeAll(async () => {
  key = await aSigningKey('cluster');
  cluster = await server.network.host(
    'cluster.example',
    (call, res) => {
      const { spec } = JSON.parse(call.body) as { spec: { token: string } };
      (reviews.get(spec.token) ?? review({ authenticated: false }))(call, res);
    },
    { port: 6_443 },
  );
});

const settings = (more: object = {}) => ({
  kubernetesHost: cluster.url,
  caCert: cluster.ca,
  allowedNamespaces: NAMESPACE,
  allowedNames: ACCOUNT,
  tokenReviewerJwt: REVIEWER,
  ...more,
});

async function attached(more: object = {}, headers: Record<string, string> = {}) {
  const scene = await aWorkload(server);
  const { body } = await scene.admin.http
    .post(attachPath('kubernetes-auth', scene.id))
    .set(headers)
    .send(settings(more))
    .expect(200);
  return {
    ...scene,
    auth: (body as { identityKubernetesAuth: Record<string, unknown> }).identityKubernetesAuth,
  };
}

/** Every row of every table, as a dump has them. */
async function contentOfDatabase(): Promise<string> {
  const { source } = server.database;
  const tables = await source.query<{ name: string }[]>(
    `select table_name "name" from information_schema.tables where table_schema = 'public'`,
  );
  const rows: object[] = [];
  for (const { name } of tables)
    rows.push(...(await source.query<object[]>(`select t::text from "${name}" t`)));
  return JSON.stringify(rows);
}

let serial = 0;
/** A token of a service account, of which the cluster says this. */
async function token(answer: Answering | null = review(authenticated()), claims: object = {}) {
  const iat = nowSeconds();
  const jwt = await signed(
    { sub: username(), iat, exp: iat + 3_600, jti: String(serial++), ...claims },
    key,
  );
  if (answer) reviews.set(jwt, answer);
  return jwt;
}

const login = (identityId: string, jwt: string) =>
  server.http.post(loginPath('kubernetes-auth')).send({ identityId, jwt });

describe('Kubernetes auth of an identity', () => {
  it('keeps no keys that it would not look at: a cluster reviews tokens without', async () => {
    const junk = Array.from({ length: 20 }, () => 'k'.repeat(16_000));
    const { auth } = await attached({ publicKeys: junk });

    expect(auth).toMatchObject({ tokenReviewMode: 'api', publicKeys: [] });
  });

  it('never shows the reviewer token, nor keeps it readable (T332)', async () => {
    const key = { 'Idempotency-Key': 'with a token'.replaceAll(' ', '-') };
    const { id, admin, orgId, auth } = await attached({}, key);

    expect(auth).toMatchObject({
      kubernetesHost: cluster.url,
      allowedNamespaces: NAMESPACE,
      allowedNames: ACCOUNT,
      allowedAudience: '',
      tokenReviewMode: 'api',
      tokenReviewerJwt: '',
      hasTokenReviewerJwt: true,
      warnings: [],
    });
    const read = await admin.http.get(attachPath('kubernetes-auth', id)).expect(200);
    const repeated = await admin.http
      .post(attachPath('kubernetes-auth', id))
      .set(key)
      .send(settings())
      .expect(200);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    const listed = await admin.http.get('/api/v1/organization/workload-auths').expect(200);
    const stored = await contentOfDatabase();
    const removed = await admin.http.delete(attachPath('kubernetes-auth', id)).expect(200);
    const log = await admin.http.get('/api/v1/organization/audit-logs').expect(200);
    const entries = await server.database.source.query<object[]>(
      'select target from audit_entries where org_id = $1',
      [orgId],
    );
    const answers = [auth, read, repeated, listed, removed, log].map((each) =>
      'body' in each ? (each.body as object) : each,
    );
    const shown = JSON.stringify([answers, entries]) + server.logLines.join('') + stored;
    // As a text, and as the bytes of it in a column or a dump.
    for (const form of ['utf8', 'hex', 'base64'] as const)
      expect(shown).not.toContain(Buffer.from(REVIEWER).toString(form));
    expect(stored).toContain(auth.id);
  });

  it.each([
    [{ allowedNamespaces: '' }, 'allowedNamespaces'],
    [{ allowedNamespaces: 'a*' }, 'allowedNamespaces'],
    [{ allowedNames: 'a?' }, 'allowedNames'],
    [{ kubernetesHost: null }, 'kubernetesHost'],
    [{ kubernetesHost: 'http://cluster.example' }, 'kubernetesHost'],
    [{ kubernetesHost: 'https://user@cluster.example' }, 'kubernetesHost'],
    [{ kubernetesHost: 'https://cluster.example?a=b' }, 'kubernetesHost'],
    [{ tokenReviewMode: 'oidc' }, 'allowedAudience'],
    [{ tokenReviewMode: 'oidc', allowedAudience: ' , \u00a0,' }, 'allowedAudience'],
    [{ tokenReviewMode: 'oidc', allowedAudience: 'x' }, 'issuer'],
    [{ verifyTlsCertificate: false }, 'verifyTlsCertificate'],
    [{ tlsSkipVerify: true }, 'tlsSkipVerify'],
  ])('is refused where it would let anybody in (400, T330): %j', async (more, field) => {
    const { id, admin } = await aWorkload(server);

    const { body } = await admin.http
      .post(attachPath('kubernetes-auth', id))
      .send(settings(more))
      .expect(400);
    expect((body as { details: object }).details).toEqual({ field });
  });

  it.each(['a b', 'a\r\nX-Other: 1', 'ä', 'x'.repeat(8_193)])(
    'takes no reviewer token that is none (422): %j',
    async (tokenReviewerJwt) => {
      const { id, admin } = await aWorkload(server);

      const { body } = await admin.http
        .post(attachPath('kubernetes-auth', id))
        .send(settings({ tokenReviewerJwt }))
        .expect(422);
      expect((body as { message: { path: string[] }[] }).message[0]!.path).toEqual([
        'tokenReviewerJwt',
      ]);
    },
  );

  it('takes a reviewer token as a file has it, with a newline at its end', async () => {
    const { id } = await attached({ tokenReviewerJwt: `${REVIEWER}\n` });

    await login(id, await token()).expect(200);
    expect(cluster.calls.at(-1)!.headers.authorization).toBe(`Bearer ${REVIEWER}`);
  });

  it('has no gateways, and warns of whole namespaces', async () => {
    const { id, admin } = await aWorkload(server);
    const path = attachPath('kubernetes-auth', id);
    await admin.http
      .post(path)
      .send(settings({ tokenReviewMode: 'gateway' }))
      .expect(400);
    await admin.http
      .post(path)
      .send(settings({ gatewayId: 'x' }))
      .expect(400);

    const { body } = await admin.http
      .post(path)
      .send(settings({ allowedNames: '', kubernetesHost: 'cluster.example:6443' }))
      .expect(200);

    const { warnings, kubernetesHost } = (
      body as { identityKubernetesAuth: { warnings: object[]; kubernetesHost: string } }
    ).identityKubernetesAuth;
    expect(warnings).toEqual([{ code: 'namespace-only', message: expect.any(String) as string }]);
    expect(kubernetesHost).toBe('cluster.example:6443');
  });

  it('drops the reviewer token with its host or certificates, unless it comes along (T331)', async () => {
    const { id, admin } = await attached();
    const evil = await server.network.host('evil.example', review({ authenticated: false }));
    const path = attachPath('kubernetes-auth', id);
    const hasToken = async (change: object) => {
      const { body } = await admin.http.patch(path).send(change).expect(200);
      return (body as { identityKubernetesAuth: { hasTokenReviewerJwt: boolean } })
        .identityKubernetesAuth.hasTokenReviewerJwt;
    };

    expect(await hasToken({ allowedNames: 'other' })).toBe(true);
    expect(await hasToken({ kubernetesHost: evil.url })).toBe(false);
    expect(await hasToken({ kubernetesHost: cluster.url, tokenReviewerJwt: REVIEWER })).toBe(true);
    expect(await hasToken({ caCert: '' })).toBe(false);
    expect(await hasToken({ tokenReviewerJwt: REVIEWER })).toBe(true);
    expect(await hasToken({ tokenReviewerJwt: null })).toBe(false);
    expect(JSON.stringify(evil.calls)).not.toContain(REVIEWER);
  });
});

describe('A login by Kubernetes auth', () => {
  it('is of one of the listed namespaces, exactly, and of whoever has the name there now (T330)', async () => {
    const { id } = await attached({ allowedNamespaces: 'a, b', allowedNames: 'api,web' });
    const from = async (namespace: string, name: string, uid = '1') => {
      const sub = username(namespace, name);
      const serviceaccount = { name, uid };
      const claims = { sub, 'kubernetes.io': { namespace, serviceaccount } };
      const { status } = await login(id, await token(review(authenticated(sub)), claims));
      return status;
    };

    for (const namespace of ['a', 'b']) expect(await from(namespace, 'api')).toBe(200);
    // The account was deleted and made anew under its name.
    expect(await from('a', 'api', '2')).toBe(200);
    const strangers = ['a,b', ' a', 'a ', 'A', 'a*', '*', 'a, b', ''];
    const refused = await Promise.all([
      ...strangers.map((namespace) => from(namespace, 'api')),
      ...['Api', 'api,web', 'ap?', ''].map((name) => from('a', name)),
      from('c', 'api'),
    ]);
    for (const status of refused) expect([401, 504]).toContain(status);
    expect(refused).toContain(401);
  });

  it('is reviewed by the cluster, with the reviewer token and the audience', async () => {
    const { id } = await attached({ allowedAudience: 'strongroom' });
    const jwt = await token(review(authenticated(username(), { audiences: ['strongroom'] })));
    const calls = cluster.calls.length;

    const { body } = await login(id, jwt).expect(200);

    const { accessToken } = body as { accessToken: string };
    await server.as(accessToken).get('/api/v1/identities/details').expect(200);
    const claims = JSON.parse(
      Buffer.from(accessToken.split('.')[1]!, 'base64url').toString(),
    ) as object;
    expect(claims).toMatchObject({
      authMethod: 'kubernetes-auth',
      identityAuth: { kubernetes: { namespace: NAMESPACE, name: ACCOUNT } },
    });
    expect(
      cluster.calls.slice(calls).map(({ method, path, headers, body: sent }) => ({
        method,
        path,
        authorization: headers.authorization,
        sent: JSON.parse(sent) as object,
      })),
    ).toEqual([
      {
        method: 'POST',
        path: '/apis/authentication.k8s.io/v1/tokenreviews',
        authorization: `Bearer ${REVIEWER}`,
        sent: {
          apiVersion: 'authentication.k8s.io/v1',
          kind: 'TokenReview',
          spec: { token: jwt, audiences: ['strongroom'] },
        },
      },
    ]);
  });

  it('reviews itself where there is no reviewer token', async () => {
    const { id } = await attached({ tokenReviewerJwt: '' });
    const jwt = await token();

    await login(id, jwt).expect(200);

    expect(cluster.calls.at(-1)!.headers.authorization).toBe(`Bearer ${jwt}`);
  });

  it('refuses what the cluster does not vouch for, in one text and at one time (T328, T329, T330)', async () => {
    const { id } = await attached({ allowedAudience: 'strongroom' });
    const meant = { audiences: ['strongroom'] };
    const unknown = '019a0000-0000-7000-8000-000000000000';
    const tries: readonly (readonly [string, Answering | null, object?])[] = [
      [unknown, review(authenticated(username(), meant))],
      [id, review({ ...authenticated(username(), meant), authenticated: 'true' })],
      [id, review({ ...authenticated(username(), meant), authenticated: undefined })],
      [id, review({ ...authenticated(username(), meant), authenticated: 1 })],
      [id, review({ ...authenticated(username(), meant), error: 'no' })],
      [id, review(authenticated('system:node:x', meant))],
      [id, review(authenticated('system:serviceaccount:a:b:c', meant))],
      [id, review(authenticated('system:serviceaccount::b', meant))],
      [id, review(authenticated(username('other'), meant))],
      [id, review(authenticated(username(NAMESPACE, 'other'), meant))],
      [
        id,
        review({ ...authenticated(username(), meant), user: { username: username(), groups: [] } }),
      ],
      [id, review(authenticated())],
      [id, review(authenticated(username(), { audiences: ['other'] }))],
      // Local checks: nothing is asked.
      [id, null, { sub: username('other') }],
      [id, null, { sub: username('Shop') }],
      [id, null, { sub: username(' shop') }],
      [id, null, { sub: username('shop,other') }],
      [id, null, { sub: username('sho*') }],
      [id, null, { sub: 'system:node:x' }],
      [id, null, { exp: nowSeconds() - 120 }],
    ];
    const calls = cluster.calls.length;

    const answers = await Promise.all(
      tries.map(async ([identityId, answer, claims]) => {
        const jwt = await token(answer, claims);
        const start = performance.now();
        const answered = await login(identityId, jwt);
        return { answered, time: performance.now() - start };
      }),
    );

    const refusals = answers.filter(({ answered }) => answered.status === 401);
    // On a loaded machine a refusal may take more than its second, and tells of silence instead.
    for (const { answered } of answers) expect([401, 504]).toContain(answered.status);
    for (const { answered, time } of refusals) {
      expect(refusal(answered)).toEqual(REFUSED);
      expect(time).toBeGreaterThan(990);
    }
    expect(refusals.length).toBeGreaterThan(0);
    expect(cluster.calls.length - calls).toBe(12);
  });

  it('tells of a cluster that gives no answer to work with (504, T329)', async () => {
    const { id } = await attached();
    const answers: readonly Answering[] = [
      json({}, 401),
      json({}, 403),
      json({}, 301, { Location: 'https://evil.example' }),
      json({ kind: 'Status' }, 200),
      json(`"${'x'.repeat(1_000_000)}"`, 200),
      (_call, res) => void res.destroy(),
    ];
    for (const answer of answers) {
      const answered = await login(id, await token(answer));
      expect(answered.status).toBe(504);
      expect(answered.headers['retry-after']).toBe('5');
      expect(JSON.stringify(answered.body)).not.toContain('cluster.example');
    }
  });

  it('is checked without the cluster in the mode oidc (T333)', async () => {
    const other = await aSigningKey('cluster');
    const issuer = 'https://kubernetes.default.svc.cluster.local';
    const keys = { keys: [key.publicJwk] };
    const host = await server.network.host('keys.example', json(keys));
    const offline = {
      tokenReviewMode: 'oidc',
      issuer,
      jwksUrl: `${host.url}/openid/v1/jwks`,
      allowedAudience: 'strongroom',
      tokenReviewerJwt: '',
      kubernetesHost: '',
      caCert: host.ca,
    };
    const { id, auth } = await attached(offline);
    expect(auth.warnings).toEqual([
      { code: 'offline-review', message: expect.any(String) as string },
    ]);
    const iat = nowSeconds();
    const account = (namespace = NAMESPACE, name = ACCOUNT) => ({
      'kubernetes.io': { namespace, serviceaccount: { name } },
    });
    const claims = (more: object = {}) => ({
      iss: issuer,
      aud: ['strongroom'],
      sub: username(),
      iat,
      exp: iat + 3_600,
      ...account(),
      ...more,
    });

    await login(id, await signed(claims(), key)).expect(200);
    await login(id, await signed(claims({ exp: iat + 31_536_000 }), key)).expect(200);
    const refused: readonly (readonly [Promise<string>, string])[] = [
      [signed(claims(), other), 'signature'],
      [signed(claims({ iss: 'https://other' }), key), 'issuer'],
      [signed(claims({ aud: 'other' }), key), 'audience'],
      [signed(claims(account('other')), key), 'namespace'],
      [signed(claims(account(NAMESPACE, 'other')), key), 'name'],
      [signed(claims({ exp: iat + 31_536_000, iat: iat - 26 * 3_600 }), key), 'times'],
      [signed(claims({ exp: undefined }), key), 'times'],
    ];
    const answers = await Promise.all(
      refused.map(async ([jwt, check]) => {
        const { status, body } = await login(id, await jwt);
        return { status, check, reqId: (body as { reqId: string }).reqId };
      }),
    );
    // A machine that is busy gives a refusal so late that it tells of silence instead; the log has the reason all the same.
    expect(answers.every(({ status }) => status === 401 || status === 504)).toBe(true);
    const lines = server.logLines.map(
      (line) => JSON.parse(line) as { msg: string; reqId: string; check?: string },
    );
    const reasons = answers.map(
      ({ reqId }) =>
        lines.find((line) => line.reqId === reqId && line.msg === 'workload login refused')?.check,
    );
    expect(reasons).toEqual(answers.map(({ check }) => check));
    const second = await anIdentityOf((await aWorkload(server)).admin);
    expect(second).not.toBe(id);
  });
});
