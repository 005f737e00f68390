import { generateKeyPairSync } from 'node:crypto';
import { type FakeHost, json } from '../support/outgoing/fake-network.js';
import { anIdentity, aProject, aScene, type Caller } from '../support/scene.js';
import { aSigningKey, nowSeconds, signed, TestIssuer } from '../support/workloads/issuer.js';
import { anSts, identityOf, signedLogin, type StsAnswer } from '../support/workloads/sts.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.open(server.network, 'issuer.example');
});

const SUBJECT = 'repo:octo/app:environment:prod';

const settings = (more: object = {}) => ({
  oidcDiscoveryUrl: issuer.url,
  boundIssuer: issuer.url,
  boundAudiences: 'strongroom',
  boundSubject: SUBJECT,
  boundClaims: { env: 'prod' },
  claimMetadataMapping: { team: 'team' },
  caCert: issuer.host.ca,
  ...more,
});

async function attached(more: object = {}) {
  const scene = await aWorkload(server);
  await scene.admin.http.post(attachPath('oidc-auth', scene.id)).send(settings(more)).expect(200);
  return scene;
}

const good = (more: object = {}) =>
  issuer.token({ aud: 'strongroom', sub: SUBJECT, env: 'prod', team: 'red', jti: 'j', ...more });

interface Step {
  readonly check: string;
  readonly field: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly actual: string;
  readonly hint: string;
}

interface Explanation {
  readonly allowed: boolean;
  readonly steps: readonly Step[];
  readonly token: { header: object; claims: Record<string, unknown> } | null;
  readonly wouldIssue: object | null;
  readonly warnings: readonly { code: string }[];
}

const explain = (caller: Caller, method: string, body: object) =>
  caller.http.post(`${loginPath(method)}/explain`).send(body);

async function explained(caller: Caller, method: string, body: object): Promise<Explanation> {
  return (await explain(caller, method, body).expect(200)).body as Explanation;
}

const failed = ({ steps }: Explanation) => steps.filter(({ ok }) => !ok);

