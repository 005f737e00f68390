import { randomBytes } from 'node:crypto';
import { CompactSign, exportSPKI, importJWK } from 'jose';
import { FailureNotes } from '../../src/workloads/logins/failure-notes.js';
import { WorkloadLoginsRepository } from '../../src/workloads/logins/workload-logins.repository.js';
import { json } from '../support/outgoing/fake-network.js';
import { anIdentity, aProject, type Caller, join } from '../support/scene.js';
import { aSigningKey, nowSeconds, TestIssuer } from '../support/workloads/issuer.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
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
let issuer: TestIssuer;

beforeAll(async () => {
  issuer = await TestIssuer.open(server.network, 'issuer.example');
});

const AUDIENCE = 'strongroom';
const SUBJECT = 'job:shop/api:main';

const settings = (more: object = {}) => ({
  oidcDiscoveryUrl: issuer.url,
  boundIssuer: issuer.url,
  boundAudiences: AUDIENCE,
  boundSubject: SUBJECT,
  caCert: issuer.host.ca,
  ...more,
});

async function attached(more: object = {}) {
  const scene = await aWorkload(server);
  await scene.admin.http.post(attachPath('oidc-auth', scene.id)).send(settings(more)).expect(200);
  return scene;
}

const login = (identityId: string, jwt: string, more: object = {}) =>
  server.http.post(loginPath('oidc-auth')).send({ identityId, jwt, ...more });

const good = (more: object = {}) => issuer.token({ aud: AUDIENCE, sub: SUBJECT, ...more });

