import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { RedisClientType } from 'redis';
import supertest from 'supertest';
import { type Config, loadConfig } from '../../src/config.js';
import { createApp } from '../../src/create-app.js';
import { Database } from '../../src/database/database.js';
import { type AppContext, createAppContext } from '../../src/app-context.js';
import type { OutgoingNetwork } from '../../src/outgoing/network.js';
import { Metrics } from '../../src/system/metrics.js';
import { connectRedis } from '../../src/system/redis.js';
import { AnswerCheck } from './answer-check.js';
import { AuditDetails } from './audit-details.js';
import { LockOrder } from './lock-order.js';
import { createTestDatabase } from './test-database.js';

export interface TestApp {
  readonly app: NestExpressApplication;
  readonly context: AppContext;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Fails the file whose application locks against the order. */
  readonly lockOrder: LockOrder;
  /** What the server logged so far, one JSON line each. */
  readonly logLines: string[];
  readonly metrics: Metrics;
  /** Where it listens, without a path. */
  readonly url: string;
  /** Sends requests; every answer is held against the OpenAPI document. */
  readonly http: Client;
  as(token: string): Client;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type Client = Readonly<Record<Method, (path: string) => supertest.Test>>;

export const TEST_KEYS = {
  encryptionKey: randomBytes(32),
  authSecret: randomBytes(32).toString('base64'),
};

/** Settings of tests: no rate limits, and no setup token, unless a test asks for them. */
export const testConfig = (env: Record<string, string> = {}): Config =>
  loadConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'info', SETUP_NETWORKS: '127.0.0.0/8', ...env });

/** Starts the application once for the file, on a database of its own. */
export function useApp(env: Record<string, string> = {}): TestApp {
  const started = {} as { app: NestExpressApplication } & Record<string, unknown>;
  const logLines: string[] = [];
  let end: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    const test = await startApp(env, logLines);
    Object.assign(started, test.parts);
    end = test.end;
  });
  afterAll(() => end());
  return started as unknown as TestApp;
}

/** A server connects in the background; a test would not know which counter it sees. */
async function readyRedis(redis: RedisClientType): Promise<RedisClientType> {
  if (!redis.isReady) await once(redis, 'ready');
  return redis;
}

/** One check for all files of a worker: the document follows from our modules, which are loaded once (test/jest). */
const CHECK = Symbol.for('strongroom.answerCheck');
const worker = globalThis as { [CHECK]?: AnswerCheck };

/** One application on a database: a fresh one, or that of another application to make a second replica. */
export async function startApp(
  env: Record<string, string> = {},
  logLines: string[] = [],
  sharedUrl?: string,
  madeWith: typeof TEST_KEYS = TEST_KEYS,
  network?: OutgoingNetwork,
): Promise<{ parts: TestApp; end: () => Promise<void> }> {
  const fresh = sharedUrl === undefined ? await createTestDatabase() : null;
  const databaseUrl = sharedUrl ?? fresh!.url;
  const config = testConfig(env);
  const log = pino(
    { level: config.logLevel },
    { write: (line: string) => void logLines.push(line) },
  );
  const redis = config.redisUrl ? await readyRedis(connectRedis(config.redisUrl, log)) : undefined;
  const { encryptionKey, encryptionKeyNext } = config;
  const keys = encryptionKey ? { ...madeWith, encryptionKey, encryptionKeyNext } : madeWith;
  const made = await createAppContext(config, { databaseUrl, ...keys }, log, redis);
  const context = { ...made, ...(network ? { network } : {}) };
  const metrics = new Metrics();
  const app = await createApp(context, metrics);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  const { assert } = (worker[CHECK] ??= new AnswerCheck(app));
  // A connection for each request costs half of what sending and reading it does.
  const agent = new Agent({ keepAlive: true });
  const clientOf = (token?: string): Client => {
    const send = (method: Method) => (path: string) => {
      const test = supertest(app.getHttpServer())[method](path).agent(agent).expect(assert);
      return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
    };
    return {
      get: send('get'),
      post: send('post'),
      put: send('put'),
      patch: send('patch'),
      delete: send('delete'),
    };
  };
  const database = app.get(Database);
  const http = clientOf();
  const { master: pool } = database.source.driver as unknown as { master: Pool };
  const lockOrder = new LockOrder(pool);
  const auditDetails = new AuditDetails(app);
  const known = { app, context, database, databaseUrl, lockOrder, logLines, metrics, url };
  const parts = { ...known, http, as: clientOf };
  const end = async () => {
    agent.destroy();
    app.getHttpServer().closeAllConnections();
    await app.close();
    redis?.destroy();
    await fresh?.drop();
    if (lockOrder.violations.size > 0)
      throw new Error(`Locked against the order: ${[...lockOrder.violations].join('; ')}`);
    const details = [...auditDetails.unclassified].sort().join(', ');
    if (details !== '')
      throw new Error(
        `Say in src/audit-logs/entry-details.ts who may read of an entry: ${details}`,
      );
  };
  return { parts, end };
}
