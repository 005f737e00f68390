import { WORKLOAD_METHODS } from '../authorization/workload-methods.js';
import { anIdentity, aMember, aProject } from '../support/scene.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from '../support/workloads/issuer.js';
import { exportSPKI, importJWK } from 'jose';
import {
  anIdentityOf,
  aWorkload,
  loginPath,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();

const PATHS = [
  '/api/v1/auth/oidc-auth/identities/',
  '/api/v1/auth/jwt-auth/identities/',
  '/api/v1/auth/kubernetes-auth/identities/',
  '/api/v1/auth/aws-auth/identities/',
  '/api/v1/auth/azure-auth/identities/',
  '/api/v1/auth/gcp-auth/identities/',
];

const settingsOf = (path: string) =>
  WORKLOAD_METHODS.find(({ method }) => path.includes(`/${method}/`))!.settings;

let key: SigningKey;
let publicKey: string;
beforeAll(async () => {
  key = await aSigningKey('k');
  publicKey = await exportSPKI(
    (await importJWK(key.publicJwk, 'ES256', { extractable: true })) as never,
  );
});

const trusting = () => ({
  configurationType: 'static',
  publicKeys: [publicKey],
  boundIssuer: 'https://issuer.example',
  boundAudiences: 'strongroom',
  boundSubject: 'job:a',
});

async function login(identityId: string): Promise<string> {
  const iat = nowSeconds();
  const jwt = await signed(
    { iss: 'https://issuer.example', aud: 'strongroom', sub: 'job:a', iat, exp: iat + 600 },
    key,
  );
  const { body } = await server.http
    .post(loginPath('jwt-auth'))
    .send({ identityId, jwt })
    .expect(200);
  return (body as { accessToken: string }).accessToken;
}

describe('Who is trusted to be an identity', () => {
  it.each(PATHS)(
    'is set, changed and ended by nobody weaker (403), and nothing is asked meanwhile (T345): %s',
    async (path) => {
      const { admin, orgId } = await aWorkload(server);
      const strong = (await anIdentity(server, orgId, 'admin')).id;
      const trusted = (await anIdentity(server, orgId, 'admin')).id;
      await admin.http
        .post(path + trusted)
        .send(settingsOf(path))
        .expect(200);
      const weak = await anIdentity(server, orgId, [
        { subject: 'identity', action: ['read', 'edit-auth', 'create-token', 'revoke-auth'] },
      ]);
      const resolved = server.network.resolved.length;
      const dialled = server.network.dialled.length;
      const [before] = await server.database.source.query<object[]>(
        'select count(*)::int n, sum(revision)::int r from workload_auths',
      );

      await weak.http
        .post(path + strong)
        .send(settingsOf(path))
        .expect(403);
      await weak.http
        .patch(path + trusted)
        .send({ accessTokenTTL: 60 })
        .expect(403);
      await weak.http.delete(path + trusted).expect(403);

      expect(server.network.resolved.slice(resolved)).toEqual([]);
      expect(server.network.dialled.slice(dialled)).toEqual([]);
      expect(
        await server.database.source.query<object[]>(
          'select count(*)::int n, sum(revision)::int r from workload_auths',
        ),
      ).toEqual([before]);
    },
  );

  it('needs the right to make tokens beside that to edit (403)', async () => {
    const { admin, orgId } = await aWorkload(server);
    const target = await anIdentityOf(admin);
    await admin.http.patch(`/api/v1/identities/${target}`).send({ role: 'no-access' }).expect(200);
    const editor = await anIdentity(server, orgId, [
      { subject: 'identity', action: ['read', 'edit-auth'] },
    ]);
    const maker = await anIdentity(server, orgId, [
      { subject: 'identity', action: ['read', 'edit-auth', 'create-token'] },
    ]);
    const path = `/api/v1/auth/jwt-auth/identities/${target}`;

    await editor.http.post(path).send(trusting()).expect(403);
    await maker.http.post(path).send(trusting()).expect(200);
    await editor.http.patch(path).send({ accessTokenTTL: 60 }).expect(403);
  });

  it('does not rise with its identity: the grant is refused and names the method, or ends the trust (T346)', async () => {
    const { admin, orgId } = await aWorkload(server);
    const project = await aProject(admin);
    const target = await anIdentityOf(admin);
    await admin.http.patch(`/api/v1/identities/${target}`).send({ role: 'no-access' }).expect(200);
    const mallory = await anIdentity(server, orgId, [
      { subject: 'identity', action: ['read', 'edit-auth', 'create-token'] },
    ]);
    const path = `/api/v1/auth/jwt-auth/identities/${target}`;
    await mallory.http.post(path).send(trusting()).expect(200);
    const token = await login(target);
    const membership = `/api/v1/projects/${project.id}/identity-memberships/${target}`;

    const { body } = await admin.http.post(membership).send({ role: 'admin' }).expect(409);
    const [credential] = (body as { details: { credentials: object[] } }).details.credentials;
    expect(credential).toEqual({
      id: expect.any(String) as string,
      kind: 'workload-auth',
      name: 'jwt-auth',
      identityId: target,
      makers: [mallory.id],
    });

    await admin.http
      .post(membership)
      .set('X-Revoke-Weaker-Credentials', 'true')
      .send({ role: 'admin' })
      .expect(200);
    await admin.http.get(path).expect(404);
    await server.as(token).get('/api/v1/identities/details').expect(401);
  });

  it('leaves its makers in what its logins make', async () => {
    const { admin, orgId } = await aWorkload(server);
    const project = await aProject(admin);
    const robot = await aMember(server, project, orgId, 'member');
    await server.database.source.query(`update identities set role = 'admin' where id = $1`, [
      robot.id,
    ]);
    await admin.http
      .post(`/api/v1/auth/jwt-auth/identities/${robot.id}`)
      .send(trusting())
      .expect(200);
    const asRobot = server.as(await login(robot.id));
    const target = await anIdentityOf(admin);

    const { body } = await asRobot
      .post(`/api/v1/auth/jwt-auth/identities/${target}`)
      .send(trusting())
      .expect(200);

    expect((body as { identityJwtAuth: { attachedBy: string } }).identityJwtAuth.attachedBy).toBe(
      robot.id,
    );
    const [row] = await server.database.source.query<{ makers: string[] }[]>(
      'select makers from workload_auths where identity_id = $1',
      [target],
    );
    expect(row!.makers.sort()).toEqual([robot.id, admin.id].sort());
  });
});