describe('OIDC auth of an identity', () => {
  it('is attached, read, changed and removed, and answers as it was sent', async () => {
    const { admin, id, orgId } = await aWorkload(server);
    const path = attachPath('oidc-auth', id);

    const made = await admin.http
      .post(path)
      .send(settings({ boundSubject: 'a:b, c:d' }))
      .expect(200);
    const read = await admin.http.get(path).expect(200);
    const changed = await admin.http
      .patch(path)
      .send({ boundClaims: { env: 'prod' }, boundSubject: null })
      .expect(200);
    const removed = await admin.http.delete(path).send({ identityId: id }).expect(200);

    const known = {
      id: expect.any(String) as string,
      identityId: id,
      oidcDiscoveryUrl: issuer.url,
      boundIssuer: issuer.url,
      boundAudiences: AUDIENCE,
      boundSubject: 'a:b, c:d',
      boundClaims: {},
      claimMetadataMapping: {},
      caCert: issuer.host.ca,
      maxTokenAge: 0,
      singleUse: false,
      accessTokenTTL: 7_200,
      accessTokenMaxTTL: 2_592_000,
      accessTokenNumUsesLimit: 0,
      accessTokenTrustedIps: [
        { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
        { ipAddress: '::', type: 'ipv6', prefix: 0 },
      ],
      warnings: [],
      attachedBy: admin.id,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    };
    expect(made.body).toEqual({ identityOidcAuth: known });
    expect(read.body).toEqual({ identityOidcAuth: known });
    expect(changed.body).toEqual({
      identityOidcAuth: { ...known, boundSubject: '', boundClaims: { env: 'prod' } },
    });
    expect(removed.body).toEqual({
      identityOidcAuth: (changed.body as { identityOidcAuth: object }).identityOidcAuth,
    });
    await admin.http.get(path).expect(404);
    const entries = await server.database.source.query<{ action: string; target: object }[]>(
      `select action, target from audit_entries where org_id = $1 and action like 'oidc-auth.%' order by created_at, action`,
      [orgId],
    );
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...['oidc-auth.attach', 'oidc-auth.detach', 'oidc-auth.update'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('BEGIN CERTIFICATE');
  });

  it('is refused a second time (400), and where its settings would let anybody in (400, T306)', async () => {
    const { admin, id } = await attached();
    const other = await anIdentityOf(admin);
    const path = attachPath('oidc-auth', other);

    await admin.http.post(attachPath('oidc-auth', id)).send(settings()).expect(400);
    for (const [more, field] of [
      [{ boundAudiences: '' }, 'boundAudiences'],
      [{ boundAudiences: 'strong*' }, 'boundAudiences'],
      [{ boundSubject: '' }, 'boundSubject'],
      [{ boundIssuer: null }, 'boundIssuer'],
      [{ oidcDiscoveryUrl: '' }, 'oidcDiscoveryUrl'],
      [{ boundSubject: 'a{b' }, 'boundSubject'],
      [{ boundClaims: { env: 'a**' } }, 'boundClaims.env'],
    ] as const) {
      const { body } = await admin.http.post(path).send(settings(more)).expect(400);
      expect((body as { details: object }).details).toEqual({ field });
    }
    await admin.http.get(path).expect(404);
  });

  it.each([
    [{ oidcDiscoveryUrl: 'http://issuer.example' }, 'oidcDiscoveryUrl'],
    [{ oidcDiscoveryUrl: 'https://user@issuer.example' }, 'oidcDiscoveryUrl'],
    [{ boundClaims: { env: '' } }, 'boundClaims'],
    [{ boundClaims: ['env'] }, 'boundClaims'],
    [{ boundClaims: { env: ' , ' } }, 'boundClaims'],
    [{ boundClaims: { env: 'a\0' } }, 'boundClaims'],
    [{ boundClaims: { 'a\0': 'env' } }, 'boundClaims'],
    [{ claimMetadataMapping: { team: 'a\0' } }, 'claimMetadataMapping'],
    [{ claimMetadataMapping: { 'a b': 'c' } }, 'claimMetadataMapping'],
    [{ caCert: '-----BEGIN PRIVATE KEY-----' }, 'caCert'],
    [{ accessTokenTTL: 0 }, 'accessTokenTTL'],
    [{ maxTokenAge: 59 }, 'maxTokenAge'],
  ])('is refused with the name of a malformed field (422): %j', async (more, field) => {
    const { admin, id } = await aWorkload(server);

    const { body } = await admin.http
      .post(attachPath('oidc-auth', id))
      .send(settings(more))
      .expect(422);
    expect((body as { message: { path: string[] }[] }).message[0]!.path[0]).toBe(field);
  });

  it.each([
    ...[
      'repo:*',
      '*',
      '**',
      '{repo,x}:**',
      '?epo:octo/**',
      'repo:octo*/app:**',
      'repo:{octo,evil}/app',
    ],
  ])('has to name its owner at an issuer of everybody (400, T311): %s', async (boundSubject) => {
    const { admin, id } = await aWorkload(server);
    const github = 'https://token.actions.githubusercontent.com';
    const body = settings({ oidcDiscoveryUrl: github, boundIssuer: github, boundSubject });

    await admin.http.post(attachPath('oidc-auth', id)).send(body).expect(400);
    const answer = await admin.http
      .post(attachPath('oidc-auth', id))
      .send({ ...body, boundClaims: { repository: 'octo/app' } })
      .expect(200);
    const { warnings } = (answer.body as { identityOidcAuth: { warnings: { code: string }[] } })
      .identityOidcAuth;
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['mutable-name', 'issuer-unreachable']),
    );
  });

  it.each<[string, object]>([
    ['https://accounts.google.com', { boundSubject: '1*' }],
    ['https://oidc.vercel.com', { boundSubject: 'owner:*:project:shop:environment:production' }],
    ['https://api.pulumi.com/oidc', { boundSubject: 'pulumi:deploy:**' }],
    ['https://oidc.codefresh.io', { boundClaims: { pipeline_name: 'shop' } }],
    ['https://accounts.google.com', { boundSubject: '10{1,2}' }],
    ['https://accounts.google.com', { boundClaims: { azp: 'a-program-of-everybody' } }],
    ['https://accounts.google.com', { boundClaims: { email: 'ci@octo.example' } }],
    ['https://token.actions.githubusercontent.com.', { boundSubject: 'repo:*/**' }],
    ['https://token.actions.octo.ghe.com', { boundSubject: 'repo:*/**' }],
    ['https://app.eu.terraform.io', { boundSubject: 'organization:*:project:**' }],
    ['https://api.gitpod.io/idp', { boundSubject: 'https://github.com/**' }],
    ['https://gitlab.octo.example', { boundSubject: 'project_path:**' }],
    [
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      { boundClaims: { azp: 'a-program-of-everybody' } },
    ],
    [
      'https://token.actions.githubusercontent.com',
      { boundClaims: { job_workflow_ref: 'octo/app/.github/workflows/a.yml@refs/heads/main' } },
    ],
  ])('has to name its owner by what is of nobody else (400, T311): %s %j', async (url, more) => {
    const { admin, id } = await aWorkload(server);
    const body = { oidcDiscoveryUrl: url, boundIssuer: url, boundSubject: '', ...more };

    const answer = await admin.http.post(attachPath('oidc-auth', id)).send(settings(body));
    expect(answer.status).toBe(400);
    expect((answer.body as { details: object }).details).toEqual({ field: 'boundSubject' });
  });

  it.each<[string, object]>([
    [
      'https://accounts.google.com',
      { boundClaims: { email: 'ci@octo.example', email_verified: 'true' } },
    ],
    ['https://token.actions.octo.ghe.com', { boundSubject: 'repo:octo/**' }],
    ['https://app.eu.terraform.io', { boundSubject: 'organization:octo:project:**' }],
    ['https://api.gitpod.io/idp', { boundSubject: 'https://github.com/octo/app' }],
    ['https://gitlab.octo.example', { boundSubject: 'project_path:octo/**' }],
    [
      'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      { boundClaims: { oid: '00000000-0000-0000-66f3-3332eca7ea81' } },
    ],
  ])('takes a row of one owner of everybody’s issuer (T311): %s %j', async (url, more) => {
    const { admin, id } = await aWorkload(server);
    const body = { oidcDiscoveryUrl: url, boundIssuer: url, boundSubject: '', ...more };

    await admin.http.post(attachPath('oidc-auth', id)).send(settings(body)).expect(200);
  });

  it.each<[string, boolean]>([
    ['job:*', true],
    ['**', true],
    ['organization:*:workspace:shop', true],
    ['tenant:shop:*', false],
    ['tenant:{shop,bakery}:run-?', false],
    ['tenant:shop', false],
  ])(
    'warns of a wildcard before the second part that is certain: %s',
    async (boundSubject, isWide) => {
      const { admin, id } = await aWorkload(server);

      const { body } = await admin.http
        .post(attachPath('oidc-auth', id))
        .send(settings({ boundSubject }))
        .expect(200);

      const { warnings } = (body as { identityOidcAuth: { warnings: { code: string }[] } })
        .identityOidcAuth;
      expect(warnings.some(({ code }) => code === 'wide-subject')).toBe(isWide);
    },
  );

  it('stands for so much text at most, which every login looks at (400, T317)', async () => {
    const { admin, id } = await aWorkload(server);
    const wide = `${'x'.repeat(800)}{${Array.from({ length: 40 }, (_, i) => i).join(',')}}*`;

    const { body } = await admin.http
      .post(attachPath('oidc-auth', id))
      .send(settings({ boundClaims: { a: wide } }))
      .expect(400);

    expect((body as { details: object }).details).toEqual({ field: 'boundClaims' });
  });

  it('takes the number of one account of Google', async () => {
    const { admin, id } = await aWorkload(server);
    const google = 'https://accounts.google.com';
    const body = {
      oidcDiscoveryUrl: google,
      boundIssuer: google,
      boundSubject: '107517467455664443765',
    };

    await admin.http.post(attachPath('oidc-auth', id)).send(settings(body)).expect(200);
  });

  it('warns of an issuer that cannot be reached, and of one in a closed network, without its address (T320)', async () => {
    server.network.names.set('inner.example', () => ['10.0.0.7']);
    const { admin, id } = await aWorkload(server);
    const dialled = server.network.dialled.length;

    const { body } = await admin.http
      .post(attachPath('oidc-auth', id))
      .send(
        settings({
          oidcDiscoveryUrl: 'https://inner.example',
          boundIssuer: 'https://inner.example',
        }),
      )
      .expect(200);

    const { warnings } = (body as { identityOidcAuth: { warnings: object[] } }).identityOidcAuth;
    expect(warnings).toEqual([{ code: 'address-closed', message: expect.any(String) as string }]);
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
    expect(server.network.dialled.slice(dialled)).toEqual([]);
  });
});

