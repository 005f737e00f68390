import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useApp } from '../support/harness.js';
import { Program, runHere } from '../support/program.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'strongroom-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

const path = (name: string) => join(directory, name);

const settingsOf = ({ token }: Caller) => ({
  STRONGROOM_URL: server.url,
  STRONGROOM_TOKEN: token,
});

const run = (caller: Caller, name: string, ...args: string[]) =>
  runHere(settingsOf(caller), name, ...args);

async function aShop() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const scope = ['--project', project.slug, '--environment', 'dev'];
  return { orgId, admin, project, scope };
}

async function secretsOf(caller: Caller, project: TestProject) {
  const where = { projectId: project.id, environment: 'dev', recursive: 'true' };
  const query = { ...where, expandSecretReferences: 'false' };
  const { body } = await caller.http.get('/api/v4/secrets').query(query).expect(200);
  type List = { secrets: { secretPath: string; secretKey: string; secretValue: string }[] };
  const entries = (body as List).secrets.map(
    (each) => [`${each.secretPath} ${each.secretKey}`, each.secretValue] as const,
  );
  return Object.fromEntries(entries);
}

describe('npm run strongroom -- import', () => {
  it('shows what it will do without any value, does it once agreed, and then finds nothing to do', async () => {
    const { admin, project, scope } = await aShop();
    await writeFile(path('a.env'), `KEEP=canary-1\nCHANGE='canary-2'\nGO=canary-3\n`);
    const first = await run(admin, 'import', path('a.env'), ...scope, '--yes');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    await writeFile(path('a.env'), `KEEP=canary-1\nCHANGE="canary\n4"\nNEW=canary-\${KEEP}\n`);

    const asked = await run(admin, 'import', path('a.env'), ...scope, '--remove');
    const planned = await run(admin, 'import', path('a.env'), ...scope, '--remove', '--plan');
    expect(await secretsOf(admin, project)).toMatchObject({ '/ GO': 'canary-3' });
    const done = await run(admin, 'import', path('a.env'), ...scope, '--remove', '--yes');
    const again = await run(admin, 'import', path('a.env'), ...scope, '--remove');

    const plan = '+ /NEW\n~ /CHANGE\n- /GO\n1 to create, 1 to change, 1 to remove, 1 unchanged.\n';
    expect(asked.code).toBe(1);
    expect(asked.stderr).toBe('Nobody is there to ask: say --yes to do it.\n');
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining(plan) });
    expect(done.stdout).toMatch(/Done\.\n$/);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('0 to create, 0 to change, 0 to remove, 3 unchanged.');
    expect(await secretsOf(admin, project)).toEqual({
      '/ KEEP': 'canary-1',
      '/ CHANGE': 'canary\n4',
      '/ NEW': 'canary-${KEEP}',
    });
    for (const { stdout, stderr } of [first, asked, planned, done, again])
      expect(stdout + stderr).not.toContain('canary');
  });

  it('removes nothing of an unchanged file, however the folder is spelled', async () => {
    const { admin, project, scope } = await aShop();
    const secrets = [{ secretPath: '/fold', secretKey: 'A', secretValue: '1' }];
    await writeFile(path('fold.json'), JSON.stringify(secrets));
    await run(admin, 'import', path('fold.json'), ...scope, '--yes');

    for (const spelled of ['/fold', '/fold/', 'fold']) {
      const order = [path('fold.json'), ...scope, '--path', spelled, '--remove', '--yes'];
      const { stdout } = await run(admin, 'import', ...order);
      expect(stdout).toContain('0 to create, 0 to change, 0 to remove, 1 unchanged.');
    }

    expect(await secretsOf(admin, project)).toEqual({ '/fold A': '1' });
  });

  it('makes folders, and leaves what it did not read', async () => {
    const { admin, project, scope } = await aShop();
    const secrets = [
      { secretPath: '/api/v1', secretKey: 'A', secretValue: '1', secretComment: 'why' },
      { secretPath: '/', secretKey: 'B', secretValue: '2' },
    ];
    await writeFile(path('b.json'), JSON.stringify(secrets));

    const made = await run(admin, 'import', path('b.json'), ...scope, '--yes');

    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain('+ folder /api/v1\n+ /api/v1/A\n');
    expect(await secretsOf(admin, project)).toEqual({ '/api/v1 A': '1', '/ B': '2' });
    const changed = [{ ...secrets[0], secretComment: undefined, secretValue: '3' }];
    await writeFile(path('b.json'), JSON.stringify(changed));
    await run(admin, 'import', path('b.json'), ...scope, '--yes');
    const exported = await run(admin, 'export', ...scope, '--recursive', '--format', 'json');
    expect(JSON.parse(exported.stdout)).toEqual(
      expect.arrayContaining([{ ...secrets[0], secretValue: '3' }, secrets[1]]),
    );
  });

  it('does what the identity may, and says what the server said', async () => {
    const { orgId, project, scope } = await aShop();
    const viewer = await aMember(server, project, orgId, 'viewer');
    await writeFile(path('c.env'), 'A=canary\n');

    const refused = await run(viewer, 'import', path('c.env'), ...scope, '--yes');
    const nobody = await run({ ...viewer, token: 'x.y.z' }, 'export', ...scope);
    const elsewhere = await run(viewer, 'export', ...scope.with(1, 'none'));

    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      new RegExp(`^${server.url} answered 403 to POST /v4/secrets/batch: .*\\n$`),
    );
    expect(nobody.stderr).toMatch(/answered 401 to GET /);
    expect(elsewhere.stderr).toMatch(/answered 404 to GET /);
    for (const each of [refused, nobody, elsewhere]) {
      expect(each.stderr).not.toContain('canary');
      expect(each.stderr).not.toMatch(/^ {4}at /m);
    }
  });

  it('names the setting where nothing answers, or nobody is named', async () => {
    const order = ['export', '--project', 'x', '--environment', 'dev'] as const;
    const settings = { STRONGROOM_URL: 'http://127.0.0.1:9', STRONGROOM_TOKEN: 'x' };
    const away = await runHere(settings, ...order);
    const nobody = await runHere({}, ...order);

    expect([away.code, nobody.code]).toEqual([1, 1]);
    expect(away.stderr).toMatch(
      /^STRONGROOM_URL: nothing answers at http:\/\/127\.0\.0\.1:9 \(.*\)\.\n$/,
    );
    expect(nobody.stderr).toMatch(/^Set STRONGROOM_CLIENT_ID and STRONGROOM_CLIENT_SECRET/);
  });
});

