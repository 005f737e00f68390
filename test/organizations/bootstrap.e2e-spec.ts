import { type AccessClaims, AccessTokens } from '../../src/auth/access-token.js';
import { OrganizationsService } from '../../src/organizations/organizations.service.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { signIn } from '../support/accounts.js';
import { aScene } from '../support/scene.js';

const PATH = '/api/v1/admin/bootstrap';
const BODY = {
  email: 'Admin@Example.org',
  password: 'correct horse battery staple',
  organization: 'Straße & Söhne',
  domain: 'ignored',
};

interface Founded {
  readonly organization: { readonly id: string; readonly slug: string };
  readonly identity: { readonly id: string; readonly credentials: { readonly token: string } };
}

async function fresh<T>(work: (server: TestApp, other: TestApp) => Promise<T>): Promise<T> {
  const one = await startApp();
  const two = await startApp({}, [], one.parts.databaseUrl);
  try {
    return await work(one.parts, two.parts);
  } finally {
    await two.end();
    await one.end();
  }
}

const count = async (server: TestApp, table: string) => {
  const rows = await server.database.source.query<{ n: number }[]>(
    `select count(*)::int n from ${table}`,
  );
  return rows[0]!.n;
};

describe('POST /api/v1/admin/bootstrap', () => {
  it('sets up an empty instance, once', async () => {
    await fresh(async (server) => {
      const { body } = await server.http.post(PATH).send(BODY).expect(200);

      expect(body).toEqual({
        message: expect.stringMatching(/POST \/api\/v1\/projects.*sign in at \/login/),
        user: {
          id: expect.any(String),
          username: 'admin@example.org',
          firstName: 'Admin',
          lastName: 'User',
          email: 'admin@example.org',
          superAdmin: true,
        },
        organization: { id: expect.any(String), name: BODY.organization, slug: 'stra-e-sohne' },
        identity: {
          id: expect.any(String),
          name: expect.any(String),
          credentials: { token: expect.any(String) },
        },
      });
      const { token } = (body as Founded).identity.credentials;
      const claims: AccessClaims = server.app.get(AccessTokens).verify(token);
      expect(claims.exp - claims.iat).toBe(30 * 24 * 3600);
      await server.as(token).get('/api/v1/organization/roles').expect(200);

      const person = await signIn(
        server,
        'admin@example.org',
        (body as Founded).organization.id,
        BODY.password,
      );
      await person.http.post('/api/v1/auth/checkAuth').expect(200);

      const again = await server.http.post(PATH).send(BODY).expect(400);
      expect(again.body).toMatchObject({ error: 'BadRequest' });
      expect(await server.app.get(OrganizationsService).bootstrapEmbedded()).toBeNull();
      const [user] = await server.database.source.query<{ passwordHash: string }[]>(
        'select password_hash "passwordHash" from users',
      );
      expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await count(server, 'audit_entries')).toBe(2);
      expect(server.logLines.join('')).not.toContain(BODY.password);
    });
  });

  it('lets one of many win, over two replicas', async () => {
    await fresh(async (server, other) => {
      const attempts = Array.from({ length: 6 }, (_, i) =>
        (i % 2 ? server : other).http.post(PATH).send({ ...BODY, email: `a${i}@example.org` }),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);

      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
      expect(await count(server, 'organizations')).toBe(1);
      expect(await count(server, 'users')).toBe(1);
    });
  });

  it('refuses a body without its fields and changes nothing', async () => {
    await fresh(async (server) => {
      for (const body of [{}, { ...BODY, password: 'short' }, { ...BODY, organization: ' ' }]) {
        await server.http.post(PATH).send(body).expect(422);
      }
      expect(await count(server, 'organizations')).toBe(0);
    });
  });
});

describe('the first start of an embedded instance', () => {
  it('founds an organization whose admin logs in with universal auth', async () => {
    await fresh(async (server, other) => {
      const attempts = [server, other].map(({ app }) =>
        app.get(OrganizationsService).bootstrapEmbedded(),
      );
      const [first, ...more] = (await Promise.all(attempts)).filter((each) => each !== null);

      expect(more).toEqual([]);
      expect(first?.organization.name).toBe('My organization');
      const { clientId, clientSecret } = first!;
      const login = await server.http
        .post('/api/v1/auth/universal-auth/login')
        .send({ clientId, clientSecret })
        .expect(200);
      const { accessToken } = login.body as { accessToken: string };
      await server.as(accessToken).get('/api/v1/admin/organizations').expect(200);
      await server.http.post(PATH).send(BODY).expect(400);
    });
  });
});

describe('/api/v1/admin/organizations', () => {
  const server = useApp();
  const instanceAdmin = async () => {
    const { admin } = await aScene(server);
    await server.database.source.query(
      'update identities set is_instance_admin = true where id = $1',
      [admin.id],
    );
    return admin;
  };

  it('creates an organization with an admin of its own', async () => {
    const admin = await instanceAdmin();

    const { body } = await admin.http
      .post('/api/v1/admin/organizations')
      .send({ name: 'Second', slug: 'second' })
      .expect(200);

    const { organization, identity } = body as Founded;
    expect(organization).toEqual({ id: expect.any(String), name: 'Second', slug: 'second' });
    const second = server.as(identity.credentials.token);
    const details = await second.get('/api/v1/identities/details').expect(200);
    expect(details.body).toEqual({ identityDetails: { organization } });
    await second.get(`/api/v1/identities/${admin.id}`).expect(404);
    await second.post('/api/v1/admin/organizations').send({ name: 'Third' }).expect(403);
    const list = await admin.http.get('/api/v1/admin/organizations?limit=100').expect(200);
    expect((list.body as { organizations: object[] }).organizations).toContainEqual(
      expect.objectContaining(organization),
    );
  });

  it('invents another slug for a name that is taken, and refuses a slug that is', async () => {
    const admin = await instanceAdmin();
    const create = (body: object) => admin.http.post('/api/v1/admin/organizations').send(body);
    await create({ name: 'Twin' }).expect(200);

    const twin = await create({ name: 'Twin' }).expect(200);
    expect((twin.body as Founded).organization.slug).toMatch(/^twin-[a-z0-9]{6}$/);
    await create({ name: 'Twin', slug: 'twin' }).expect(409);
    await create({ name: 'Twin', slug: 'Not a slug' }).expect(422);
  });

  it('is for nobody but the instance admin', async () => {
    const { admin } = await aScene(server);

    const created = await admin.http.post('/api/v1/admin/organizations').send({ name: 'X' });
    expect(created.body).toMatchObject({ statusCode: 403, error: 'ForbiddenError' });
    await admin.http.get('/api/v1/admin/organizations').expect(403);
    await admin.http.post('/api/v1/admin/organizations').send({}).expect(422);
    await server.http.post('/api/v1/admin/organizations').send({ name: 'X' }).expect(401);
  });
});