describe('The audit entry of a change', () => {
  it('has the settings that changed, and of long ones a digest', async () => {
    const { admin, id } = await attached();
    const path = attachPath('oidc-auth', id);
    const boundClaims = { env: 'x'.repeat(1_000), job: 'y'.repeat(1_000), run: 'z'.repeat(1_000) };
    await admin.http.patch(path).send({ boundClaims }).expect(200);
    await admin.http.patch(path).send({ boundSubject: 'another' }).expect(200);
    await admin.http.patch(path).send({ accessTokenTTL: 7_200 }).expect(200);
    const entries = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries
       where action = 'oidc-auth.update' and target::jsonb ->> 'identityId' = $1 order by created_at, id`,
      [id],
    );
    const known = { identityId: id, workloadAuthId: expect.any(String) as string };

    expect(entries.map(({ target }) => target)).toEqual([
      {
        ...known,
        before: { boundClaims: {} },
        after: { boundClaims: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
      },
      { ...known, before: { boundSubject: SUBJECT }, after: { boundSubject: 'another' } },
      known,
    ]);
  });
});

describe('A login by OIDC auth', () => {
  it('gives a token that works, names its method, and is renewed and revoked', async () => {
    const { id, admin, orgId } = await attached({
      claimMetadataMapping: { team: 'team', missing: 'nothing', level: 'deep.level' },
    });

    const { body } = await login(id, await good({ team: 'red', deep: { level: 7 } })).expect(200);

    expect(body).toEqual({
      accessToken: expect.any(String) as string,
      expiresIn: 7_200,
      accessTokenMaxTTL: 2_592_000,
      tokenType: 'Bearer',
    });
    const { accessToken } = body as { accessToken: string };
    const claims = JSON.parse(
      Buffer.from(accessToken.split('.')[1]!, 'base64url').toString(),
    ) as object;
    expect(claims).toMatchObject({
      authTokenType: 'identityAccessToken',
      identityId: id,
      orgId,
      authMethod: 'oidc-auth',
      identityAuth: { oidc: { claims: { team: 'red', level: '7' } } },
    });
    await server.as(accessToken).get('/api/v1/identities/details').expect(200);
    const renewed = await server.http
      .post('/api/v1/auth/token/renew')
      .send({ accessToken })
      .expect(200);
    await server
      .as((renewed.body as typeof body & { accessToken: string }).accessToken)
      .get('/api/v1/identities/details')
      .expect(200);
    const shown = await admin.http.get(`/api/v1/identities/${id}`).expect(200);
    expect((shown.body as { identity: object }).identity).toMatchObject({
      lastLoginAuthMethod: 'oidc-auth',
      identity: { authMethods: ['oidc-auth'] },
    });
    await server.http.post('/api/v1/auth/token/revoke').send({ accessToken }).expect(200);
    await server.as(accessToken).get('/api/v1/identities/details').expect(401);
  });

  it('takes a form, a trailing newline of the token, and the slug of its organization', async () => {
    const { id, orgId } = await attached();

    const form = server.http.post(loginPath('oidc-auth')).type('form');
    await form.send({ identityId: id, jwt: `${await good()}\n` }).expect(200);
    await login(id, await good(), { organizationSlug: `org-${orgId}` }).expect(200);
  });

  it('tells those who manage the identity of the last login and the last failure, and nobody else (T354)', async () => {
    const { id, admin, orgId } = await attached({ boundClaims: { env: 'prod' } });
    const path = attachPath('oidc-auth', id);
    const token = await good({ env: 'prod', jti: 'j1' });
    await login(id, token).expect(200);
    // A stranger fills what it may: nothing of a token whose signature is not good is kept.
    const evil = `\u202e<script>\r\n${'x'.repeat(5_000)}`;
    await login(id, await good({ sub: evil, jti: 'evil' })).expect(401);
    await login(id, await good({ env: evil, jti: 'evil' })).expect(401);
    await server.app.get(FailureNotes).write();

    const { body } = await admin.http.get(path).expect(200);
    const reader = await anIdentity(server, orgId, [{ subject: 'identity', action: ['read'] }]);
    const seen = await reader.http.get(path).expect(200);

    expect(JSON.stringify(body)).not.toContain('xxx');
    expect((body as { identityOidcAuth: object }).identityOidcAuth).toHaveProperty('lastFailure', {
      time: expect.any(String) as string,
      address: '127.0.0.1',
      reason: 'claims',
      count: 2,
    });
    expect((seen.body as { identityOidcAuth: object }).identityOidcAuth).not.toHaveProperty(
      'lastLogin',
    );
    expect((seen.body as { identityOidcAuth: object }).identityOidcAuth).not.toHaveProperty(
      'lastFailure',
    );
    expect(server.logLines.join('\n')).not.toContain('xxx');
    const { lastLogin } = (body as { identityOidcAuth: { lastLogin: object } }).identityOidcAuth;
    expect(lastLogin).toMatchObject({
      time: expect.any(String) as string,
      method: 'oidc-auth',
      iss: issuer.url,
      sub: SUBJECT,
      aud: AUDIENCE,
      jti: 'j1',
      claims: { env: 'prod' },
    });
    expect(server.logLines.join('\n')).not.toContain(token.split('.')[2]);
  });

  it('shows a small part of what a token says, however it is nested', async () => {
    const { id, admin } = await attached({ boundClaims: { env: 'prod' } });
    const path = attachPath('oidc-auth', id);
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : { inner: nested(depth - 1) });
    const wide = Array.from({ length: 9 }, (_, i) => ({ [`n${i}`]: 'y'.repeat(300) }));
    await login(id, await good({ env: ['prod', nested(6)], jti: wide })).expect(200);

    const { body } = await admin.http.get(path).expect(200);
    const { lastLogin } = (body as { identityOidcAuth: { lastLogin: object } }).identityOidcAuth;
    const [row] = await server.database.source.query<{ bytes: number }[]>(
      'select octet_length(last_login::text) bytes from workload_auths where identity_id = $1',
      [id],
    );

    expect(row!.bytes).toBeLessThan(2_000);
    const env = ['prod', { inner: { inner: '…' } }];
    expect(lastLogin).toMatchObject({ sub: SUBJECT, jti: '…', claims: { env } });
  });

  it('shows them to those alone to whom it explains a login', async () => {
    const { id, admin, orgId } = await attached();
    const path = attachPath('oidc-auth', id);
    await login(id, await good()).expect(200);
    await login(id, 'no token').expect(401);
    await server.app.get(FailureNotes).write();
    const manager = [{ subject: 'identity', action: ['read', 'edit-auth'] }];
    const weaker = await anIdentity(server, orgId, manager);
    const ender = await anIdentity(server, orgId, [
      { subject: 'identity', action: ['read', 'revoke-auth'] },
    ]);
    // By its rights in the organization it is not above them.
    await server.database.source.query(`update identities set role = 'no-access' where id = $1`, [
      id,
    ]);
    const seenBy = async (caller: Caller) => {
      const { body } = await caller.http.get(path).expect(200);
      const { lastLogin, lastFailure } = (body as { identityOidcAuth: Record<string, unknown> })
        .identityOidcAuth;
      return { login: lastLogin !== undefined, failure: lastFailure !== undefined };
    };
    const explains = async (caller: Caller) =>
      (
        await caller.http
          .post(`${loginPath('oidc-auth')}/explain`)
          .send({ identityId: id, jwt: 'x' })
      ).status;
    const [all, nothing] = [
      { login: true, failure: true },
      { login: false, failure: false },
    ];

    expect([await explains(weaker), await seenBy(weaker)]).toEqual([200, all]);
    await join(server, await aProject(admin), { ...weaker, id }, 'admin');
    expect([await explains(weaker), await seenBy(weaker)]).toEqual([403, nothing]);
    expect([await explains(admin), await seenBy(admin)]).toEqual([200, all]);

    await server.database.source.query(`delete from project_memberships where identity_id = $1`, [
      id,
    ]);
    const { body } = await ender.http.delete(path).expect(200);
    expect(Object.keys((body as { identityOidcAuth: object }).identityOidcAuth)).not.toContain(
      'lastLogin',
    );
  });

  it('answers every refusal in one text (T300)', async () => {
    const { id } = await attached({ boundClaims: { env: 'prod' } });
    const other = await attached();
    const stranger = await aSigningKey('key-1');
    const at = (offset: number) => nowSeconds() + offset;
    const token = (claims: object, ...rest: [] | [Awaited<ReturnType<typeof aSigningKey>>]) =>
      issuer.token({ aud: AUDIENCE, sub: SUBJECT, env: 'prod', ...claims }, ...rest);
    await login(id, await token({})).expect(200);
    const calls = issuer.host.calls.length;
    const tries: [string, Promise<string> | string][] = [
      ['019a0000-0000-7000-8000-000000000000', token({})],
      ['no uuid at all', token({})],
      [id, token({}, stranger)],
      [id, token({ aud: 'other' })],
      [id, token({ aud: undefined })],
      [id, token({ aud: [] })],
      [id, token({ aud: `${AUDIENCE},x` })],
      [id, token({ aud: AUDIENCE.toUpperCase() })],
      [id, token({ aud: `${AUDIENCE}/` })],
      [id, token({ aud: { a: AUDIENCE } })],
      [id, token({ iss: `${issuer.url}/` })],
      [id, token({ iss: 'https://issuer@evil' })],
      [id, token({ iss: undefined })],
      [id, token({ sub: `${SUBJECT} ` })],
      [id, token({ sub: undefined })],
      [id, token({ env: 'dev' })],
      [id, token({ env: undefined })],
      [id, token({ env: ['a', 'b'] })],
      [id, token({ env: null })],
      [id, token({ exp: undefined })],
      [id, token({ exp: String(at(60)) })],
      [id, token({ exp: 1e308 })],
      [id, token({ exp: -1 })],
      [id, token({ exp: at(-62) })],
      [id, token({ iat: undefined })],
      [id, token({ iat: at(7_200) })],
      [id, token({ nbf: at(120) })],
      [id, token({ exp: at(25 * 3_600) })],
      [id, token({ iat: at(-25 * 3_600), exp: at(60) })],
      [id, 'x'],
      [id, 'a.b.c.d.e'],
      [id, ` ${await token({})}`],
    ];

    for (const [identityId, jwt] of tries) {
      const answer = await login(identityId, await jwt);
      expect(refusal(answer)).toEqual(REFUSED);
    }
    const { body } = await login(id, await token({}), { organizationSlug: 'other' });
    expect(refusal({ status: 401, body: body as object })).toEqual(REFUSED);
    expect(other.id).not.toBe(id);
    // Only the wrong signature and nothing else could have gone out, and its key was there already.
    expect(issuer.host.calls.length).toBe(calls);
  });

  it('takes a time within the tolerance, an audience of several, and claims as texts (T305, T306, T313)', async () => {
    const { id } = await attached({
      boundClaims: { env: 'prod,staging', protected: 'true', project_id: '5' },
    });
    const claims = { env: ['x', 'staging'], protected: true, project_id: 5 };

    await login(id, await good({ ...claims, exp: nowSeconds() - 50 })).expect(200);
    await login(id, await good({ ...claims, aud: ['x', AUDIENCE] })).expect(200);
    await login(id, await good({ ...claims, protected: 'true', project_id: '5' })).expect(200);
    for (const project_id of ['05', 5.5, 2 ** 53 + 2, [5, [5]].slice(1)])
      await login(id, await good({ ...claims, project_id })).expect(401);
  });

  it('refuses another algorithm, and whatever a header asks for (T301, T302, T303)', async () => {
    const { id } = await attached();
    const calls = issuer.host.calls.length;
    const key = issuer.keys[0]!;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = await good();
    const [, payload, signature] = token.split('.') as [string, string, string];
    const headers = [
      { alg: 'none' },
      { alg: 'HS256', kid: 'key-1' },
      { alg: 'ES256K', kid: 'key-1' },
      { alg: 'RS256', kid: 'key-1' },
      { alg: 'ES256', kid: 7 },
      { alg: 'ES256', kid: ['key-1'] },
      { alg: 'ES256', kid: 'x'.repeat(300) },
      { alg: 'ES256', kid: 'key-1', crit: ['exp'] },
      { alg: 'ES256', kid: 'key-1', b64: false },
      { alg: 'ES256', kid: 'key-1', zip: 'DEF' },
      { alg: 'ES256', kid: 'key-1', typ: 'dpop+jwt' },
      { alg: 'ES256', kid: 'key-1', enc: 'A256GCM' },
      { alg: 'ES256', kid: { a: 'key-1' } },
    ];
    for (const header of headers)
      await login(id, `${part(header)}.${payload}.${signature}`).expect(401);
    for (const kid of ['__proto__', 'constructor', '../../etc/passwd', "' or 1"])
      await login(id, await issuer.token({ aud: AUDIENCE, sub: SUBJECT }, key, { kid })).expect(
        401,
      );
    const evil = await aSigningKey('evil');
    const own = {
      jwk: evil.publicJwk,
      jku: 'https://evil.example/keys',
      x5u: 'https://evil.example',
    };
    await login(id, await issuer.token({ aud: AUDIENCE, sub: SUBJECT }, evil, own)).expect(401);
    // A key that is not in the set makes for one more call in half a minute, whatever its name.
    expect(issuer.host.calls.length - calls).toBeLessThanOrEqual(2);
    expect(server.network.resolved).not.toContain('evil.example');
  });

  it('refuses tokens that could be read in two ways (T304)', async () => {
    const { id } = await attached();
    const [header, , signature] = (await good()).split('.') as [string, string, string];
    const raw = (text: string | Buffer) => Buffer.from(text).toString('base64url');
    const iat = nowSeconds();
    const twice = `{"iss":"${issuer.url}","aud":"${AUDIENCE}","iat":${iat},"exp":${iat + 60},"sub":"x","sub":"${SUBJECT}"}`;
    const payload = raw(twice.replace('"sub":"x",', ''));

    for (const middle of [
      raw(twice),
      raw(`\ufeff${twice}`),
      raw(Buffer.from(twice, 'utf16le')),
      `${payload}=`,
      `${payload} `,
    ])
      await login(id, `${header}.${middle}.${signature}`).expect(401);
    await login(id, `${raw('{"alg":"none","alg":"ES256"}')}.${payload}.${signature}`).expect(401);
    await login(id, `${header} .${payload}.${signature}`).expect(401);
    await login(id, `${header}.${payload}. ${signature}`).expect(401);
    await login(id, `${header}.${payload}.${signature.slice(0, -1)}+`).expect(401);
    // Detached, and of five parts (RFC 7515 F, RFC 7516).
    await login(id, `${header}..${signature}`).expect(401);
    await login(id, `${header}.${payload}.a.b.${signature}`).expect(401);
  });

  it('refuses a token with a character that no text of the database holds, and takes its spelling', async () => {
    const { id } = await attached({ boundSubject: 'job:**', boundClaims: {} });
    const about = async (more: object) => issuer.token({ aud: AUDIENCE, sub: 'job:a', ...more });

    for (const more of [{ sub: 'job:\0' }, { sub: 'job:\\\0' }, { jti: '\0' }, { 'x\0': 1 }])
      expect(refusal(await login(id, await about(more)))).toEqual(REFUSED);
    await login(id, await about({ sub: 'job:\\u0000' })).expect(200);
  });

  it('takes no number that is a whole one in another spelling (T313)', async () => {
    const { id } = await attached({ boundClaims: { project_id: '5' } });
    const key = issuer.keys[0]!;
    const times = `"iat":${nowSeconds()},"exp":${nowSeconds() + 60}`;
    const token = async (number: string) => {
      const payload = `{"iss":"${issuer.url}","aud":"${AUDIENCE}","sub":"${SUBJECT}",${times},"project_id":${number}}`;
      return new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: key.alg, kid: key.kid })
        .sign(key.privateKey);
    };

    await login(id, await token('5')).expect(200);
    for (const number of ['5.0', '5e0', '50e-1', '5.0e0', '"05"', '9007199254740993', '5.5'])
      await login(id, await token(number)).expect(401);
  });

  it('takes keys from the issuer that the row names, whatever else its host has (T307, T308)', async () => {
    const paths = { '/a': await aSigningKey('same'), '/b': await aSigningKey('same') };
    const host = await server.network.host('tenants.example', (call, res) => {
      const path = call.path.slice(0, 2) as '/a' | '/b';
      const url = `https://tenants.example${path}`;
      // What is under /c tells of itself as /a.
      const metadata = { issuer: url.replace('/c', '/a'), jwks_uri: `${url}/keys` };
      const isMetadata = call.path.endsWith('/openid-configuration');
      const keySet = { keys: [(paths[path] ?? paths['/b']).publicJwk] };
      json(isMetadata ? metadata : keySet)(call, res);
    });
    const at = (path: string) => `${host.url}${path}`;
    const more = (path: string, bound = path) => ({
      oidcDiscoveryUrl: at(path),
      boundIssuer: at(bound),
      caCert: host.ca,
    });
    const ours = await attached(more('/a'));
    const token = (path: string, key: '/a' | '/b') =>
      issuer.token({ iss: at(path), aud: AUDIENCE, sub: SUBJECT }, paths[key]);

    await login(ours.id, await token('/a', '/a')).expect(200);
    await login(ours.id, await token('/b', '/b')).expect(401);
    await login(ours.id, await token('/a', '/b')).expect(401);
    await login(ours.id, await token('/b', '/a')).expect(401);
    // Metadata that names another issuer than the row.
    const crossed = await attached(more('/c'));
    await login(crossed.id, await token('/c', '/b')).expect(401);
    const mixed = await attached(more('/b', '/a'));
    await login(mixed.id, await token('/a', '/b')).expect(401);
  });

  it('tells repositories by their ids where those are bound, in both forms of their subjects (T312)', async () => {
    const ids = { repository_id: '2', repository_owner_id: '1' };
    const byClaims = await attached({ boundSubject: '', boundClaims: ids });
    const byName = await attached({ boundSubject: 'repo:octo{,@1}/app{,@2}:environment:prod' });
    const old = { sub: 'repo:octo/app:environment:prod', ...ids };
    const immutable = { sub: 'repo:octo@1/app@2:environment:prod', ...ids };
    const taker = {
      sub: 'repo:octo/app:environment:prod',
      repository_id: '9',
      repository_owner_id: '8',
    };

    for (const { id } of [byClaims, byName])
      for (const claims of [old, immutable]) await login(id, await good(claims)).expect(200);
    await login(byClaims.id, await good(taker)).expect(401);
    await login(
      byClaims.id,
      await good({ ...taker, sub: 'repo:octo@8/app@9:environment:prod' }),
    ).expect(401);
    // A name alone does not tell who has it now, which is why it is warned of.
    await login(byName.id, await good(taker)).expect(200);
    // The form with ids in it does, also of an owner who is called otherwise by now.
    const renamed = 'repo:renamed@1/app@2:environment:prod';
    const byIds = await attached({ boundSubject: 'repo:{octo,renamed}@1/app@2:environment:*' });
    for (const sub of [immutable.sub, renamed])
      await login(byIds.id, await good({ sub })).expect(200);
    await login(byClaims.id, await good({ ...ids, sub: renamed })).expect(200);
    for (const sub of [
      old.sub,
      'repo:octo@8/app@9:environment:prod',
      'repo:octo@1/app@22:environment:prod',
    ])
      await login(byIds.id, await good({ ...ids, sub })).expect(401);
  });

  it('refuses a body that is malformed or too long before anything is looked up (T350)', async () => {
    await login('x', '').expect(422);
    await server.http
      .post(loginPath('oidc-auth'))
      .send({ identityId: 'x', jwt: { a: 1 } })
      .expect(422);
    await server.http.post(loginPath('oidc-auth')).send({ jwt: 'x' }).expect(422);
    await login('x', 'x'.repeat(17 * 1_024)).expect(413);
    const form = (text: string) =>
      server.http
        .post(loginPath('oidc-auth'))
        .set('Content-Type', 'application/x-www-form-urlencoded')
        .send(text);
    await form('identityId=a&jwt=b&jwt=c').expect(400);
    await form('a=1&'.repeat(3_000)).expect(400);
    await form('identityId=a&jwt[]=c').expect(422);
  });

  it('lets a token with an id log in once where the setting says so (T327)', async () => {
    const { id } = await attached({ singleUse: true });
    const free = await attached();
    const token = await good({ jti: 'once' });

    const atOnce = async (identityId: string) => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => login(identityId, token)),
      );
      return answers.map(({ status }) => status).sort();
    };

    expect(await atOnce(id)).toEqual([200, ...Array<number>(99).fill(401)]);
    await login(id, token).expect(401);
    for (const jti of [undefined, '', 7, null]) await login(id, await good({ jti })).expect(401);
    expect(await atOnce(free.id)).toEqual(Array<number>(100).fill(200));
  });

  it('leaves a token unused where the row was changed since it was read (T327)', async () => {
    const { id } = await attached({ singleUse: true });
    const logins = server.app.get(WorkloadLoginsRepository);
    const { credential, now } = await logins.find(id, 'oidc-auth');
    const { id: row, revision } = credential!;
    const digests = [randomBytes(32)];
    const use = {
      ...{ id: row, seen: {}, digests, usedBy: [randomBytes(32)], until: now + 600 },
      ...{ subjectKey: randomBytes(32), areKeysFresh: true },
    };

    expect(await logins.spend({ ...use, revision: revision + 1 })).toBeNull();
    expect(await logins.isUsed(digests)).toBe(false);
    expect(await logins.spend({ ...use, revision })).not.toBeNull();
    expect(await logins.isUsed(digests)).toBe(true);
    expect(await logins.spend({ ...use, usedBy: [randomBytes(32)], revision })).toBeNull();
  });

  it('counts the id of a token by its issuer and organization (T327)', async () => {
    const jti = 'shared';
    const other = await TestIssuer.open(server.network, 'other-issuer.example');
    const ofOther = { oidcDiscoveryUrl: other.url, boundIssuer: other.url, caCert: other.host.ca };
    const { id, admin } = await attached({ singleUse: true });
    const elsewhere = await attached({ singleUse: true });
    const second = await anIdentityOf(admin);
    const third = await anIdentityOf(admin);
    const attach = (identityId: string, more: object) =>
      admin.http
        .post(attachPath('oidc-auth', identityId))
        .send(settings({ singleUse: true, ...more }))
        .expect(200);
    await attach(second, {});
    await attach(third, ofOther);

    await login(id, await good({ jti })).expect(200);
    await login(id, await good({ jti })).expect(401);
    await login(second, await good({ jti })).expect(401);
    await login(third, await other.token({ aud: AUDIENCE, sub: SUBJECT, jti })).expect(200);
    await login(elsewhere.id, await good({ jti })).expect(200);
  });

  it('spends no id of a token by a token that another key signed, and a token once at all rows that know its key', async () => {
    const { id, admin } = await attached({ singleUse: true });
    const [own, knowing] = [await StaticTrust.open(), await anIdentityOf(admin)];
    const attacking = await anIdentityOf(admin);
    const bound = { boundIssuer: issuer.url, boundSubject: SUBJECT, singleUse: true };
    await own.attach(admin, attacking, bound);
    const { publicJwk, alg } = issuer.keys[0]!;
    const known = await importJWK(publicJwk, alg, { extractable: true });
    const publicKeys = [await exportSPKI(known as never)];
    await own.attach(admin, knowing, { ...bound, publicKeys });
    const byJwt = (identityId: string, jwt: string) =>
      server.http.post(loginPath('jwt-auth')).send({ identityId, jwt });
    const guessed = await own.jwt({ iss: issuer.url, sub: SUBJECT, jti: 'guessed' });
    await byJwt(attacking, guessed).expect(200);
    await byJwt(attacking, guessed).expect(401);

    const jwt = await good({ jti: 'guessed' });
    await login(id, jwt).expect(200);
    await login(id, jwt).expect(401);
    await byJwt(knowing, jwt).expect(401);
    await byJwt(knowing, await good({ jti: 'another' })).expect(200);
  });
});

