import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from './config.js';
import { createApp } from './create-app.js';
import { firstStart } from './first-start.js';
import { layFoundation } from './foundation.js';
import { prepareGround } from './ground.js';
import { createLog, type Log, traceOf } from './http/log.js';
import { Lifecycle } from './system/lifecycle.js';
import { Metrics } from './system/metrics.js';
import { connectRedis } from './system/redis.js';

/** Milliseconds that requests under way get at shutdown. */
const GRACE = 10_000;

type Step = () => Promise<unknown> | undefined;

/** Runs the server until it is told to end. Throws if it cannot start. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => fatal(log, event, traceOf(thrown)));
  }
  const ground = await prepareGround(config, log);
  const redis = config.redisUrl ? connectRedis(config.redisUrl, log) : undefined;
  const ending: Step[] = [() => ground.embedded?.stop()];
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
      log.info({ url: addressOf(server) }, 'serving metrics');
    }
    const url = addressOf(app.getHttpServer());
    log.info({ url }, 'listening');
    endOnSignal(app, log, ending);
    const welcome = ground.embedded ? await firstStart(app, url) : null;
    if (welcome) process.stdout.write(welcome);
    void ground.embedded?.exited.then((error) => {
      if (error) fatal(log, 'the embedded database ended');
    });
  } catch (error) {
    await endAll(ending, log);
    throw error;
  }
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host !== 'localhost' ? `[${host}]` : host}:${port}`;
}

/** Readiness says no, requests under way are finished, then everything is closed in order. */
function endOnSignal(app: NestExpressApplication, log: Log, ending: readonly Step[]): void {
  const lifecycle = app.get(Lifecycle);
  const end = async (signal: string) => {
    if (lifecycle.isEnding) return;
    lifecycle.isEnding = true;
    log.info({ signal }, 'ending');
    const server = app.getHttpServer() as Server;
    // A connection that is kept alive would else last as long as its client likes.
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    await endAll(ending, log);
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}

/** Every step is taken, whatever becomes of the one before. */
async function endAll(ending: readonly Step[], log: Log): Promise<void> {
  for (const step of ending) {
    try {
      await step();
    } catch (error) {
      log.error(traceOf(error), 'could not end in order');
    }
  }
}

function fatal(log: Log, message: string, trace: object = {}): never {
  log.fatal(trace, message);
  log.flush();
  process.exit(1);
}
