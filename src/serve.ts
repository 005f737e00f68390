import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createClient, type RedisClientType } from 'redis';
import type { Config } from './config.js';
import { createApp } from './create-app.js';
import { layFoundation } from './foundation.js';
import { prepareGround } from './ground.js';
import { createLog, type Log } from './http/log.js';
import { Lifecycle } from './system/lifecycle.js';
import { Metrics } from './system/metrics.js';

/** Milliseconds that requests under way get at shutdown. */
const GRACE = 10_000;

/** Runs the server until it is told to end. Throws if it cannot start. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const ground = await prepareGround(config, log);
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, log) : undefined;
  const ending: (() => Promise<unknown> | undefined)[] = [() => ground.embedded?.stop()];
  if (redis) ending.unshift(async () => redis.destroy());
  try {
    const foundation = await layFoundation(config, ground, log, redis);
    const metrics = new Metrics();
    const app = await createApp(foundation, metrics);
    ending.unshift(() => app.close());
    await app.listen(config.port, config.host);
    if (config.metricsPort !== undefined) {
      const server = await metrics.listen(config.metricsPort, config.metricsHost);
      ending.unshift(async () => server.close());
    }
    const url = addressOf(app.getHttpServer());
    log.info({ url }, 'listening');
    endOnSignal(app, log, ending);
    void ground.embedded?.exited.then((error) => {
      if (error) fatal(log, 'the embedded database ended');
    });
  } catch (error) {
    for (const end of ending) await end();
    throw error;
  }
}

async function connectRedis(url: string, log: Log): Promise<RedisClientType> {
  const redis: RedisClientType = createClient({ url });
  redis.on('error', (error: Error) => log.warn({ kind: error.name }, 'redis is not reachable'));
  // Not awaited to the end: Redis is a help, never a condition.
  void redis.connect().catch(() => undefined);
  return redis;
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}

/** Readiness says no, requests under way are finished, then everything is closed in order. */
function endOnSignal(
  app: NestExpressApplication,
  log: Log,
  ending: readonly (() => Promise<unknown> | undefined)[],
): void {
  const lifecycle = app.get(Lifecycle);
  const end = async (signal: string) => {
    if (lifecycle.isEnding) return;
    lifecycle.isEnding = true;
    log.info({ signal }, 'ending');
    const server = app.getHttpServer() as Server;
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    for (const step of ending) await step();
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}

function fatal(log: Log, message: string): never {
  log.fatal(message);
  log.flush();
  process.exit(1);
}