describe('npm run strongroom -- export', () => {
  it('writes a file that only its owner reads, never over another, and leaves an audit entry', async () => {
    const { admin, orgId, scope } = await aShop();
    await writeFile(path('d.env'), `A='one two'\nB=\${A}\n`);
    await run(admin, 'import', path('d.env'), ...scope, '--yes');

    const file = path('out.env');
    const first = await run(admin, 'export', ...scope, '--file', file);
    const second = await run(admin, 'export', ...scope, '--file', file);

    expect(first).toMatchObject({ code: 0, stdout: `${file}: 2 secrets.\n`, stderr: '' });
    expect(await readFile(file, 'utf8')).toBe(`A='one two'\nB='\${A}'\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(second).toMatchObject({ code: 1, stderr: `${file} exists: name a new file.\n` });
    const reads = await server.database.source.query<object[]>(
      `select from audit_entries where org_id = $1 and action = 'secret.read'`,
      [orgId],
    );
    expect(reads.length).toBeGreaterThan(0);
  });

  it('runs as a process, and shows secrets on standard output only', async () => {
    const { admin, scope } = await aShop();
    await writeFile(path('p.env'), 'A=canary\n');
    const given = new Program(settingsOf(admin), 'import', path('p.env'), ...scope, '--yes');
    expect(await given.exit).toBe(0);
    const taken = new Program(settingsOf(admin), 'export', ...scope);

    expect(await taken.exit).toBe(0);
    expect(taken.stdout).toBe('A=canary\n');
    expect(given.stdout + given.stderr + taken.stderr).not.toContain('canary');
  });

  it('refuses a value that the identity may not read, and writes nothing', async () => {
    const { admin, orgId, project, scope } = await aShop();
    await writeFile(path('e.env'), 'A=canary\n');
    await run(admin, 'import', path('e.env'), ...scope, '--yes');
    const rules = [{ subject: 'secrets', action: ['describeSecret'] }];
    const blind = await aMember(server, project, orgId, rules);

    const file = path('blind.env');
    const { code, stderr } = await run(blind, 'export', ...scope, '--file', file);

    expect(code).toBe(1);
    expect(stderr).toMatch(/may not be read|answered 403 to/);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
