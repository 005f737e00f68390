import { generateKeyPairSync } from 'node:crypto';
import { EventSettings } from '../../src/events/event-settings.js';
import { FailureNotes } from '../../src/workloads/logins/failure-notes.js';
import { WORKLOAD_METHODS } from '../authorization/workload-methods.js';
import { closeAll, type EventSource, listen } from '../support/events/event-source.js';
import { aMember, aProject, aScene, type Caller } from '../support/scene.js';
import { anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  REFUSED,
  refusal,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

const server = useWorkloadApp();
let trust: StaticTrust;
beforeAll(async () => {
  trust = await StaticTrust.open();
});
afterEach(closeAll);

const RENEW = '/api/v1/auth/token/renew';

/** A member of a project that signs in as a workload, with a stream of the project's events. */
async function aListener() {
  const scene = await aSecretScene(server);
  const member = await aMember(server, scene.project, scene.orgId, 'member');
  await trust.attach(scene.admin, member.id);
  const token = await trust.login(server, member.id);
  const source = await listen(server, token, { projectId: scene.project.id });
  return { ...scene, member, token, source, path: attachPath('jwt-auth', member.id) };
}

type Listener = Awaited<ReturnType<typeof aListener>>;

/** Milliseconds until the stream ends. */
async function endOf(source: EventSource): Promise<number> {
  const took = quietStopwatch();
  await source.untilEnd();
  return took();
}

const ENDS: Readonly<Record<string, (listener: Listener, admin: Caller) => PromiseLike<unknown>>> =
  {
    'its row is removed': ({ path }, admin) => admin.http.delete(path).expect(200),
    'another trust takes its place': ({ path }, admin) =>
      admin.http.patch(path).send({ boundIssuer: 'https://other.example' }).expect(200),
    'a change asks for it': ({ path }, admin) =>
      admin.http.patch(path).send({ boundSubject: 'job:b', revokeTokens: true }).expect(200),
    'it is revoked': ({ token }) =>
      server.http.post('/api/v1/auth/token/revoke').send({ accessToken: token }).expect(200),
    'its identity is deleted': ({ member }, admin) =>
      admin.http.delete(`/api/v1/identities/${member.id}`).expect(200),
    // There is no route for it; operators do it in the database.
    'its organization is deleted': ({ orgId }) =>
      server.database.source.query('delete from organizations where id = $1', [orgId]),
    'its address is no longer trusted': ({ path }, admin) =>
      admin.http
        .patch(path)
        .send({ accessTokenTrustedIps: [{ ipAddress: '10.9.9.9' }] })
        .expect(200),
  };

describe('A deleted organization', () => {
  it('takes along whom it trusted, what their logins left, and its service tokens', async () => {
    const { admin, orgId, project, member, token } = await aListener();
    const { body } = await admin.http
      .post('/api/v2/service-token')
      .send({
        ...{ name: 'left', workspaceId: project.id, permissions: ['read'], expiresIn: 600 },
        scopes: [{ environment: 'dev', secretPath: '/**' }],
      })
      .expect(200);
    const { serviceToken } = body as { serviceToken: string };
    const jwt = await trust.jwt();
    const login = { identityId: member.id, jwt };
    await server.http
      .post(loginPath('jwt-auth'))
      .send({ ...login, jwt: 'x' })
      .expect(401);
    await server.app.get(FailureNotes).write();
    const left = () =>
      server.database.source.query<object[]>(
        `select (select count(*)::int from workload_auths where identity_id = $1) auths,
          (select count(*)::int from workload_subjects s join workload_auths a on a.id = s.auth_id where a.identity_id = $1) subjects,
          (select count(*)::int from workload_failures f join workload_auths a on a.id = f.auth_id where a.identity_id = $1) failures,
          (select count(*)::int from workload_subjects s where not exists (select from workload_auths a where a.id = s.auth_id)) strays,
          (select count(*)::int from service_tokens where project_id = $2) tokens`,
        [member.id, project.id],
      );
    const none = { auths: 0, subjects: 0, failures: 0, strays: 0, tokens: 0 };
    expect(await left()).toEqual([{ ...none, auths: 1, subjects: 1, failures: 1, tokens: 1 }]);

    await server.database.source.query('delete from organizations where id = $1', [orgId]);

    expect(await left()).toEqual([none]);
    const path = '/api/v1/identities/details';
    for (const each of [token, admin.token]) await server.as(each).get(path).expect(401);
    await server.as(serviceToken).get('/api/v2/service-token').expect(401);
    await server.http.post(RENEW).send({ accessToken: token }).expect(401);
    const refused = await server.http.post(loginPath('jwt-auth')).send(login);
    expect(refusal(refused)).toMatchObject(REFUSED);
    // Failures that were noted before it went are dropped.
    await server.app.get(FailureNotes).write();
    expect(await left()).toEqual([none]);
  });
});

type Changes = readonly Readonly<Record<string, unknown>>[];

const OTHER = 'https://10.0.0.2/issuer';
const otherKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();

/** By method: changes one after the other, each of somebody who vouches. */
const VOUCHERS: Readonly<Record<string, (ca: string) => Changes>> = {
  'oidc-auth': (caCert) => [{ oidcDiscoveryUrl: OTHER }, { boundIssuer: OTHER }, { caCert }],
  'jwt-auth': (jwksCaCert) => [
    { publicKeys: [otherKey()] },
    { boundIssuer: OTHER },
    { configurationType: 'jwks', jwksUrl: OTHER },
    { jwksUrl: `${OTHER}/keys` },
    { jwksCaCert },
  ],
  'kubernetes-auth': (caCert) => [
    { kubernetesHost: 'https://10.0.0.2:6443' },
    { caCert },
    { tokenReviewMode: 'oidc', issuer: OTHER, allowedAudience: 'strongroom' },
    { issuer: `${OTHER}/two` },
    { jwksUrl: `${OTHER}/keys` },
    { publicKeys: [otherKey()] },
  ],
  'aws-auth': () => [{ stsEndpoint: 'https://sts.eu-central-1.amazonaws.com/' }],
  'azure-auth': () => [{ tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db49' }],
  'gcp-auth': () => [
    { type: 'iam', allowedProjects: null, allowedServiceAccounts: 'a@b.iam.gserviceaccount.com' },
  ],
};

const OF_TOKENS: Changes = [
  { boundAudiences: 'other' },
  { boundSubject: 'job:b' },
  { boundClaims: { env: 'prod' } },
  { maxTokenAge: 600 },
  { singleUse: true },
];

/** By method: changes of what has to fit. */
const FILTERS: Readonly<Record<string, Changes>> = {
  'oidc-auth': [...OF_TOKENS, { claimMetadataMapping: { team: 'team' } }],
  'jwt-auth': OF_TOKENS,
  'kubernetes-auth': [
    { allowedNamespaces: 'billing' },
    { allowedNames: 'api' },
    { allowedAudience: 'strongroom' },
    { tokenReviewerJwt: 'a.b.c' },
  ],
  'aws-auth': [
    { allowedAccountIds: '210987654321' },
    { allowedPrincipalArns: 'arn:aws:iam::210987654321:role/a' },
  ],
  'azure-auth': [
    { resource: 'https://vault.azure.net' },
    { allowedServicePrincipalIds: '72f988bf-86f1-41af-91ab-2d7cd011db40' },
  ],
  'gcp-auth': [{ allowedProjects: 'other' }, { allowedZones: 'europe-west1-b' }],
};

describe('A change of trust', () => {
  const epochsAfter = async (method: string, changes: readonly object[]): Promise<number[]> => {
    const { admin, id } = await aWorkload(server);
    const path = attachPath(method, id);
    const { settings } = WORKLOAD_METHODS.find((each) => each.method === method)!;
    await admin.http.post(path).send(settings).expect(200);
    const epochs: number[] = [];
    for (const change of changes) {
      await admin.http.patch(path).send(change).expect(200);
      const [row] = await server.database.source.query<{ epoch: number }[]>(
        'select trust_epoch epoch from workload_auths where identity_id = $1',
        [id],
      );
      epochs.push(row!.epoch);
    }
    return epochs;
  };

  it.each(Object.keys(VOUCHERS))(
    'of who vouches ends every earlier token, each time: %s',
    async (method) => {
      const changes = VOUCHERS[method]!(server.network.authority.ca);
      expect(await epochsAfter(method, changes)).toEqual(changes.map((_, n) => n + 2));
    },
  );

  it.each(Object.keys(FILTERS))(
    'of filters and terms counts from the next login on, unless it asks for more: %s',
    async (method) => {
      const terms = { accessTokenTTL: 60, accessTokenMaxTTL: 600, accessTokenNumUsesLimit: 5 };
      const changes = [...FILTERS[method]!, terms];

      expect(await epochsAfter(method, [...changes, { revokeTokens: true }])).toEqual([
        ...changes.map(() => 1),
        2,
      ]);
    },
  );
});

describe('A stream of a workload', () => {
  it('goes on as long as its token lives, through changes of filters', async () => {
    const settings = server.app.get(EventSettings);
    const usual = { ...settings };
    Object.assign(settings, { pollInterval: 50, pingInterval: 300 });
    const listener = await aListener();
    await listener.admin.http.patch(listener.path).send({ boundSubject: 'job:b' }).expect(200);
    // Its token is looked at several times between two pings.
    const { pings } = listener.source;
    await listener.source.until((source) => source.pings > pings + 1 || source.ended !== null);
    Object.assign(settings, usual);

    await withSecrets(listener, [anItem('LATER')]);
    await listener.source.untilKey('LATER');
    expect(listener.source.ended).toBeNull();
  });

  it.each(Object.keys(ENDS))('ends within a second once %s', async (how) => {
    const listener = await aListener();

    await ENDS[how]!(listener, listener.admin);
    const took = await endOf(listener.source);

    // Twice the second, on a loaded machine.
    expect(took).toBeLessThan(2_000);
    await server.as(listener.token).get('/api/v1/identities/details').expect(401);
    await server.http.post(RENEW).send({ accessToken: listener.token }).expect(401);
  });
});

describe('A service token that a workload makes', () => {
  it('ends with what its login can be renewed to, and is shown so', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const { id } = await aMember(server, project, orgId, 'admin');
    const trust = await StaticTrust.open();
    await trust.attach(admin, id, { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const workload = server.as(await trust.login(server, id));
    const make = async (http: typeof workload) => {
      const { body } = await http
        .post('/api/v2/service-token')
        .send({
          ...{ name: 'of a job', workspaceId: project.id, permissions: ['read'], expiresIn: null },
          scopes: [{ environment: 'dev', secretPath: '/**' }],
        })
        .expect(200);
      const { expiresAt } = (body as { serviceTokenData: { expiresAt: string } }).serviceTokenData;
      return (Date.parse(expiresAt) - Date.now()) / 1_000;
    };

    const life = await make(workload);
    expect(life).toBeGreaterThan(500);
    expect(life).toBeLessThanOrEqual(601);
    expect(await make(admin.http)).toBeGreaterThan(360 * 86_400);
  });
});
