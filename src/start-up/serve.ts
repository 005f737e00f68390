import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config.js';
import { createApp } from '../create-app.js';
import { printSetupToken, claimFirstRun, printWelcome } from './first-run-setup.js';
import { createAppContext } from '../app-context.js';
import {
  resolveWorkerInfrastructure,
  resolveInfrastructure,
  type ResolvedInfrastructure,
} from './infrastructure.js';
import { createLog, type Log, logWarnings, traceOf } from '../logging/log.js';
import { closeAfterResponse } from '../http/server.js';
import { addressOf } from '../system/address.js';
import { Lifecycle } from '../system/lifecycle.js';
import { Metrics } from '../system/metrics.js';
import { connectRedis } from '../system/redis.js';
import { releaseStartUpMemory } from '../system/start-up-memory.js';
import { contribute } from '../system/worker-metrics.js';
import { requirePort } from './require-port.js';
import { requestTask, workerNumber } from './worker-link.js';

/** Milliseconds that open requests get at shutdown. */
const GRACE = 10_000;

type Step = () => Promise<unknown> | undefined;

/** Runs the server until it is told to end, alone or as one of several workers. Throws if it cannot start. */
export async function serve(config: Config): Promise<void> {
  const worker = workerNumber();
  const log =
    worker === undefined
      ? createLog(config.logLevel)
      : createLog(config.logLevel).child({ worker });
  logWarnings(log);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => fatal(log, event, traceOf(thrown)));
  }
  const { infrastructure, printsWelcome } =
    worker === undefined ? await ownTask(config, log) : await taskOfPrimary(config);
  const redis = config.redisUrl ? connectRedis(config.redisUrl, log) : undefined;
  const { embedded } = infrastructure;
  const ending: Step[] = [() => embedded?.stop()];
  if (redis) ending.unshift(async () => redis.destroy());
  try {
    const context = await createAppContext(config, infrastructure, log, redis);
    const metrics = new Metrics();
    const app = await createApp(context, metrics);
    ending.unshift(() => app.close());
    await claimAndListen(app, config, log, printsWelcome);
    await showMetrics(metrics, config, log, ending);
    endOnSignal(app, log, ending);
    void embedded?.exited.then((error) => {
      if (error) fatal(log, 'the embedded database ended');
    });
  } catch (error) {
    await endAll(ending, log);
    throw error;
  }
}

/** Claims a first embedded instance before anybody can reach it, and listens. */
async function claimAndListen(
  app: NestExpressApplication,
  config: Config,
  log: Log,
  printsWelcome: boolean,
): Promise<void> {
  if (workerNumber() === undefined) await requirePort(config);
  const first = printsWelcome ? await claimFirstRun(app) : null;
  let url: string | null = null;
  try {
    if (config.databaseUrl !== undefined)
      await printSetupToken(app, log, `http://localhost:${config.port}`);
    releaseStartUpMemory();
    await app.listen(config.port, config.host);
    url = addressOf(app.getHttpServer());
    log.info({ url }, 'listening');
  } finally {
    // The welcome is printed even if listening failed: the secret is shown only this once.
    if (first) printWelcome(first, resolve(config.dataDir), url);
  }
}

async function ownTask(config: Config, log: Log) {
  const infrastructure = await resolveInfrastructure(config, log);
  return { infrastructure, printsWelcome: infrastructure.embedded !== undefined };
}

async function taskOfPrimary(config: Config) {
  const { embeddedUrl, printsWelcome } = await requestTask();
  const infrastructure: ResolvedInfrastructure = await resolveWorkerInfrastructure(
    config,
    embeddedUrl,
  );
  return { infrastructure, printsWelcome };
}

async function showMetrics(
  metrics: Metrics,
  { metricsPort, metricsHost }: Config,
  log: Log,
  ending: Step[],
): Promise<void> {
  if (metricsPort === undefined) return;
  if (workerNumber() !== undefined) {
    contribute(metrics.registry);
    return;
  }
  const server = await metrics.listen(metricsPort, metricsHost);
  ending.unshift(async () => server.close());
  log.info({ url: addressOf(server) }, 'serving metrics');
}

/**
 * On SIGTERM, readiness fails for the drain time so that load balancers notice; then open requests are finished and
 * everything is closed in order. SIGINT skips the drain.
 */
function endOnSignal(app: NestExpressApplication, log: Log, ending: readonly Step[]): void {
  const lifecycle = app.get(Lifecycle);
  const end = async (signal: NodeJS.Signals) => {
    if (lifecycle.isEnding) return;
    lifecycle.isEnding = true;
    const drain = signal === 'SIGTERM' ? lifecycle.drain : 0;
    log.info({ signal, drain }, 'ending');
    const server = app.getHttpServer() as Server;
    closeAfterResponse(server);
    await delay(drain);
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
    await endAll(ending, log);
    log.flush();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
}

/** Runs every step, even if the one before failed. */
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
