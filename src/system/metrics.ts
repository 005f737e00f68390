import { createServer, type Server } from 'node:http';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import { droppedLines } from '../logging/log-output.js';
import { VERSION } from '../version.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Prometheus metrics. Labels are route patterns, never paths: names of secrets stay out. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'strongroom_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.registry],
  });

  private readonly slowReaders = new Counter({
    name: 'strongroom_http_slow_readers_cut_total',
    help: 'Connections cut off because their peer did not take its answers',
    registers: [this.registry],
  });

  readonly logLinesDropped = new Counter({
    name: 'strongroom_log_lines_dropped_total',
    help: 'Lines of the log that nobody took: the reader is gone or hangs, or the disk is full',
    registers: [this.registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });

  constructor() {
    const help = 'The version that runs, and that of Node; always 1';
    const labelNames = ['version', 'node'] as const;
    const name = 'strongroom_build_info';
    const build = new Gauge({ name, help, labelNames, aggregator: 'first', registers: [] });
    this.registry.registerMetric(build);
    build.set({ version: VERSION, node: process.versions.node }, 1);
  }

  /** Shows what another part of the application counts. */
  include(metrics: readonly Metric[]): void {
    for (const metric of metrics) this.registry.registerMetric(metric);
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  /** A peer was cut off that did not take its answers. */
  countSlowReader(): void {
    this.slowReaders.inc();
  }

  /** Serves the metrics on a port of their own, away from the public API. */
  async listen(port: number, host: string): Promise<Server> {
    collectDefaultMetrics({ register: this.registry });
    const server = createServer((_req, res) => {
      this.registry.metrics().then(
        (text) => res.setHeader('Content-Type', this.registry.contentType).end(text),
        () => res.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    return server;
  }
}