describe('The explanation of a login', () => {
  it('tells every check, what it would issue, and uses up nothing', async () => {
    const { admin, id, orgId } = await attached({ singleUse: true });
    const jwt = await good();

    const first = await explained(admin, 'oidc-auth', { identityId: id, jwt });
    await explained(admin, 'oidc-auth', { identityId: id, jwt });
    await server.http.post(loginPath('oidc-auth')).send({ identityId: id, jwt }).expect(200);
    const after = await explained(admin, 'oidc-auth', { identityId: id, jwt });

    expect(first).toMatchObject({
      allowed: true,
      token: { header: { alg: 'ES256', kid: 'key-1' }, claims: { sub: SUBJECT, team: 'red' } },
      wouldIssue: { ttl: 7_200, maxTTL: 2_592_000, facts: { oidc: { claims: { team: 'red' } } } },
      warnings: [],
    });
    expect(first.steps.map(({ check }) => check)).toEqual([
      ...['address', 'issuer', 'audience', 'times', 'subject', 'claims', 'replay', 'signature'],
      'replay',
    ]);
    expect(first.token!.claims).not.toHaveProperty('jti');
    expect(JSON.stringify(first)).not.toContain(jwt.split('.')[2]);
    expect(failed(after)).toEqual([
      expect.objectContaining({
        check: 'replay',
        field: 'jti',
        hint: expect.stringContaining('signature-used') as string,
      }),
    ]);
    const [row] = await server.database.source.query<{ serial: string; n: number }[]>(
      `select serial, (select count(*)::int from audit_entries
         where org_id = $2 and action = 'oidc-auth.explain') n
       from workload_auths where identity_id = $1`,
      [id, orgId],
    );
    expect({ serial: Number(row!.serial), n: row!.n }).toEqual({ serial: 1, n: 3 });
  });

  it('tells all checks that fail, each with what came, and the near miss', async () => {
    const { admin, id } = await attached();
    const stranger = await aSigningKey('key-1');
    const jwt = await issuer.token(
      {
        iss: `${issuer.url}/`,
        aud: 'https://github.com/octo',
        sub: SUBJECT.toUpperCase(),
        env: 'dev',
        exp: nowSeconds() - 200,
      },
      stranger,
    );

    const { allowed, wouldIssue, steps } = await explained(admin, 'oidc-auth', {
      identityId: id,
      jwt,
    });

    expect({ allowed, wouldIssue }).toEqual({ allowed: false, wouldIssue: null });
    const hints = Object.fromEntries(steps.map(({ check, hint }) => [check, hint]));
    expect(steps.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([
      ...['issuer', 'audience', 'times', 'subject', 'claims', 'signature'],
    ]);
    expect(hints).toMatchObject({
      issuer: expect.stringContaining('trailing slash') as string,
      audience: expect.stringContaining('GitHub') as string,
      times: expect.stringMatching(/expired 20\d s ago/) as string,
      subject: 'They differ by case.',
      signature: expect.stringContaining('None of the keys') as string,
    });
    expect(steps.find(({ check }) => check === 'claims')).toMatchObject({
      field: 'env',
      expected: 'prod',
      actual: 'dev',
    });
  });

  it.each<[string, object, object, string, string]>([
    ['a star that stops', { boundSubject: 'repo:octo/app:*' }, {}, 'subject', '**'],
    ['ids behind names', {}, { sub: 'repo:octo@1/app@2:environment:prod' }, 'subject', 'owner@1'],
    ['a claim that is not there', {}, { env: undefined }, 'claims', 'no such claim'],
    ['white space', {}, { env: 'prod ' }, 'claims', 'white space'],
    [
      'a clock that is off',
      {},
      { iat: nowSeconds() + 500, exp: nowSeconds() + 900 },
      'times',
      'a clock is off',
    ],
    [
      'a fork',
      { boundClaims: { project_id: '1' } },
      { project_id: '2', pipeline_source: 'merge_request_event' },
      'claims',
      'fork',
    ],
  ])('names the near miss: %s', async (_, bound, claims, check, hint) => {
    const { admin, id } = await attached(bound);
    const explanation = await explained(admin, 'oidc-auth', {
      identityId: id,
      jwt: await good(claims),
    });

    expect(failed(explanation)).toEqual([
      expect.objectContaining({ check, hint: expect.stringContaining(hint) as string }),
    ]);
  });

  it('tells of an unknown key, of no token, and of an issuer that is silent or closed', async () => {
    server.network.names.set('closed.example', () => ['10.0.0.9']);
    const { admin, id } = await attached();
    const closed = await attached({
      oidcDiscoveryUrl: 'https://closed.example',
      boundIssuer: 'https://closed.example',
    });
    const silent = await attached({
      oidcDiscoveryUrl: 'https://none.example',
      boundIssuer: 'https://none.example',
    });
    const hintOf = async (caller: Caller, identityId: string, jwt: string) =>
      failed(await explained(caller, 'oidc-auth', { identityId, jwt })).at(-1);
    const other = await aSigningKey('another');

    expect(await hintOf(admin, id, await signed({ iss: issuer.url }, other))).toMatchObject({
      field: 'kid',
      hint: expect.stringContaining('no key with this id') as string,
    });
    expect(await hintOf(admin, id, 'none')).toMatchObject({ check: 'form', field: 'jwt' });
    const about = (iss: string) => good({ iss });
    expect(
      await hintOf(closed.admin, closed.id, await about('https://closed.example')),
    ).toMatchObject({
      check: 'signature',
      hint: expect.stringContaining('OUTGOING_ALLOWED_NETWORKS') as string,
    });
    expect(
      await hintOf(silent.admin, silent.id, await about('https://none.example')),
    ).toMatchObject({
      hint: expect.stringContaining('no address') as string,
    });
  });

  it('is not for who holds less than the identity in one of its projects', async () => {
    const { admin, id, orgId } = await attached();
    const weaker = await anIdentity(server, orgId, 'member');
    const body = { identityId: id, jwt: await good() };
    await explain(weaker, 'oidc-auth', body).expect(200);

    const project = await aProject(admin);
    await admin.http
      .post(`/api/v1/projects/${project.id}/identity-memberships/${id}`)
      .send({ role: 'admin' })
      .expect(200);

    await explain(weaker, 'oidc-auth', body).expect(403);
  });

  it('is for who manages the identity; it is encoded, and shows no proof (T353)', async () => {
    const { admin, id, orgId } = await attached();
    const reader = await anIdentity(server, orgId, [{ subject: 'identity', action: ['read'] }]);
    const { admin: elsewhere } = await aScene(server);
    const markup = '<script>alert(1)</script>\u202e';
    const body = { identityId: id, jwt: await good({ env: markup }) };

    await explain(reader, 'oidc-auth', body).expect(403);
    await explain(elsewhere, 'oidc-auth', body).expect(404);
    await explain(admin, 'jwt-auth', body).expect(404);
    await server.http
      .post(`${loginPath('oidc-auth')}/explain`)
      .send(body)
      .expect(401);
    const answer = await explain(admin, 'oidc-auth', body).expect(200);

    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(failed(answer.body as Explanation)).toEqual([
      expect.objectContaining({ actual: markup }),
    ]);
    const long = await explained(admin, 'oidc-auth', {
      identityId: id,
      jwt: await good({ env: 'x'.repeat(2_000) }),
    });
    expect(failed(long)[0]!.actual).toHaveLength(256);
    // Nothing of a login happened.
    const [row] = await server.database.source.query<{ serial: string; login: object | null }[]>(
      'select serial, last_login login from workload_auths where identity_id = $1',
      [id],
    );
    expect({ ...row, serial: Number(row!.serial) }).toEqual({ serial: 0, login: null });
  });
});

describe('What an explanation says of a check that failed', () => {
  const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const EMAIL = 'deploy@shop.iam.gserviceaccount.com';
  const azure = {
    ...{ tenantId: TENANT, resource: 'https://management.azure.com' },
    allowedServicePrincipalIds: '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e',
  };
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const offline = {
    ...{ tokenReviewMode: 'oidc', issuer: 'https://cluster.local', allowedAudience: 'strongroom' },
    publicKeys: [publicKey.export({ type: 'spki', format: 'pem' })],
    ...{ allowedNamespaces: 'shop', allowedNames: 'api' },
  };
  const ref = { ref: 'refs/heads/main' };

  it.each<[string, string, () => object, object]>([
    [
      'another ref',
      'oidc-auth',
      () => settings({ boundClaims: ref }),
      { ref: 'refs/pull/7/merge' },
    ],
    [
      'a claim of another kind',
      'oidc-auth',
      () => settings({ boundClaims: ref }),
      { ref: { a: 1 } },
    ],
    ['another subject', 'oidc-auth', () => settings(), { sub: 'job:other' }],
    ['no subject', 'oidc-auth', () => settings(), { sub: undefined }],
    ['another issuer', 'oidc-auth', () => settings(), { iss: 'https://other.example' }],
    ['no audience', 'oidc-auth', () => settings(), { aud: undefined }],
    ['another tenant', 'azure-auth', () => azure, { tid: TENANT, ver: '1.0', iss: 'x', aud: 'y' }],
    ['a person', 'azure-auth', () => azure, { scp: 'all', oid: 7 }],
    ['another machine', 'gcp-auth', () => ({ type: 'gce', allowedServiceAccounts: EMAIL }), {}],
    [
      ...(['another zone and project', 'gcp-auth'] as const),
      () => ({ type: 'gce', allowedProjects: 'shop', allowedZones: 'z' }),
      { email: EMAIL, google: { compute_engine: { project_id: 'p', zone: 'y' } } },
    ],
    [
      ...(['an account that is not listed', 'gcp-auth'] as const),
      () => ({ type: 'iam', allowedServiceAccounts: EMAIL }),
      { sub: 'other@shop.iam.gserviceaccount.com' },
    ],
    [
      ...(['an account of another project', 'gcp-auth'] as const),
      () => ({ type: 'iam', allowedServiceAccounts: EMAIL, allowedProjects: 'other' }),
      { sub: EMAIL, iss: 'another', exp: nowSeconds() + 40_000 },
    ],
    [
      ...(['another service account', 'kubernetes-auth', () => offline] as const),
      { sub: 'system:serviceaccount:other:job', 'kubernetes.io': {} },
    ],
    ['a person of the cluster', 'kubernetes-auth', () => offline, { sub: 'alice' }],
  ])('is never empty, and never of another method: %s (%s)', async (_, method, bound, claims) => {
    const { admin, id } = await aWorkload(server);
    await admin.http.post(attachPath(method, id)).send(bound()).expect(200);
    await admin.http
      .patch(attachPath(method, id))
      .send({ accessTokenTrustedIps: [{ ipAddress: '10.1.2.3' }] })
      .expect(200);
    const explanation = await explained(admin, method, {
      identityId: id,
      organizationSlug: 'another',
      jwt: await good(claims),
    });

    const steps = failed(explanation);
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) {
      expect(step).toMatchObject({ hint: expect.stringMatching(/\S{3}.*\.$/) as string });
      expect(step.hint).not.toMatch(/GetCallerIdentity|STS/);
    }
  });
});

