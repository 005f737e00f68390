import { createRequire } from 'node:module';
import type { RedisClientType } from 'redis';
import { Gauge, type Metric } from 'prom-client';
import type { Log } from '../logging/log.js';

/** Loaded only where it is used: its commands alone are 500 files. */
const load = (): typeof import('redis') =>
  createRequire(import.meta.url)('redis') as typeof import('redis');

/** What a failure is called: its code, or what Redis itself said. */
const reasonOf = ({ code, message }: Error & { readonly code?: string }): string =>
  code ?? message.slice(0, 200);

/** One line for each reason, however often the client tries, and one when Redis answers again. */
function tellOfOutages(redis: RedisClientType, log: Log): void {
  let lastReason: string | undefined;
  redis.on('error', (error: Error) => {
    const reason = reasonOf(error);
    if (reason !== lastReason)
      log.warn({ reason }, 'redis is not reachable: each replica goes on alone');
    lastReason = reason;
  });
  redis.on('ready', () => {
    if (lastReason !== undefined) log.info('redis is reachable again');
    lastReason = undefined;
  });
}

/** Does not wait for the connection: Redis is a help, never a condition. It reconnects by itself. */
export function connectRedis(url: string, log: Log): RedisClientType {
  const redis: RedisClientType = load().createClient({ url });
  tellOfOutages(redis, log);
  void redis.connect().catch(() => undefined);
  return redis;
}

/** Whether Redis answers: none where there is no Redis, so that nobody is alarmed by its absence. */
export const redisMetrics = (
  redis: Pick<RedisClientType, 'isReady'> | undefined,
): readonly Metric[] =>
  redis === undefined
    ? []
    : [
        new Gauge({
          name: 'strongroom_redis_up',
          help: 'Whether Redis (REDIS_URL) answers this process: 1, or 0',
          registers: [],
          aggregator: 'min',
          collect() {
            this.set(redis.isReady ? 1 : 0);
          },
        }),
      ];
