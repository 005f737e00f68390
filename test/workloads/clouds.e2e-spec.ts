import { json } from '../support/outgoing/fake-network.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import {
  attachPath,
  aWorkload,
  loginPath,
  REFUSED,
  refusal,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
let key: SigningKey;
let stranger: SigningKey;
let asked: string[];

beforeAll(async () => {
  key = await aSigningKey('cloud', 'RS256');
  stranger = await aSigningKey('cloud', 'RS256');
  const microsoft = await server.network.host(
    'login.microsoftonline.com',
    json({ keys: [key.publicJwk] }),
  );
  const google = await server.network.host('www.googleapis.com', json({ keys: [key.publicJwk] }));
  asked = [];
  for (const host of [microsoft, google]) {
    const { answering } = host;
    host.answering = (call, res) => {
      asked.push(call.path);
      answering(call, res);
    };
  }
});

const login = (method: string, identityId: string, jwt: string) =>
  server.http.post(loginPath(method)).send({ identityId, jwt });

const times = () => {
  const iat = nowSeconds();
  return { iat, nbf: iat, exp: iat + 3_600 };
};

describe('Azure auth', () => {
  const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const OTHER = '11111111-86f1-41af-91ab-2d7cd011db47';
  const OID = '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e';
  const settings = {
    tenantId: TENANT.toUpperCase(),
    resource: 'https://management.azure.com',
    allowedServicePrincipalIds: OID.toUpperCase(),
  };
  const v1 = (more: object = {}) => ({
    ...times(),
    ver: '1.0',
    iss: `https://sts.windows.net/${TENANT}/`,
    tid: TENANT,
    aud: 'https://management.azure.com/',
    oid: OID,
    appid: 'app',
    ...more,
  });
  const v2 = (more: object = {}) =>
    v1({ ver: '2.0', iss: `https://login.microsoftonline.com/${TENANT}/v2.0`, ...more });

  it('takes tokens of both versions for its principals, with the keys of the tenant', async () => {
    const { admin, id } = await aWorkload(server);
    const { body } = await admin.http.post(attachPath('azure-auth', id)).send(settings).expect(200);
    expect((body as { identityAzureAuth: object }).identityAzureAuth).toMatchObject(settings);

    await login('azure-auth', id, await signed(v1(), key)).expect(200);
    await login('azure-auth', id, await signed(v2({ idtyp: 'app' }), key)).expect(200);

    expect(asked).toEqual(
      expect.arrayContaining([`/${TENANT}/discovery/keys`, `/${TENANT}/discovery/v2.0/keys`]),
    );
  });

  it('refuses another tenant, version, audience or principal, and people (T342)', async () => {
    const { admin, id } = await aWorkload(server);
    await admin.http.post(attachPath('azure-auth', id)).send(settings).expect(200);
    const tries = [
      signed(v1({ tid: OTHER }), key),
      signed(v1({ iss: `https://sts.windows.net/${OTHER}/`, tid: OTHER }), key),
      signed(v1({ ver: '2.0' }), key),
      signed(v2({ ver: '1.0' }), key),
      signed(v1({ ver: undefined }), key),
      signed(v1({ aud: 'https://vault.azure.net' }), key),
      signed(v1({ aud: ['https://management.azure.com'] }), key),
      signed(v1({ scp: 'user_impersonation' }), key),
      signed(v1({ idtyp: 'user' }), key),
      signed(v1({ oid: OTHER, appid: OID }), key),
      signed(v1({ oid: undefined }), key),
      signed(v1(), stranger),
    ];
    for (const jwt of tries)
      expect(refusal(await login('azure-auth', id, await jwt))).toEqual(REFUSED);
  });

  it.each([
    [{ tenantId: 'common' }, 422],
    [{ tenantId: 'organizations' }, 422],
    [{ tenantId: 'contoso.onmicrosoft.com' }, 422],
    [{ resource: '' }, 400],
    [{ allowedServicePrincipalIds: '' }, 400],
    [{ allowedServicePrincipalIds: 'app' }, 400],
  ])('is refused where it would let anybody in (T342): %j', async (more, status) => {
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('azure-auth', id))
      .send({ ...settings, ...more })
      .expect(status);
  });
});

