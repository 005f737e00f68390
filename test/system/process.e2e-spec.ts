import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { open } from '../support/raw-http.js';
import {
  createTestDatabase,
  scratchDirectory,
  type TestDatabase,
  urlOfDatabase,
} from '../support/test-database.js';

jest.setTimeout(120_000);

const TOP = join(import.meta.dirname, '..', '..');
const KEYS = {
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  AUTH_SECRET: randomBytes(32).toString('base64'),
};

let directory: string;
let servers: Program[];

beforeAll(async () => {
  const built = spawnSync(process.execPath, [join(TOP, 'scripts', 'build.js'), '--if-stale'], {
    cwd: TOP,
    encoding: 'utf8',
  });
  expect(built.stdout + built.stderr).not.toContain('error TS');
  directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-process-'));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  servers = [];
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

function start(env: Record<string, string> = {}): Program {
  const chosen = { DATA_DIR: join(directory, 'data'), SETUP_TOKEN: 'chosen-by-the-operator' };
  const server = new Program({ ...chosen, ...env });
  servers.push(server);
  return server;
}

describe('a server with a configuration that is wrong', () => {
  it('ends with 1 and names every variable, but no value', async () => {
    const server = start({ PORT: 'canary-port', ENCRYPTION_KEY: 'canary-key', LOG_LEVEL: 'loud' });

    expect(await server.exit).toBe(1);
    expect(server.stderr).toBe(
      [
        'The configuration is not usable:',
        '  PORT should be a whole number from 0 to 65535',
        '  ENCRYPTION_KEY should be 32 random bytes in base64 (openssl rand -base64 32)',
        '  LOG_LEVEL should be one of fatal, error, warn, info, debug, trace, silent',
        '',
      ].join('\n'),
    );
    expect(server.stdout).toBe('');
  });
});

describe('a server that cannot start', () => {
  const NOWHERE = 'postgres://user:canary@localhost:9/none';

  it.each([
    [{ HOST: 'strongroom.invalid' }, 'HOST strongroom.invalid is not the name of an address.'],
    [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is no address of this machine.'],
    [
      { DATA_DIR: '/dev/null/x' },
      'DATA_DIR /dev/null/x/postgres cannot be used: a part of the path is a file.',
    ],
    [{ ...KEYS, DATABASE_URL: NOWHERE }, 'DATABASE_URL: nothing answers at localhost:9.'],
    [
      { ...KEYS, DATABASE_URL: 'postgres://user:canary@strongroom.invalid/none' },
      'DATABASE_URL: the host of strongroom.invalid:5432 is not known.',
    ],
  ])('says why in one sentence that names the setting (%#)', async (env, text) => {
    const server = start({ DATA_DIR: join(directory, 'cannot'), ...env });

    expect(await server.exit).toBe(1);
    expect(withoutWelcome(server.stderr)).toBe(`${text}\n`);
    expect(server.stdout).toBe('');
  });

  it('names a database that does not exist', async () => {
    const url = process.env['STRONGROOM_TEST_ADMIN_URL']!;
    const server = start({ ...KEYS, DATABASE_URL: urlOfDatabase(url, 'nobody_made_it') });

    expect(await server.exit).toBe(1);
    expect(server.stderr).toBe(
      'DATABASE_URL: there is no database "nobody_made_it" on the server.\n',
    );
  });

  it('tells of a variable that is almost a setting, and goes on', async () => {
    const server = start({ PORTT: 'canary', LOG_LEVEL: 'loud' });

    expect(await server.exit).toBe(1);
    expect(server.stderr).not.toContain('canary');
    const second = start({ PORTT: 'canary', ...KEYS, DATABASE_URL: NOWHERE });
    await second.exit;
    expect(second.stderr).toMatch(/^PORTT is not a setting\. Did you mean PORT\?\n/);
  });
});

/** The first credentials are shown even if nobody can listen. */
const withoutWelcome = (text: string) =>
  text.replace(/\nAn organization[^]*client secret .*\n/, '');

describe('npm run strongroom', () => {
  it('says its version, one number everywhere', async () => {
    const { version } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const args of [['--version'], ['--command', '--version']]) {
      const program = new Program({ PORT: 'not used' }, ...args);
      servers.push(program);
      expect(await program.exit).toBe(0);
      expect(program.stdout).toBe(`strongroom ${version} (node ${process.versions.node})\n`);
    }
    expect(readFileSync(join(TOP, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}`);
  });

  it('says what a command takes, whatever the settings are', async () => {
    for (const args of [
      ['--command', 'keys:rotate', '--help'],
      ['--command', 'help', 'keys:rotate'],
    ]) {
      const program = new Program({ PORT: 'wrong' }, ...args);
      servers.push(program);
      expect(await program.exit).toBe(0);
      expect(program.stdout).toMatch(/^strongroom keys:rotate \[--project ID\]/);
      expect(program.stdout).toContain('--older-than DURATION');
    }
  });

  it('proposes the command that was meant', async () => {
    const program = new Program({}, 'key:rotate');
    servers.push(program);

    expect(await program.exit).toBe(1);
    expect(program.stderr).toContain('There is no command key:rotate. Did you mean keys:rotate?');
  });

  it('lists the commands and ends with 2 when no command is given', async () => {
    const { scripts } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
      scripts: { strongroom: string };
    };
    expect(scripts.strongroom).toMatch(/main\.js --command$/);

    const command = new Program({}, '--command');
    servers.push(command);

    expect(await command.exit).toBe(2);
    expect(command.stdout).toContain('keys:rotate');
  });

  it('says which data directory a command works on without DATABASE_URL', async () => {
    const DATA_DIR = join(directory, 'command-data');
    const command = new Program({ DATA_DIR }, '--command', 'admin:recover');
    servers.push(command);

    expect(await command.exit).toBe(1);
    expect(command.stdout).toContain(`data directory ${DATA_DIR}\n`);
  });
});

describe('a server on a database of its own', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const env = () => ({ DATABASE_URL: database.url, ...KEYS, HOST: '127.0.0.1' });

  it('ends with 0 on SIGTERM, after it has answered what is under way', async () => {
    const server = start(env());
    const url = await server.listening();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; lock table client_secrets in access exclusive mode');
    const login = fetch(`${url}/api/v1/auth/universal-auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: 'nobody', clientSecret: 'canary-secret' }),
    });
    for (let isWaiting = false; !isWaiting;) {
      const { rows } = await other.query<{ found: boolean }>(
        `select exists (select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock') found`,
      );
      isWaiting = rows[0]!.found;
    }

    server.kill('SIGTERM');
    await server.untilPrinted(/("msg":"ending")/);
    await other.query('rollback');
    await other.end();

    expect((await login).status).toBe(401);
    expect(await server.exit).toBe(0);
    expect(server.stderr).toBe('');
    expect(server.stdout).not.toContain('canary');
    await expect(fetch(`${url}/api/status`)).rejects.toThrow('fetch failed');
  });

  it('serves metrics on a port of their own, and a second one says in one sentence that its port is in use', async () => {
    const server = start({ ...env(), METRICS_PORT: '0' });
    const metrics = await server.untilPrinted(/"url":"([^"]+)","msg":"serving metrics"/);
    const url = await server.listening();
    const { port } = new URL(url);

    const second = start({ ...env(), PORT: port });

    expect(metrics).not.toBe(url);
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await second.exit).toBe(1);
    expect(second.stderr).toBe(`PORT ${port} is in use.\n`);

    const third = start({ ...env(), METRICS_PORT: port });

    expect(await third.exit).toBe(1);
    expect(third.stderr).toBe(`METRICS_PORT ${port} is in use.\n`);
  });

  it('does not start with another root key: it ends with 1 within 5 s and never listens', async () => {
    const port = await freePort();
    const wrong = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), PORT: String(port) };
    const first = performance.now();
    await start(env()).listening();
    const started = performance.now();
    const usual = started - first;

    const server = start({ ...env(), ...wrong });
    let isOver = false;
    const exit = server.exit.finally(() => (isOver = true));
    let wasOpen = false;
    while (!isOver) {
      const socket = await open(`http://127.0.0.1:${port}`).catch(() => null);
      wasOpen ||= socket !== null;
      socket?.destroy();
      await delay(20);
    }

    expect(await exit).toBe(1);
    // Where it takes that long to start at all, not much longer.
    expect(performance.now() - started).toBeLessThan(Math.max(5_000, 3 * usual));
    expect(wasOpen).toBe(false);
    expect(server.stderr).toBe(
      'ENCRYPTION_KEY is not the key this database was made with. Nothing was changed. Start with the right key.\n',
    );
    expect(server.stdout).not.toContain('listening');
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

