import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { aScene, type Caller } from '../support/scene.js';
import { aSigningKey, nowSeconds, signed, TestIssuer } from '../support/workloads/issuer.js';
import {
  anIdentityOf,
  attachPath,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
let admin: Caller;
let issuer: TestIssuer;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  issuer = await TestIssuer.open(server.network, 'issuer.example');
});

describe('logins as clients send them', () => {
  const settings = () => ({
    oidcDiscoveryUrl: issuer.url,
    boundIssuer: issuer.url,
    boundAudiences: 'strongroom',
    boundSubject: 'job:a',
    caCert: issuer.host.ca,
  });
  const jwt = () => issuer.token({ aud: 'strongroom', sub: 'job:a' });
  const attached = async () => {
    const id = await anIdentityOf(admin);
    await admin.http.post(attachPath('oidc-auth', id)).send(settings()).expect(200);
    return id;
  };

  it.each<[string, string, (id: string, jwt: string) => string | object]>([
    ['the CLI', '/', (identityId, proof) => ({ identityId, jwt: proof })],
    [
      'the Go SDK without an organization',
      '',
      (identityId, proof) => ({ identityId, jwt: proof, organizationSlug: '' }),
    ],
    ['the GitHub action', '', (id, proof) => `identityId=${id}&jwt=${proof}`],
    ['Python', '', (identityId, proof) => ({ identityId, jwt: proof, organizationSlug: null })],
  ])('by OIDC: %s', async (_, slash, bodyOf) => {
    const body = bodyOf(await attached(), await jwt());

    // No token yet: some send an empty header, others `Bearer` alone.
    const answer = await server.http
      .post(`${loginPath('oidc-auth')}${slash}`)
      .set('Authorization', '')
      .send(body)
      .expect(200);
    expect(answer.body).toEqual({
      accessToken: expect.stringMatching(/^eyJ/) as string,
      expiresIn: 7_200,
      accessTokenMaxTTL: 2_592_000,
      tokenType: 'Bearer',
    });
  });

  it('by Kubernetes, with the newline at the end of the mounted file: the CLI, the operator, External Secrets', async () => {
    const key = await aSigningKey('cluster');
    const jwk = { ...key.publicJwk, kty: 'EC' } as JsonWebKey;
    const pem = pemOf(createPublicKey({ key: jwk, format: 'jwk' }));
    const id = await anIdentityOf(admin);
    await admin.http
      .post(attachPath('kubernetes-auth', id))
      .send({
        ...{ tokenReviewMode: 'oidc', issuer: 'https://cluster.example', publicKeys: [pem] },
        ...{ allowedNamespaces: 'shop', allowedNames: 'api', allowedAudience: 'strongroom' },
      })
      .expect(200);
    const iat = nowSeconds();
    const sub = 'system:serviceaccount:shop:api';
    const token = await signed(
      {
        ...{ iss: 'https://cluster.example', aud: ['strongroom'], sub, iat, exp: iat + 600 },
        'kubernetes.io': { namespace: 'shop', serviceaccount: { name: 'api' } },
      },
      key,
    );

    const { body } = await server.http
      .post(loginPath('kubernetes-auth'))
      .send({ identityId: id, jwt: `${token}\n` })
      .expect(200);
    // External Secrets gives its token back after each read.
    await server.http
      .post('/api/v1/auth/token/revoke')
      .send({ accessToken: (body as { accessToken: string }).accessToken })
      .expect(200);
  });
});
