import cluster, { type Worker } from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import type { Config } from '../config.js';
import { resolveInfrastructure, type ResolvedInfrastructure } from './infrastructure.js';
import { createLog, type Log, logWarnings, traceOf } from '../logging/log.js';
import { addressOf } from '../system/address.js';
import { longestDrain } from '../system/lifecycle.js';
import { WorkerMetrics } from '../system/worker-metrics.js';
import { requirePort } from './require-port.js';
import { sendTaskOnRequest } from './worker-link.js';

/** Milliseconds before a worker that ended by itself is replaced: at once, then twice as long each time. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;
/** Milliseconds after which the end of a worker does not count as a failed start. */
const SERVED_WELL = 60_000;
/** Milliseconds: the 10 s that a worker gives to open requests, and closing its database; its drain is added. */
const GRACE = 15_000;

/**
 * Runs the embedded database and the metrics server, and keeps `config.workers` processes serving on the port.
 * Workers share nothing but the database, like replicas.
 */
export async function superviseWorkers(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  logWarnings(log);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => fatal(log, event, traceOf(thrown)));
  }
  await requirePort(config);
  const infrastructure = await resolveInfrastructure(config, log);
  const workers = new WorkerPool(config, infrastructure, log);
  void infrastructure.embedded?.exited.then((error) => {
    if (error) fatal(log, 'the embedded database ended');
  });
  const metrics =
    config.metricsPort === undefined ? null : await serveMetrics(workers.metrics, config, log);
  const end = async (code: number, signal: NodeJS.Signals) => {
    metrics?.close();
    await workers.end(signal);
    await infrastructure.embedded?.stop();
    log.flush();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (workers.isEnding) return;
      log.info({ signal }, 'ending');
      void end(0, signal);
    });
  }
  // A worker that cannot start has printed why; the others would fail alike.
  void workers.failure.then(() => end(1, 'SIGINT'));
  workers.start();
}

class WorkerPool {
  isEnding = false;
  readonly metrics = new WorkerMetrics();
  /** Settles when a worker ends before any of them has ever served. */
  readonly failure: Promise<void>;
  private fail: () => void = () => undefined;
  private hasServed = false;
  private failures = 0;

  constructor(
    private readonly config: Config,
    private readonly infrastructure: ResolvedInfrastructure,
    private readonly log: Log,
  ) {
    this.failure = new Promise((resolve) => {
      this.fail = resolve;
    });
  }

  start(): void {
    for (let number = 0; number < this.config.workers; number++) this.fork(number === 0);
  }

  /** Sends the signal to all workers and waits for their end; kills those that take too long. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.isEnding = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const gone = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of workers) worker.process.kill(signal);
    const late = setTimeout(
      () => {
        for (const worker of workers) worker.process.kill('SIGKILL');
      },
      GRACE + longestDrain(this.config.shutdownDrainSeconds),
    );
    await Promise.all(gone);
    clearTimeout(late);
  }

  private fork(printsWelcome: boolean): void {
    const { embedded } = this.infrastructure;
    const worker = cluster.fork();
    this.metrics.follow(worker);
    const startedAt = performance.now();
    sendTaskOnRequest(
      worker,
      embedded ? { embeddedUrl: embedded.url, printsWelcome } : { printsWelcome: false },
    );
    worker.once('listening', () => {
      this.hasServed = true;
    });
    worker.once('exit', (code, signal) => {
      this.replace(worker, performance.now() - startedAt, signal ?? code);
    });
  }

  private replace(worker: Worker, servedFor: number, how: string | number): void {
    if (this.isEnding) return;
    if (!this.hasServed) {
      this.fail();
      return;
    }
    this.failures = servedFor > SERVED_WELL ? 0 : this.failures + 1;
    const pause =
      this.failures <= 1 ? 0 : Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.failures - 2));
    this.log.error({ worker: worker.id, pid: worker.process.pid, how, pause }, 'a worker ended');
    setTimeout(() => {
      if (!this.isEnding) this.fork(false);
    }, pause);
  }
}

async function serveMetrics(
  metrics: WorkerMetrics,
  { metricsPort, metricsHost }: Config,
  log: Log,
): Promise<Server> {
  const server = createServer((_req, res) => {
    metrics.text().then(
      (text) => res.setHeader('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).end(text),
      () => res.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(metricsPort, metricsHost, resolve);
  });
  log.info({ url: addressOf(server) }, 'serving metrics');
  return server;
}

/** Ends the primary; workers notice the closed channel and end too. */
function fatal(log: Log, message: string, trace: object = {}): never {
  log.fatal(trace, message);
  log.flush();
  process.exit(1);
}
