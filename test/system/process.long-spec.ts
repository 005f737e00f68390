import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { printHelp } from '../../src/start-up/command-help.js';
import { freePort } from '../support/free-port.js';
import { caught, Program, refusalToServe, runHere } from '../support/program.js';
import { open } from '../support/raw-http.js';
import {
  createTestDatabase,
  scratchDirectory,
  type TestDatabase,
  urlOfDatabase,
} from '../support/test-database.js';
import { leastOf } from '../support/quiet-stopwatch.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

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
  const admin = () => process.env['STRONGROOM_TEST_ADMIN_URL']!;

  it.each<[string, () => Record<string, string>]>([
    [
      'DATA_DIR /dev/null/x/postgres cannot be used: a part of the path is a file.',
      () => ({ DATA_DIR: '/dev/null/x' }),
    ],
    [
      'DATABASE_URL: the host of strongroom.invalid:5432 is not known.',
      () => ({ ...KEYS, DATABASE_URL: 'postgres://user:canary@strongroom.invalid/none' }),
    ],
    [
      'DATABASE_URL: there is no database "nobody_made_it" on the server.',
      () => ({ ...KEYS, DATABASE_URL: urlOfDatabase(admin(), 'nobody_made_it') }),
    ],
  ])('says why in one sentence that names the setting: %s', async (text, env) => {
    expect(await refusalToServe(env())).toBe(text);
  });

  it('tells of a variable that is almost a setting, and goes on', async () => {
    const server = start({ PORTT: 'canary', LOG_LEVEL: 'loud' });

    expect(await server.exit).toBe(1);
    expect(server.stderr).not.toContain('canary');
    const second = start({ PORTT: 'canary', ...KEYS, DATABASE_URL: NOWHERE });
    expect(await second.exit).toBe(1);
    expect(second.stderr).toBe(
      'PORTT is not a setting. Did you mean PORT?\nDATABASE_URL: nothing answers at localhost:9.\n',
    );
    expect(second.stdout).toBe('');
  });
});

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
    const asked = new Program({ PORT: 'wrong' }, '--command', 'keys:rotate', '--help');
    servers.push(asked);
    expect(await asked.exit).toBe(0);
    const again = await caught(() => printHelp('help', ['keys:rotate']));

    expect(again).toEqual({ result: 0, stdout: asked.stdout });
    expect(asked.stdout).toMatch(/^strongroom keys:rotate \[--project ID\]/);
    expect(asked.stdout).toContain('--older-than DURATION');
  });

  it('proposes the command that was meant', async () => {
    const { code, stderr } = await runHere({}, 'key:rotate');

    expect(code).toBe(1);
    expect(stderr).toContain("There is no command key:rotate. Did you mean 'keys:rotate'?");
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

  it('makes no data directory for a command, and names the setting', async () => {
    const DATA_DIR = join(directory, 'command-data');
    const { code, stderr } = await runHere({ DATA_DIR }, 'admin:recover');

    expect(code).toBe(1);
    expect(stderr).toContain(`${DATA_DIR} is no data directory of Strongroom: DATA_DIR names it`);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('a server on a database of its own', () => {
  let database: TestDatabase;
  let server: Program;
  let url: string;
  /** Milliseconds that it took to start. */
  let usual: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    const first = performance.now();
    server = new Program({ ...env(), SETUP_TOKEN: 'chosen-by-the-operator', METRICS_PORT: '0' });
    url = await server.listening();
    usual = performance.now() - first;
  });
  afterAll(async () => {
    await server.kill();
    await database.drop();
  });

  const env = () => ({ DATABASE_URL: database.url, ...KEYS, HOST: '127.0.0.1' });

  it('serves metrics on a port of their own, and one that cannot listen says in one sentence which setting is why', async () => {
    const metrics = await server.untilPrinted(/"url":"([^"]+)","msg":"serving metrics"/);
    const { port } = new URL(url);
    // Nobody owns this one yet: its setup token, shown once, is not made for a server that cannot listen.
    const fresh = await createTestDatabase();
    const taken = start({ ...env(), DATABASE_URL: fresh.url, PORT: port });

    expect(metrics).not.toBe(url);
    expect(await (await fetch(`${metrics}/metrics`)).text()).toContain('process_cpu_seconds_total');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await taken.exit).toBe(1);
    expect(taken.stderr).toBe(
      `PORT ${port} is in use: end what listens there, or set PORT to another number.\n`,
    );
    await fresh.drop();
    const SETUP_TOKEN = 'chosen-by-the-operator';
    const refusal = (more: Record<string, string>) =>
      refusalToServe({ ...env(), SETUP_TOKEN, ...more });
    expect(await refusal({ METRICS_PORT: port })).toBe(
      `METRICS_PORT ${port} is in use: end what listens there, or set METRICS_PORT to another number.`,
    );
    expect(await refusal({ HOST: '192.0.2.1' })).toBe(
      'HOST 192.0.2.1 is no address of this machine.',
    );
    expect(await refusal({ HOST: 'strongroom.invalid' })).toBe(
      'HOST strongroom.invalid is not the name of an address.',
    );
  });

  it('does not start with another root key: it ends with 1 within 5 s and never listens', async () => {
    const port = await freePort();
    const wrong = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), PORT: String(port) };
    const timeOfRefusal = async () => {
      const started = performance.now();
      const refused = start({ ...env(), ...wrong });
      let isOver = false;
      const exit = refused.exit.finally(() => (isOver = true));
      let wasOpen = false;
      while (!isOver) {
        const socket = await open(`http://127.0.0.1:${port}`).catch(() => null);
        wasOpen ||= socket !== null;
        socket?.destroy();
        await delay(20);
      }
      const took = performance.now() - started;

      expect(await exit).toBe(1);
      expect(wasOpen).toBe(false);
      expect(refused.stderr).toBe(
        'ENCRYPTION_KEY is not the key this database was made with. Nothing was changed. Start with the right key.\n',
      );
      expect(refused.stdout).not.toContain('listening');
      return took;
    };
    // Where it takes that long to start at all, not much longer.
    const most = Math.max(5_000, 3 * usual);
    expect(await leastOf(most, timeOfRefusal)).toBeLessThan(most);
  });

  it('ends with 0 on SIGTERM, after it has answered what is under way, without a drain where nobody asks for its readiness', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; lock table client_secrets in access exclusive mode');
    const login = fetch(`${url}/api/v1/auth/universal-auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientId: 'nobody', clientSecret: 'canary-secret' }),
    });
    await untilLocksAreAwaited({ databaseUrl: database.url });

    server.kill('SIGTERM');
    await server.untilPrinted(/"drain":(0),"msg":"ending"/);
    await other.query('rollback');
    await other.end();

    expect((await login).status).toBe(401);
    expect(await server.exit).toBe(0);
    expect(server.stderr).toBe('');
    expect(server.stdout).not.toContain('canary');
    await expect(fetch(`${url}/api/status`)).rejects.toThrow('fetch failed');
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
    expect(shown).toContain(`METRICS_PORT ${port} is in use`);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('a server with its embedded database', () => {
  let first: Program;

  beforeAll(() => {
    first = new Program({ DATA_DIR: join(directory, 'data') });
  });
  afterAll(() => first.kill());

  it('says at its first start where its data are, and which setting says so', async () => {
    await first.untilPrinted(/(Data and keys[^]*\n\n)/);

    expect(first.stderr).toContain(
      `Data and keys are in ${join(directory, 'data')}; DATA_DIR names another directory.`,
    );
  });

  (hasCurl ? it : it.skip)('prints lines at its first start that work as pasted', async () => {
    await first.untilPrinted(/(slug":"the-shop[^]*\n\n)/);
    const lines = first.stderr.split('\n').filter((line) => /^(export |curl )/.test(line));

    const paste = () => spawnSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' });
    const pasted = paste();

    expect(lines).toHaveLength(6);
    for (const line of first.stdout.trim().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
    expect(pasted.stderr).toBe('');
    expect(pasted.stdout).toContain('"secretValue":"postgres://app:s3cret@db/shop"');
    const again = paste();
    expect(again.stderr).toBe('curl: (22) The requested URL returned error: 409\n');
    expect(again.stdout).toContain('go on with that project: GET /api/v1/projects/slug/the-shop.');
    expect(again.stdout).toContain('"secretValue":"postgres://app:s3cret@db/shop"');
  });

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
