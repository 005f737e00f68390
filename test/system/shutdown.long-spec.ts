import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Lifecycle } from '../../src/system/lifecycle.js';
import { startApp, TEST_KEYS } from '../support/harness.js';
import { Program } from '../support/program.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const READY = '/api/health/ready';
const KEYS = {
  ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
  AUTH_SECRET: TEST_KEYS.authSecret,
};

let database: TestDatabase;
let server: Program;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => server.kill());
afterAll(() => database.drop());

function start(env: Record<string, string> = {}): Promise<string> {
  server = new Program({ DATABASE_URL: database.url, ...KEYS, ...env });
  return server.listening();
}

/** Tells it to end; gives the milliseconds for which it means to go on. */
async function tell(signal: NodeJS.Signals): Promise<number> {
  void server.kill(signal);
  return Number(await server.untilPrinted(/"drain":(\d+),"msg":"ending"/));
}

const statusOf = async (url: string) => (await fetch(url)).status;

describe('a server that is told to end', () => {
  it('says at once that it is not ready, and serves on until its drain is over', async () => {
    const url = await start({ SHUTDOWN_DRAIN_SECONDS: '2' });
    expect(await statusOf(url + READY)).toBe(200);
    const signalledAt = performance.now();

    expect(await tell('SIGTERM')).toBe(2_000);

    expect(await statusOf(url + READY)).toBe(503);
    const ask = () => fetch(`${url}/api/status`).catch(() => null);
    let served = 0;
    for (let answer; (answer = await ask()); served++) {
      expect(answer.status).toBe(200);
      // So that a client which keeps its connections goes elsewhere with the next request.
      expect(answer.headers.get('connection')).toBe('close');
      await delay(50);
    }
    expect(performance.now() - signalledAt).toBeGreaterThan(2_000);
    expect(served).toBeGreaterThan(0);
    expect(await server.exit).toBe(0);
    await expect(fetch(`${url}/api/status`)).rejects.toThrow('fetch failed');
  });

  it('does not drain at Ctrl-C', async () => {
    const url = await start({ SHUTDOWN_DRAIN_SECONDS: '30' });
    await statusOf(url + READY);

    expect(await tell('SIGINT')).toBe(0);
    expect(await server.exit).toBe(0);
  });
});

describe('a server without SHUTDOWN_DRAIN_SECONDS', () => {
  it('drains for 5 s where somebody asks for its readiness, and not at all elsewhere', async () => {
    const { parts, end } = await startApp({}, [], database.url);
    const lifecycle = parts.app.get(Lifecycle);
    try {
      expect(lifecycle.drain).toBe(0);
      await parts.http.get('/api/status').expect(200);
      expect(lifecycle.drain).toBe(0);
      await parts.http.get(READY).expect(200);
      expect(lifecycle.drain).toBe(5_000);
    } finally {
      await end();
    }
  });
});
