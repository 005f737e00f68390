import { useApp, TEST_KEYS } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import { Program } from '../support/program.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp();
const LOGIN = '/api/v1/auth/universal-auth/login';

/** Runs the command in this process; what it printed, by name. */
async function create(...args: string[]) {
  const { code, lines } = await runOn(server.context, 'identity:create', ...args);
  const text = lines.join('\n');
  const found = (name: RegExp) => name.exec(text)?.[1];
  return {
    code,
    text,
    identityId: found(/\(([0-9a-f-]{36})\)\. Its/),
    clientId: found(/^ +client id +(\S+)/m),
    clientSecret: found(/^ +client secret +(\S+)/m),
  };
}

async function aShop() {
  const scene = await aScene(server);
  const project = await aProject(scene.admin);
  return { ...scene, project, named: ['--project', project.slug, '--org', `org-${scene.orgId}`] };
}

describe('npm run strongroom -- identity:create', () => {
  it('makes an identity that signs in and does what its role allows, and no more', async () => {
    const { project, named, admin } = await aShop();

    const made = await create('ci', ...named, '--role', 'viewer');

    expect(made.code).toBe(0);
    const { clientId, clientSecret } = made;
    const login = await server.http.post(LOGIN).send({ clientId, clientSecret }).expect(200);
    const { accessToken } = login.body as { accessToken: string };
    const where = { projectId: project.id, environment: 'dev' };
    await server.as(accessToken).get('/api/v4/secrets').query(where).expect(200);
    await server
      .as(accessToken)
      .post('/api/v4/secrets/A')
      .send({ ...where, secretValue: 'x' })
      .expect(403);
    const { body } = await admin.http
      .get(`/api/v1/projects/${project.id}/memberships/identities/${made.identityId}`)
      .expect(200);
    expect(body).toMatchObject({ identityMembership: { roles: [{ role: 'viewer' }] } });
    const namesake = await create('ci', ...named, '--role', 'viewer');
    expect(made.text).not.toContain('other identities');
    expect(namesake).toMatchObject({ code: 0 });
    expect(namesake.text).toContain('other identities called ci (1)');
  });

  it('leaves an audit entry and an event, with the change or not at all, and no secret in them', async () => {
    const { orgId, project, named } = await aShop();
    const { source } = server.database;

    const made = await create('ci', ...named, '--role', 'member');

    const entries = await source.query<{ target: object; kind: string; client: string }[]>(
      `select target, actor_kind kind, client from audit_entries
       where org_id = $1 and action = 'identity.create'`,
      [orgId],
    );
    expect(entries).toEqual([
      {
        target: expect.objectContaining({ identityId: made.identityId, roles: ['member'] }),
        kind: 'system',
        client: 'strongroom identity:create',
      },
    ]);
    const events = await source.query<{ payload: object[] }[]>(
      `select payload from project_events where project_id = $1 and type = 'membership:create'`,
      [project.id],
    );
    expect(events.at(-1)!.payload).toEqual([
      expect.objectContaining({ identityId: made.identityId }),
    ]);
    expect(JSON.stringify([entries, events])).not.toContain(made.clientSecret);
  });

  it('makes nothing where the role gives more than a membership may hold', async () => {
    const { project, named, admin, orgId } = await aShop();
    const { source } = server.database;
    const role = {
      slug: 'huge',
      name: 'Huge',
      permissions: [{ subject: 'secrets', action: ['readValue'] }],
    };
    await admin.http.post(`/api/v1/projects/${project.id}/roles`).send(role).expect(200);
    await source.query(`update project_roles set rule_count = 1e9 where project_id = $1`, [
      project.id,
    ]);

    await expect(create('ci', ...named, '--role', 'huge')).rejects.toThrow();

    const [left] = await source.query<{ n: number }[]>(
      `select count(*)::int n from identities where org_id = $1 and name = 'ci'`,
      [orgId],
    );
    expect(left!.n).toBe(0);
  });

  it.each([
    [[], 'It takes NAME. The options are --project, --role, --org.'],
    [['ci'], '--project and --role are needed.'],
    [[' ', '--project', 'x', '--role', 'viewer'], 'NAME should have 1 to 255 characters.'],
    [['ci', '--project', 'none', '--role', 'viewer'], 'There is no project none. There are:'],
  ])('refuses %j and says what is missing', async (args, text) => {
    await aShop();
    await expect(create(...args)).rejects.toThrow(text);
  });

  it('lists the roles of the project where there is none of that name', async () => {
    const { named } = await aShop();

    await expect(create('ci', ...named, '--role', 'none')).rejects.toThrow(
      'The project has no role none. It has: admin,',
    );
  });

  it('asks for the organization where several have a project of that slug', async () => {
    const [one, two] = [await aShop(), await aShop()];
    await server.database.source.query('update projects set slug = $1 where id = any ($2)', [
      'the-same',
      [one.project.id, two.project.id],
    ]);

    await expect(create('ci', '--project', 'the-same', '--role', 'viewer')).rejects.toThrow(
      `--project the-same --org org-${one.orgId}`,
    );
  });

  it('runs as a process, and shows the secret on standard output only', async () => {
    const { named } = await aShop();
    const program = new Program(
      {
        DATABASE_URL: server.databaseUrl,
        ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
        AUTH_SECRET: TEST_KEYS.authSecret,
      },
      ...['identity:create', 'deploy', ...named, '--role', 'viewer'],
    );

    expect(await program.exit).toBe(0);
    expect(program.stdout).toMatch(/client secret {2}\S{43}\n/);
    expect(program.stderr).toBe('');
  });
});