describe('the log on a terminal', () => {
  (hasScript ? it : it.skip)('has readable lines', async () => {
    const database = await createTestDatabase();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const main = join(TOP, 'dist', 'src', 'main.js');
    const { PATH = '' } = process.env;
    const settings = { ...KEYS, DATABASE_URL: database.url, SETUP_TOKEN: 't'.repeat(20) };
    const ports = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: String(port) };

    // It listens, says so, and ends because of the other port.
    const terminal = spawn('script', ['-qec', `"${process.execPath}" "${main}"`, '/dev/null'], {
      cwd: directory,
      env: { PATH, ...settings, ...ports },
    });
    const shown = await text(terminal.stdout);
    taken.close();
    await database.drop();

    expect(shown).toMatch(/INFO.*listening.*"url":"http:\/\/127\.0\.0\.1:\d+"/);
    expect(shown).not.toContain('"level"');
    expect(shown).toContain(`METRICS_PORT ${port} is in use.`);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('a server with its embedded database', () => {
  let first: Program;

  beforeAll(() => {
    first = new Program({ DATA_DIR: join(directory, 'data') });
  });
  afterAll(() => first.kill());

  (hasCurl ? it : it.skip)(
    'prints three lines at its first start that work as pasted',
    async () => {
      await first.untilPrinted(/(slug":"first-project[^]*\n\n)/);
      const lines = first.stderr
        .split('\n')
        .filter((line) => /^(TOKEN=|PROJECT_ID=|curl )/.test(line));

      const pasted = spawnSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' });

      expect(lines).toHaveLength(3);
      for (const line of first.stdout.trim().split('\n'))
        expect(() => JSON.parse(line)).not.toThrow();
      expect(pasted.stderr).toBe('');
      expect(pasted.stdout).toContain('"secretKey":"GREETING","secretValue":"hello"');
    },
  );

  it('finds its data after kill -9, and refuses a second one beside it', async () => {
    const url = await first.listening();
    const id = await first.untilPrinted(/client id\s+(\S+)/);
    const secret = await first.untilPrinted(/client secret\s+(\S+)/);
    const token = await logIn(url, id, secret);
    const made = await fetch(`${url}/api/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ projectName: 'Kept' }),
    });
    expect(made.status).toBe(200);

    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.stderr).toContain('already uses the data directory');
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);

    first.kill('SIGKILL');
    expect(await first.exit).toBeNull();
    const third = start();
    const again = await third.listening();
    const found = await fetch(`${again}/api/v1/projects`, {
      headers: { Authorization: `Bearer ${await logIn(again, id, secret)}` },
    });

    const { projects } = (await found.json()) as { projects: { name: string }[] };
    expect(projects.map(({ name }) => name)).toContain('Kept');
    third.kill('SIGTERM');
    expect(await third.exit).toBe(0);
    for (const { stdout, stderr } of [third, second]) expect(stdout + stderr).not.toContain(secret);
  });
});

async function logIn(url: string, clientId: string, clientSecret: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/universal-auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}
