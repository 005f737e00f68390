import { createRequire } from 'node:module';
import type { RedisClientType } from 'redis';
import type { Log } from '../logging/log.js';

/** Loaded only where it is used: its commands alone are 500 files. */
const load = (): typeof import('redis') =>
  createRequire(import.meta.url)('redis') as typeof import('redis');

/** Does not wait for the connection: Redis is a help, never a condition. It reconnects by itself. */
export function connectRedis(url: string, log: Log): RedisClientType {
  const redis: RedisClientType = load().createClient({ url });
  redis.on('error', (error: Error) => log.warn({ kind: error.name }, 'redis is not reachable'));
  void redis.connect().catch(() => undefined);
  return redis;
}
