import { createClient, type RedisClientType } from 'redis';
import type { Log } from '../http/log.js';

/** Does not wait for the connection: Redis is a help, never a condition. It reconnects by itself. */
export function connectRedis(url: string, log: Log): RedisClientType {
  const redis: RedisClientType = createClient({ url });
  redis.on('error', (error: Error) => log.warn({ kind: error.name }, 'redis is not reachable'));
  void redis.connect().catch(() => undefined);
  return redis;
}
