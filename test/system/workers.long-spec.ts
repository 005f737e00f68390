import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scratchDirectory } from '../support/test-database.js';
import { until } from '../support/until.js';

const TOP = join(import.meta.dirname, '..', '..');
const MAIN = join(TOP, 'dist', 'src', 'main.js');

interface Line {
  readonly msg?: string;
  readonly url?: string;
  readonly worker?: number;
  readonly status?: number;
  readonly route?: string;
}

let directory: string;
let server: ChildProcess;
let exit: Promise<unknown[]>;
let stdout: string;
let stderr: string;

const lines = (): Line[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

/** Waits until the server has printed what is looked for. */
async function printed<T>(find: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = find();
    if (found) return found;
    const goesOn = await Promise.race([
      once(server.stdout!, 'data').then(() => true),
      once(server.stderr!, 'data').then(() => true),
      exit.then(() => false),
    ]);
    if (!goesOn) throw new Error(`It ended:\n${stdout}`);
  }
}

const listening = (): Line[] => lines().filter(({ msg }) => msg === 'listening');

/** The processes that the primary started for serving; the other child is PostgreSQL. */
function workerPids(): number[] {
  const pid = server.pid!;
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '),
  );
  return children
    .filter((child) => child !== '')
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.js'))
    .map(Number);
}

/** Asks over a connection of its own, so that the next worker answers; tells whether it was answered. */
const ask = (url: string): Promise<number> =>
  fetch(`${url}/api/status`, { headers: { Connection: 'close' } }).then(
    (answer) => answer.status,
    () => 0,
  );

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a server with WORKERS=2 and its embedded database', () => {
  let url: string;

  beforeAll(async () => {
    const build = [join(TOP, 'scripts', 'build.js'), '--if-stale'];
    const built = spawnSync(process.execPath, build, { cwd: TOP, encoding: 'utf8' });
    expect(built.stdout + built.stderr).not.toContain('error TS');
    directory = await mkdtemp(join(await scratchDirectory(), 'strongroom-workers-'));
    const { PATH = '', HOME = '' } = process.env;
    const settings = {
      PORT: '0',
      METRICS_PORT: '0',
      WORKERS: '2',
      RATE_LIMITS: 'off',
      SHUTDOWN_DRAIN_SECONDS: '1',
    };
    server = spawn(process.execPath, [MAIN], {
      cwd: directory,
      env: { PATH, HOME, DATA_DIR: join(directory, 'data'), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    exit = once(server, 'close');
    stdout = '';
    stderr = '';
    server.stderr!.on('data', (chunk) => (stderr += String(chunk)));
    server.stdout!.on('data', (chunk) => (stdout += String(chunk)));
    await printed(() => listening().length === 2);
    url = listening()[0]!.url!;
  });
  afterAll(async () => {
    server.kill('SIGTERM');
    await exit;
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });

  it('serves one port from two processes, and welcomes once', async () => {
    expect(new Set(listening().map((line) => line.url)).size).toBe(1);
    expect(workerPids()).toHaveLength(2);
    const answered = () =>
      new Set(
        lines()
          .filter(({ route }) => route === '/api/status')
          .map(({ worker }) => worker),
      );
    while (answered().size < 2) expect(await ask(url)).toBe(200);
    await printed(() => stderr.includes('client secret'));
    expect(stderr.match(/client secret/g)).toHaveLength(1);
  });

  it('adds up the metrics of all', async () => {
    const metrics = await printed(() => lines().find(({ msg }) => msg === 'serving metrics')?.url);
    const asked = lines().filter(({ route }) => route === '/api/status').length;
    const text = await (await fetch(`${metrics}/metrics`)).text();

    const count = /^strongroom_http_request_duration_seconds_count\{.*api\/status.*\} (\d+)$/m.exec(
      text,
    )?.[1];
    expect(Number(count)).toBeGreaterThanOrEqual(asked);
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('goes on when a worker is killed, and replaces it', async () => {
    const [victim, other] = workerPids();
    process.kill(victim!, 'SIGKILL');
    await printed(() => lines().some(({ msg }) => msg === 'a worker ended'));

    expect(await ask(url)).toBe(200);
    await printed(() => listening().length === 3);
    const now = workerPids();
    expect(now).toHaveLength(2);
    expect(now).toContain(other);
    expect(now).not.toContain(victim);
    const third = listening()[2]!;
    expect(third.url).toBe(url);
    const isServing = () =>
      lines().some(({ route, worker }) => route === '/api/status' && worker === third.worker);
    while (!isServing()) expect(await ask(url)).toBe(200);
    // It has the database that the first has.
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  });

  it('shows the metrics of those that serve while another starts', async () => {
    const metrics = lines().find(({ msg }) => msg === 'serving metrics')!.url!;
    const before = listening().length;
    process.kill(workerPids()[0]!, 'SIGKILL');

    while (listening().length === before) {
      const answer = await fetch(`${metrics}/metrics`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('strongroom_http_request_duration_seconds_count');
    }
  });

  it('answers all that is under way when it is told to end', async () => {
    const secret = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(stderr)![1]!;
    const body = JSON.stringify({
      clientId: secret('client id'),
      clientSecret: secret('client secret'),
    });
    let stop = false;
    const statuses: number[] = [];
    const failures: string[] = [];
    const logIn = async () => {
      while (!stop) {
        const headers = { 'Content-Type': 'application/json' };
        await fetch(`${url}/api/v1/auth/universal-auth/login`, { method: 'POST', headers, body })
          .then(async (answer) => {
            await answer.arrayBuffer();
            statuses.push(answer.status);
          })
          .catch((error: Error & { cause?: { code?: string } }) => {
            failures.push(error.cause?.code ?? error.message);
          });
      }
    };
    const clients = Array.from({ length: 8 }, logIn);
    await until(() => statuses.length >= 50);

    server.kill('SIGTERM');
    const [code] = await exit;
    stop = true;
    await Promise.all(clients);

    expect(code).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // A new connection is refused, or is closed before it was given a request; none breaks off an answer.
    const broken = failures.filter(
      (failure) => !/ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET/.test(failure),
    );
    expect(broken).toEqual([]);
    const logged = lines().filter(
      ({ route, status }) => route?.endsWith('/login') && status === 200,
    );
    expect(statuses.length).toBe(logged.length);
  });
});

describe('a server whose workers cannot start', () => {
  it('ends with 1 and says why', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      WORKERS: '2',
      PORT: '0',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      AUTH_SECRET: 's'.repeat(40),
    };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];

    expect(code).toBe(1);
    expect(stderr).toContain('DATABASE_URL: nothing answers at 127.0.0.1:1.');
  });
});