describe('GCP auth', () => {
  const EMAIL = 'deploy@shop.iam.gserviceaccount.com';
  const instance = (identityId: string, more: object = {}) => ({
    ...times(),
    iss: 'https://accounts.google.com',
    aud: identityId,
    sub: '1234',
    email: EMAIL,
    email_verified: true,
    google: { compute_engine: { project_id: 'shop', zone: 'europe-west1-b' } },
    ...more,
  });

  it('takes identity tokens of its accounts, projects and zones, of type gce (T343, T344)', async () => {
    const { admin, id } = await aWorkload(server);
    const body = {
      type: 'gce',
      allowedServiceAccounts: EMAIL,
      allowedProjects: 'shop',
      allowedZones: 'europe-west1-b',
    };
    await admin.http.post(attachPath('gcp-auth', id)).send(body).expect(200);

    await login('gcp-auth', id, await signed(instance(id), key)).expect(200);
    await login('gcp-auth', id, await signed(instance(id, { aud: ['x', id] }), key)).expect(200);
    const tries = [
      signed(instance('another'), key),
      signed(instance(id, { iss: EMAIL }), key),
      signed(instance(id, { email: EMAIL.toUpperCase() }), key),
      signed(instance(id, { email_verified: false }), key),
      signed(instance(id, { email_verified: 'true' }), key),
      signed(
        instance(id, {
          google: { compute_engine: { project_id: 'other', zone: 'europe-west1-b' } },
        }),
        key,
      ),
      signed(
        instance(id, { google: { compute_engine: { project_id: 'shop', zone: 'us-east1-b' } } }),
        key,
      ),
      signed(instance(id, { google: undefined }), key),
      signed(instance(id), stranger),
    ];
    for (const jwt of tries)
      expect(refusal(await login('gcp-auth', id, await jwt))).toEqual(REFUSED);
    expect(asked).toContain('/oauth2/v3/certs');
    expect(asked.filter((path) => path.startsWith('/service_accounts/'))).toEqual([]);
  });

  it('takes what an account signed itself, of type iam, and asks for keys of no other account (T344)', async () => {
    const { admin, id } = await aWorkload(server);
    await admin.http
      .post(attachPath('gcp-auth', id))
      .send({ type: 'iam', allowedServiceAccounts: EMAIL })
      .expect(200);
    const own = (more: object = {}) => ({
      sub: EMAIL,
      aud: id,
      exp: nowSeconds() + 3_600,
      ...more,
    });

    await login('gcp-auth', id, await signed(own(), key)).expect(200);
    await login('gcp-auth', id, await signed(own({ iss: EMAIL, iat: nowSeconds() }), key)).expect(
      200,
    );
    const before = asked.length;
    const tries = [
      signed(own({ sub: 'x@evil.com/../..' }), key),
      signed(own({ sub: EMAIL.toUpperCase() }), key),
      signed(own({ aud: 'another' }), key),
      signed(own({ exp: nowSeconds() + 12 * 3_600 }), key),
      signed(own({ iss: 'https://accounts.google.com' }), key),
      signed(own(), stranger),
    ];
    for (const jwt of tries)
      expect(refusal(await login('gcp-auth', id, await jwt))).toEqual(REFUSED);
    expect(asked.slice(before)).toEqual([]);
    expect(asked).toContain(`/service_accounts/v1/jwk/${encodeURIComponent(EMAIL)}`);
  });

  it.each([
    [{ type: 'gce' }, 'allowedServiceAccounts'],
    [{ type: 'gce', allowedZones: 'europe-west1-b' }, 'allowedServiceAccounts'],
    [{ allowedProjects: 'shop' }, 'type'],
    [{ type: 'iam', allowedProjects: 'shop' }, 'allowedServiceAccounts'],
    [{ type: 'iam', allowedServiceAccounts: EMAIL, allowedZones: 'x' }, 'allowedZones'],
    [{ type: 'iam', allowedServiceAccounts: 'x@evil.com/../..' }, 'allowedServiceAccounts'],
  ])('is refused where it would let anybody in (400): %j', async (body, field) => {
    const { admin, id } = await aWorkload(server);
    const answer = await admin.http.post(attachPath('gcp-auth', id)).send(body).expect(400);
    expect((answer.body as { details: object }).details).toEqual({ field });
  });
});
