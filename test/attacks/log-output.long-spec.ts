import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { MAIN } from '../support/program.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const TOP = join(import.meta.dirname, '..', '..');
const KEYS = {
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  AUTH_SECRET: randomBytes(32).toString('base64'),
};

let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  const build = [join(TOP, 'scripts', 'build.js'), '--if-stale'];
  const built = spawnSync(process.execPath, build, { cwd: TOP, encoding: 'utf8' });
  expect(built.stdout + built.stderr).not.toContain('error TS');
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
});
afterAll(() => database.drop());

type Output = 'pipe' | number;

class Server {
  readonly url: string;
  readonly exit: Promise<unknown[]>;

  constructor(
    readonly child: ChildProcess,
    port: number,
    readonly metrics: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    this.exit = once(child, 'exit');
    running.push(child);
  }

  /** Sends requests, each of which makes a line, and counts those that are answered. */
  async ask(count: number): Promise<number> {
    let answered = 0;
    const ask = async () => {
      const { ok } = await fetch(`${this.url}/api/status`, {
        headers: { 'User-Agent': 'x'.repeat(200) },
        signal: AbortSignal.timeout(20_000),
      });
      if (ok) answered++;
    };
    for (let sent = 0; sent < count; sent += 50) await Promise.all(Array.from({ length: 50 }, ask));
    return answered;
  }

  async dropped(): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${this.metrics}/metrics`);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([200, expect.stringContaining('log_lines_dropped')]);
    return Number(/^strongroom_log_lines_dropped_total (\d+)/m.exec(text)?.[1]);
  }

  async end(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal);
    const [code] = await this.exit;
    return code;
  }
}

async function start(out: Output, env: Record<string, string> = {}, err: Output = out) {
  const { PATH = '', HOME = '' } = process.env;
  const [port, metrics] = [await freePort(), await freePort()];
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metrics),
    SHUTDOWN_DRAIN_SECONDS: '0',
  };
  const child = spawn(process.execPath, [MAIN], {
    cwd: tmpdir(),
    env: {
      PATH,
      HOME,
      ...settings,
      RATE_LIMITS: 'off',
      DATABASE_URL: database.url,
      ...KEYS,
      ...env,
    },
    stdio: ['ignore', out, err],
  });
  const server = new Server(child, port, metrics);
  let isUp = false;
  while (!isUp && child.exitCode === null) {
    isUp = await fetch(`${server.url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    await delay(50);
  }
  expect(isUp).toBe(true);
  return server;
}

/** A pipe between processes, as a shell makes it; Node's own `pipe` is a socket. */
function makePipe(): { reader: number; writer: number } {
  const directory = mkdtempSync(join(tmpdir(), 'strongroom-pipe-'));
  const path = join(directory, 'pipe');
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  rmSync(directory, { recursive: true });
  return { reader, writer };
}

const itOnPosix = process.platform === 'win32' ? it.skip : it;

/** Each makes far more lines than a pipe of 64 KiB and what may wait behind it hold. */
const MANY = 4_000;

describe('D1: a reader of the log that is gone', () => {
  it.each(['1', '2'])('stops neither requests nor SIGTERM (WORKERS=%s)', async (WORKERS) => {
    const server = await start('pipe', { WORKERS });
    server.child.stdout!.destroy();
    server.child.stderr!.destroy();

    expect(await server.ask(500)).toBe(500);
    expect(await server.dropped()).toBeGreaterThan(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  itOnPosix('stops neither requests nor SIGTERM where it was a pipe', async () => {
    const { reader, writer } = makePipe();
    const server = await start(writer);
    closeSync(writer);
    closeSync(reader);

    expect(await server.ask(500)).toBe(500);
    expect(await server.dropped()).toBeGreaterThan(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('does not keep a crash from ending the process with 1', async () => {
    const server = await start('pipe', { NODE_OPTIONS: crashOn('SIGUSR2') });
    server.child.stdout!.destroy();
    server.child.stderr!.destroy();
    expect(await server.ask(100)).toBe(100);

    expect(await server.end('SIGUSR2')).toBe(1);
  });
});

describe('D1: a reader of the log that hangs', () => {
  it('loses lines, stops neither requests nor SIGTERM, and hears how many once it reads', async () => {
    const server = await start('pipe');
    const { stdout } = server.child;
    stdout!.pause();

    expect(await server.ask(MANY)).toBe(MANY);
    const dropped = await server.dropped();
    expect(dropped).toBeGreaterThan(0);
    let text = '';
    stdout!.on('data', (chunk) => (text += String(chunk))).resume();
    const reportedDrops = () => {
      const lines = text.split('\n').slice(0, -1);
      return lines
        .map((line) => JSON.parse(line) as { msg?: string; dropped?: number })
        .filter(({ msg }) => msg === 'log lines were dropped')
        .reduce((sum, line) => sum + line.dropped!, 0);
    };
    await until(() => reportedDrops() >= dropped, 20);

    expect(reportedDrops()).toBe(dropped);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  itOnPosix.each(['SIGTERM', 'SIGUSR2'] as const)(
    'does not hinder the end by %s',
    async (signal) => {
      const { reader, writer } = makePipe();
      const server = await start(writer, { NODE_OPTIONS: crashOn('SIGUSR2') });
      closeSync(writer);

      expect(await server.ask(MANY)).toBe(MANY);
      expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : 1);
      closeSync(reader);
    },
  );
});

(existsSync('/dev/full') ? describe : describe.skip)('D1: a log on a full disk', () => {
  it('stops neither requests nor SIGTERM', async () => {
    const full = openSync('/dev/full', 'w');
    const server = await start(full);
    closeSync(full);

    expect(await server.ask(500)).toBe(500);
    expect(await server.dropped()).toBeGreaterThan(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('a log that is read', () => {
  it('has a line for each request and nothing else', async () => {
    const server = await start('pipe');
    let text = '';
    server.child.stdout!.on('data', (chunk) => (text += String(chunk)));

    expect(await server.ask(MANY)).toBe(MANY);
    expect(await server.dropped()).toBe(0);
    expect(await server.end('SIGTERM')).toBe(0);
    const lines = text.trim().split('\n');
    const routes = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
    expect(routes.filter((route) => route === '/api/status')).toHaveLength(MANY);
  });
});

/** Makes the process throw at that signal, past everything that would catch it. */
function crashOn(signal: string): string {
  const script = `process.on('${signal}', () => { throw new Error('crash') })`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
