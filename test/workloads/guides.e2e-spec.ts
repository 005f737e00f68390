import { FailureNotes } from '../../src/workloads/logins/failure-notes.js';
import { json } from '../support/outgoing/fake-network.js';
import { aScene, anIdentity } from '../support/scene.js';
import { TestIssuer } from '../support/workloads/issuer.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import {
  anIdentityOf,
  attachPath,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();

const TEMPLATES = '/api/v1/auth/oidc-auth/templates';

interface Template {
  readonly boundAudiences: string;
  readonly boundSubject: string;
  readonly boundClaims: Readonly<Record<string, string>>;
}

describe('A template of trust', () => {
  it.each<[string, object, object, object, readonly string[]]>([
    [
      'github',
      { repository: 'octo/app', repositoryId: '2', ownerId: '1', environment: 'production' },
      {
        boundIssuer: 'https://token.actions.githubusercontent.com',
        boundAudiences: 'https://github.com/octo',
        boundClaims: { repository_id: '2', repository_owner_id: '1', environment: 'production' },
      },
      { repository_id: '2', repository_owner_id: '1', environment: 'production', sub: 'any' },
      [],
    ],
    [
      'github',
      { repository: 'octo/app', branch: 'release/1', workflow: '.github/workflows/deploy.yml' },
      {
        boundClaims: {
          repository: 'octo/app',
          ref: 'refs/heads/release/1',
          job_workflow_ref: 'octo/app/.github/workflows/deploy.yml@refs/heads/release/1',
        },
      },
      {
        repository: 'octo/app',
        ref: 'refs/heads/release/1',
        job_workflow_ref: 'octo/app/.github/workflows/deploy.yml@refs/heads/release/1',
      },
      ['mutable-name'],
    ],
    [
      'github',
      {
        repository: 'octo/app',
        workflow: '.github/workflows/deploy.yml',
        pullRequests: true,
        host: 'github.example.org',
        audience: 'strongroom',
      },
      {
        boundIssuer: 'https://github.example.org/_services/token',
        boundAudiences: 'strongroom',
        boundClaims: {
          repository: 'octo/app',
          event_name: 'pull_request',
          job_workflow_ref: 'octo/app/.github/workflows/deploy.yml@refs/**',
        },
      },
      {
        repository: 'octo/app',
        event_name: 'pull_request',
        job_workflow_ref: 'octo/app/.github/workflows/deploy.yml@refs/pull/7/merge',
      },
      ['mutable-name'],
    ],
    [
      'gitlab',
      { repository: 'octo/team/app', repositoryId: '5', ownerId: '9', tag: 'v1' },
      {
        boundIssuer: 'https://gitlab.com',
        boundAudiences: 'strongroom',
        boundClaims: {
          project_id: '5',
          namespace_id: '9',
          ref: 'v1',
          ref_type: 'tag',
          ref_protected: 'true',
        },
      },
      { project_id: '5', namespace_id: '9', ref: 'v1', ref_type: 'tag', ref_protected: 'true' },
      [],
    ],
    [
      'terraform-cloud',
      { organization: 'octo', workspace: 'shop', runPhase: 'apply' },
      {
        boundIssuer: 'https://app.terraform.io',
        boundClaims: {
          terraform_organization_name: 'octo',
          terraform_workspace_name: 'shop',
          terraform_run_phase: 'apply',
        },
      },
      {
        terraform_organization_name: 'octo',
        terraform_workspace_name: 'shop',
        terraform_run_phase: 'apply',
      },
      ['mutable-name'],
    ],
    [
      'kubernetes',
      { issuer: 'https://oidc.example.org/c', namespace: 'shop', serviceAccount: 'api' },
      { boundIssuer: 'https://oidc.example.org/c', boundClaims: {} },
      { sub: 'system:serviceaccount:shop:api' },
      [],
    ],
  ])(
    'is attached as it is, and lets in the jobs that it is for: %s %j',
    async (name, body, expected, claims, warnings) => {
      const { admin, id } = await aWorkload(server);
      const answer = await admin.http.post(`${TEMPLATES}/${name}`).send(body).expect(200);
      const { auth } = answer.body as { auth: Template };
      expect(auth).toMatchObject(expected);
      const attached = await admin.http.post(attachPath('oidc-auth', id)).send(auth).expect(200);
      const shown = (
        attached.body as { identityOidcAuth: { warnings: { code: string }[] } }
      ).identityOidcAuth.warnings.map(({ code }) => code);
      expect(shown).toEqual([...warnings, 'issuer-unreachable']);

      // The same trust in an issuer that there is.
      const issuer = await TestIssuer.open(server.network, `${name}-${id}.example`);
      const here = {
        oidcDiscoveryUrl: issuer.url,
        boundIssuer: issuer.url,
        caCert: issuer.host.ca,
      };
      await admin.http.patch(attachPath('oidc-auth', id)).send(here).expect(200);
      const login = async (more: object) =>
        server.http.post(loginPath('oidc-auth')).send({
          identityId: id,
          jwt: await issuer.token({ aud: auth.boundAudiences, ...claims, ...more }),
        });
      expect((await login({})).status).toBe(200);
      for (const claim of Object.keys(claims).filter((each) => each !== 'sub'))
        expect((await login({ [claim]: 'evil' })).status).toBe(401);
      if (auth.boundSubject !== '') expect((await login({ sub: 'evil' })).status).toBe(401);
    },
  );

  it.each([
    ['github', { repository: 'octo/*' }],
    ['github', { repository: 'octo/app', branch: 'a,b' }],
    ['github', { repository: 'octo/app', branch: '{main,evil}' }],
    ['github', { repository: 'octo/app', environment: 'a*' }],
    ['github', { repository: 'octo/app', workflow: '../deploy.yml' }],
    ['github', { repository: 'octo/app', audience: 'a,b' }],
    ['github', { repository: 'octo/app', host: 'evil.org/x' }],
    ['github', { repository: 'octo/app', repositoryId: 2 }],
    ['gitlab', { repository: 'octo' }],
    ['terraform-cloud', { organization: 'octo', runPhase: 'destroy' }],
    ['kubernetes', { issuer: 'http://x.org', namespace: 'shop', serviceAccount: 'api' }],
    ['kubernetes', { issuer: 'https://x.org', namespace: 'shop:x', serviceAccount: 'api' }],
  ])('takes nothing that would be read as a list or pattern (422): %s %j', async (name, body) => {
    const { admin } = await aScene(server);
    await admin.http.post(`${TEMPLATES}/${name}`).send(body).expect(422);
  });

  it('is of a branch or of a tag (400)', async () => {
    const { admin } = await aScene(server);
    for (const name of ['github', 'gitlab'])
      await admin.http
        .post(`${TEMPLATES}/${name}`)
        .send({ repository: 'octo/app', branch: 'main', tag: 'v1' })
        .expect(400);
  });
});

