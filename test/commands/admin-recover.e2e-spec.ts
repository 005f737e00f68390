import { useApp, TEST_KEYS } from '../support/harness.js';
import { runHere } from '../support/program.js';
import { anIdentity, aScene } from '../support/scene.js';

const server = useApp();
const LOGIN = '/api/v1/auth/universal-auth/login';

async function recover(...args: string[]) {
  const settings = {
    DATABASE_URL: server.databaseUrl,
    ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
    AUTH_SECRET: TEST_KEYS.authSecret,
  };
  const { code, stdout, stderr } = await runHere(settings, 'admin:recover', ...args);
  const found = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(stdout)?.[1];
  return {
    code,
    stderr,
    clientId: found('client id'),
    clientSecret: found('client secret'),
  };
}

describe('npm run strongroom -- admin:recover', () => {
  it('says what to do where nobody owns the server', async () => {
    const { code, stderr } = await recover();

    expect(code).toBe(1);
    expect(stderr).toContain('POST /api/v1/admin/bootstrap');
  });

  it('makes a client secret for an administrator that logs in, ends its lockout and leaves an audit entry', async () => {
    const { admin, orgId } = await aScene(server);
    const member = await anIdentity(server, orgId, 'member');

    const { code, clientId, clientSecret } = await recover('--org', `org-${orgId}`);

    expect(code).toBe(0);
    const login = await server.http.post(LOGIN).send({ clientId, clientSecret }).expect(200);
    const { accessToken } = login.body as { accessToken: string };
    await server.as(accessToken).get(`/api/v1/identities/${member.id}`).expect(200);
    const entries = await server.database.source.query<{ target: object; actor: string }[]>(
      `select target from audit_entries where org_id = $1 and action = 'admin.recover'`,
      [orgId],
    );
    expect(entries).toEqual([{ target: expect.objectContaining({ identityId: admin.id }) }]);
    expect(JSON.stringify(entries)).not.toContain(clientSecret);

    for (let n = 0; n < 3; n++) {
      await server.http
        .post(LOGIN)
        .send({ clientId, clientSecret: `wrong ${n}` })
        .expect(401);
    }
    await server.http.post(LOGIN).send({ clientId, clientSecret }).expect(401);

    const second = await recover('--identity', admin.id);
    expect(second).toMatchObject({ code: 0, clientId });
    await server.http.post(LOGIN).send({ clientId, clientSecret }).expect(200);
  });

  it('asks which one where there are several organizations, and names those there are', async () => {
    const one = await aScene(server);
    const two = await aScene(server);

    const { code, stderr } = await recover();
    const wrong = await recover('--org', 'nobody');
    const member = await anIdentity(server, one.orgId, 'member');
    const weak = await recover('--identity', member.id);

    for (const each of [{ code, stderr }, wrong, weak]) {
      expect(each.code).toBe(1);
      expect(each.stderr).toContain(one.admin.id);
      expect(each.stderr).toContain(`--org org-${two.orgId}`);
    }
  });
});