describe('The explanation of a login that is reviewed', () => {
  it('tells what the cluster did not vouch for', async () => {
    const key = await aSigningKey('cluster');
    let status: object = { authenticated: false };
    const cluster: FakeHost = await server.network.host('cluster.example', (call, res) =>
      json({ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1', status }, 201)(call, res),
    );
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('kubernetes-auth', id))
      .send({
        kubernetesHost: cluster.url,
        caCert: cluster.ca,
        allowedNamespaces: 'shop',
        allowedAudience: 'strongroom',
      })
      .expect(200);
    const jwt = await signed(
      { sub: 'system:serviceaccount:shop:api', exp: nowSeconds() + 60 },
      key,
    );
    const lastOf = async () =>
      failed(await explained(admin, 'kubernetes-auth', { identityId: id, jwt })).at(-1);

    expect(await lastOf()).toMatchObject({ check: 'signature', field: 'jwt' });
    status = {
      authenticated: true,
      user: { username: 'system:serviceaccount:shop:api', groups: ['system:serviceaccounts:shop'] },
    };
    expect(await lastOf()).toMatchObject({
      check: 'audience',
      hint: expect.stringContaining('audience') as string,
    });
    status = { ...status, audiences: ['strongroom'] };
    expect(await explained(admin, 'kubernetes-auth', { identityId: id, jwt })).toMatchObject({
      allowed: true,
      wouldIssue: { facts: { kubernetes: { namespace: 'shop', name: 'api' } } },
      warnings: [{ code: 'namespace-only' }],
    });
  });

  it('tells of a signature that is not the cluster’s, without asking the cluster', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { admin, id } = await aWorkload(server);
    const offline = {
      tokenReviewMode: 'oidc',
      issuer: 'https://cluster.local',
      publicKeys: [publicKey.export({ type: 'spki', format: 'pem' })],
      allowedAudience: 'strongroom',
      allowedNamespaces: 'shop',
      allowedNames: 'api',
    };
    await admin.http.post(attachPath('kubernetes-auth', id)).send(offline).expect(200);
    const iat = nowSeconds();
    const claims = {
      iss: 'https://cluster.local',
      aud: 'strongroom',
      sub: 'system:serviceaccount:shop:api',
      iat,
      exp: iat + 60,
      'kubernetes.io': { namespace: 'shop', serviceaccount: { name: 'api' } },
    };
    const jwt = await signed(claims, await aSigningKey('stranger'));

    const explanation = await explained(admin, 'kubernetes-auth', { identityId: id, jwt });

    expect(failed(explanation)).toMatchObject([{ check: 'signature', field: 'jwt' }]);
    expect(explanation.steps.filter(({ check }) => check === 'signature')).toHaveLength(1);
  });

  it('tells what STS says of a signature, and that it was used', async () => {
    const arn = 'arn:aws:iam::123456789012:role/R';
    const keys = new Map<string, { secret: string; answer: StsAnswer }>([
      ['K', { secret: 's', answer: identityOf(arn) }],
    ]);
    await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('aws-auth', id))
      .send({ allowedPrincipalArns: arn })
      .expect(200);
    const sent = { identityId: id, ...signedLogin({ id: 'K', secret: 's' }) };

    expect(await explained(admin, 'aws-auth', sent)).toMatchObject({ allowed: true, token: null });
    await server.http.post(loginPath('aws-auth')).send(sent).expect(200);
    expect(failed(await explained(admin, 'aws-auth', sent))[0]!.hint).toContain('signature-used');
    const wrong = { identityId: id, ...signedLogin({ id: 'K', secret: 'x' }) };
    expect(failed(await explained(admin, 'aws-auth', wrong))).toMatchObject([
      { check: 'signature', field: 'Authorization' },
    ]);
    const other = {
      identityId: id,
      ...signedLogin({ id: 'K', secret: 's' }, { host: 'sts.evil.example' }),
    };
    expect(failed(await explained(admin, 'aws-auth', other))[0]!.hint).toContain('Host');
  });
});