describe('The list of how workloads sign in', () => {
  const LIST = '/api/v1/organization/workload-auths';

  it('tells what is risky, never or no longer used, whose issuer was silent, and how old keys are', async () => {
    const { admin, id, orgId } = await aWorkload(server);
    const issuer = await TestIssuer.open(server.network, 'listed.example');
    const settings = {
      oidcDiscoveryUrl: issuer.url,
      boundIssuer: issuer.url,
      boundAudiences: 'strongroom',
      boundSubject: 'job:*',
      caCert: issuer.host.ca,
    };
    await admin.http.post(attachPath('oidc-auth', id)).send(settings).expect(200);
    const login = async () =>
      server.http
        .post(loginPath('oidc-auth'))
        .send({ identityId: id, jwt: await issuer.token({ aud: 'strongroom', sub: 'job:a' }) });
    expect((await login()).status).toBe(200);
    const never = await anIdentityOf(admin);
    const silent = { ...settings, oidcDiscoveryUrl: `${issuer.url}/none`, boundSubject: 'job:a' };
    await admin.http.post(attachPath('oidc-auth', never)).send(silent).expect(200);
    issuer.host.answering = json({}, 500);
    const jwt = await issuer.token({ aud: 'strongroom', sub: 'job:a' });
    await server.http.post(loginPath('oidc-auth')).send({ identityId: never, jwt }).expect(504);
    await server.app.get(FailureNotes).write();
    await server.http
      .post(loginPath('oidc-auth'))
      .send({ identityId: never, jwt: 'x' })
      .expect(401);
    await server.app.get(FailureNotes).write();
    const unused = await anIdentityOf(admin);
    const trust = await StaticTrust.open();
    await trust.attach(admin, unused, { accessTokenTTL: 100_000, accessTokenMaxTTL: 200_000 });
    await trust.login(server, unused);
    await server.database.source.query(
      `update workload_auths set last_login_at = now() - interval '91 days' where identity_id = $1`,
      [unused],
    );

    const { body } = await admin.http.get(LIST).expect(200);
    const { workloadAuths, totalCount } = body as {
      workloadAuths: { identityId: string }[];
      totalCount: number;
    };

    expect(totalCount).toBe(3);
    const of = (identityId: string) => workloadAuths.find((each) => each.identityId === identityId);
    const message = expect.any(String) as string;
    const time = expect.any(String) as string;
    expect(of(id)).toMatchObject({
      method: 'oidc-auth',
      usage: 'used',
      lastLoginAt: time,
      lastUnavailableAt: null,
      warnings: [
        { code: 'wide-subject', message },
        { code: 'star-stops', message },
      ],
      keySetAge: expect.any(Number) as number,
    });
    expect(of(never)).toMatchObject({
      usage: 'never',
      lastLoginAt: null,
      lastUnavailableAt: time,
      keySetAge: null,
    });
    expect(of(unused)).toMatchObject({
      method: 'jwt-auth',
      usage: 'unused',
      warnings: [{ code: 'long-ttl', message }],
      keySetAge: null,
    });
    const shown = await admin.http.get(attachPath('oidc-auth', never)).expect(200);
    expect((shown.body as { identityOidcAuth: object }).identityOidcAuth).toHaveProperty(
      'lastFailure',
      {
        time,
        address: '127.0.0.1',
        reason: 'form',
        count: 2,
      },
    );
    const page = await admin.http.get(`${LIST}?limit=1&offset=1`).expect(200);
    expect((page.body as { workloadAuths: object[] }).workloadAuths).toEqual([workloadAuths[1]]);
    const other = await aScene(server);
    expect((await other.admin.http.get(LIST).expect(200)).body).toEqual({
      workloadAuths: [],
      totalCount: 0,
    });
    const blind = await anIdentity(server, orgId, 'no-access');
    await blind.http.get(LIST).expect(403);
  });

  it('tells of the keys of an issuer what the logins of a row saw, and nothing of what others load', async () => {
    const issuer = await TestIssuer.open(server.network, 'shared.example');
    const settings = {
      oidcDiscoveryUrl: issuer.url,
      boundIssuer: issuer.url,
      boundAudiences: 'strongroom',
      boundSubject: 'job:a',
      caCert: issuer.host.ca,
    };
    const aTenant = async () => {
      const { admin, id } = await aWorkload(server);
      const path = attachPath('oidc-auth', id);
      await admin.http.post(path).send(settings).expect(200);
      const login = async () =>
        server.http
          .post(loginPath('oidc-auth'))
          .send({ identityId: id, jwt: await issuer.token({ aud: 'strongroom', sub: 'job:a' }) })
          .expect(200);
      const age = async () => {
        const { body } = await admin.http.get(LIST).expect(200);
        return (body as { workloadAuths: { keySetAge: number | null }[] }).workloadAuths[0]!
          .keySetAge;
      };
      const anHourLater = (columns: string) =>
        server.database.source.query(
          `update workload_auths set ${columns} = ${columns} - interval '1 hour' where identity_id = $1`,
          [id],
        );
      return { admin, path, login, age, anHourLater };
    };
    const [one, other] = [await aTenant(), await aTenant()];

    await other.login();
    expect(await one.age()).toBeNull();
    expect(await other.age()).toBeLessThan(60);
    await one.login();
    expect(await one.age()).toBeLessThan(60);
    await one.anHourLater('keys_fresh_at');
    await other.login();
    expect(await one.age()).toBeGreaterThanOrEqual(3_600);
    // Keys of another issuer are not those that were seen.
    const moved = { oidcDiscoveryUrl: `${issuer.url}/none`, boundIssuer: 'https://none.example' };
    await one.admin.http.patch(one.path).send(moved).expect(200);
    expect(await one.age()).toBeNull();
  });
});