describe('A token of OIDC auth', () => {
  const tokenOf = async (id: string) =>
    ((await login(id, await good()).expect(200)).body as { accessToken: string }).accessToken;

  it('dies with its row, with another trust, and where the change asks for it; not with another filter', async () => {
    const { id, admin } = await attached();
    const path = attachPath('oidc-auth', id);
    const alive = async (token: string) =>
      (await server.as(token).get('/api/v1/identities/details')).status === 200;
    const first = await tokenOf(id);

    await admin.http
      .patch(path)
      .send({ boundSubject: `${SUBJECT},other` })
      .expect(200);
    expect(await alive(first)).toBe(true);
    await admin.http.patch(path).send({ boundSubject: SUBJECT, revokeTokens: true }).expect(200);
    expect(await alive(first)).toBe(false);
    const second = await tokenOf(id);
    await admin.http.patch(path).send({ boundIssuer: 'https://other.example' }).expect(200);
    expect(await alive(second)).toBe(false);
    await server.http.post('/api/v1/auth/token/renew').send({ accessToken: second }).expect(401);
    await admin.http.patch(path).send({ boundIssuer: issuer.url }).expect(200);
    expect(await alive(second)).toBe(false);
    const third = await tokenOf(id);
    await admin.http.delete(path).expect(200);
    expect(await alive(third)).toBe(false);
    await admin.http.post(path).send(settings()).expect(200);
    expect(await alive(third)).toBe(false);
  });

  it('is used, and made, only from trusted addresses', async () => {
    const { id, admin } = await attached();
    const token = await tokenOf(id);
    const accessTokenTrustedIps = [{ ipAddress: '10.9.9.9' }];

    await admin.http.patch(attachPath('oidc-auth', id)).send({ accessTokenTrustedIps }).expect(200);

    await server.as(token).get('/api/v1/identities/details').expect(401);
    expect(refusal(await login(id, await good()))).toEqual(REFUSED);
  });
});
