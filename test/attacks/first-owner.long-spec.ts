import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printSetupToken } from '../../src/start-up/first-run-setup.js';
import { type TestApp, startApp, TEST_KEYS } from '../support/harness.js';
import { Program } from '../support/program.js';
import { createTestDatabase, scratchDirectory } from '../support/test-database.js';

const PATH = '/api/v1/admin/bootstrap';
const BODY = {
  email: 'admin@example.org',
  password: 'correct horse battery staple',
  organization: 'Example',
};
const TOKEN = 'operator-chose-this-setup-token';

async function unclaimed<T>(
  env: Record<string, string>,
  work: (server: TestApp) => Promise<T>,
): Promise<T> {
  const server = await startApp({ SETUP_NETWORKS: '', ...env });
  try {
    return await work(server.parts);
  } finally {
    await server.end();
  }
}

const claim = (server: TestApp, headers: Record<string, string> = {}) =>
  server.http.post(PATH).set(headers).send(BODY);

const countOrganizations = async (server: TestApp): Promise<number> => {
  const [row] = await server.database.source.query<{ n: number }[]>(
    'select count(*)::int n from organizations',
  );
  return row!.n;
};

describe('a stranger who reaches an unclaimed server first (F11)', () => {
  it('cannot claim it without the setup token', async () => {
    await unclaimed({ SETUP_TOKEN: TOKEN }, async (server) => {
      const none = await claim(server).expect(401);
      const wrong = await claim(server, { 'X-Setup-Token': `${TOKEN}.` }).expect(401);
      const invalid = await server.http.post(PATH).send({}).expect(401);

      for (const { body } of [none, wrong, invalid]) {
        expect(body).toMatchObject({ statusCode: 401, error: 'UnauthorizedError' });
        expect((body as { message: string }).message).toContain('X-Setup-Token');
      }
      expect(await countOrganizations(server)).toBe(0);

      await claim(server, { 'X-Setup-Token': TOKEN }).expect(200);
      await claim(server, { 'X-Setup-Token': TOKEN }).expect(400);
      await claim(server).expect(400);
    });
  });

  it('cannot pretend to be local through a proxy', async () => {
    const env = { SETUP_NETWORKS: '127.0.0.0/8', TRUSTED_PROXIES: '127.0.0.1' };
    await unclaimed(env, async (server) => {
      for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'CF-Connecting-IP']) {
        await claim(server, { [name]: '127.0.0.1' }).expect(401);
      }
      expect(await countOrganizations(server)).toBe(0);

      await claim(server).expect(200);
    });
  });

  it('finds no network that needs no token, unless the operator named it', async () => {
    await unclaimed({ SETUP_NETWORKS: '10.0.0.0/8, ::1' }, async (server) => {
      await claim(server).expect(401);
    });
  });
});

describe('a server that nobody owns', () => {
  const programs: Program[] = [];
  afterEach(async () => {
    await Promise.all(programs.splice(0).map((program) => program.kill()));
  });
  const start = (env: Record<string, string>, ...args: string[]) => {
    const program = new Program({ SETUP_NETWORKS: '', ...env }, ...args);
    programs.push(program);
    return program;
  };
  const warned = (program: Program) =>
    program.untilPrinted(/"level":(40),.*nobody owns this server/);
  const send = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${PATH}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(BODY),
    });

  it('prints its setup token once for all replicas, and drops it at the claim', async () => {
    const database = await createTestDatabase();
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
      AUTH_SECRET: TEST_KEYS.authSecret,
    };
    try {
      const first = start(env);
      const token = await first.untilPrinted(/setup token\s+(\S+)/);
      const url = await first.listening();
      await warned(first);
      const second = start(env);
      const other = await second.listening();
      await warned(second);
      expect(second.stderr).not.toContain('setup token  ');

      expect((await send(other)).status).toBe(401);
      expect((await send(other, { 'X-Setup-Token': token })).status).toBe(200);
      expect((await send(url, { 'X-Setup-Token': token })).status).toBe(400);
      expect(first.stdout + second.stdout).not.toContain(token);

      const lines: string[] = [];
      const third = await startApp({ SETUP_NETWORKS: '' }, lines, database.url);
      await printSetupToken(third.parts.app, third.parts.context.log, url);
      await third.end();
      expect(lines.join('')).not.toContain('nobody owns');
      await Promise.all(programs.splice(0).map((program) => program.kill()));
    } finally {
      await database.drop();
    }
  });

  it('does not exist where the database is embedded: it is claimed before it answers, and never where it cannot listen', async () => {
    const directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-test-owner-'));
    try {
      const server = start({ DATA_DIR: join(directory, 'one') });
      const url = await server.listening();
      const late = start({ DATA_DIR: join(directory, 'late'), PORT: new URL(url).port });

      expect((await send(url)).status).toBe(400);
      await server.untilPrinted(/client secret\s+(\S+)/);
      expect(server.stdout.split('\n').filter((line) => line && !line.startsWith('{'))).toEqual([]);
      expect(await late.exit).toBe(1);
      expect(late.stderr).toMatch(/PORT \d+ is in use/);
      expect(late.stderr).not.toContain('client secret');
      expect(await server.kill('SIGTERM')).toBe(0);
      programs.splice(0);
      const again = start({ DATA_DIR: join(directory, 'late') });
      await again.untilPrinted(/client secret\s+(\S+)/);
      expect(await again.kill('SIGTERM')).toBe(0);
      programs.splice(0);
      expect(existsSync(directory)).toBe(true);
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
