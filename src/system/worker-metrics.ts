import type { Worker } from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, type Registry } from 'prom-client';

/** Milliseconds that a worker has to tell its metrics. */
const PATIENCE = 5_000;

/** What a worker says once it can be asked: a question that comes while it starts is lost. */
const OFFER = 'strongroom:metrics';

interface Question {
  readonly metricsFor: number;
}

/** The metrics of a worker; null where it could not tell them. */
type ReportedMetrics = readonly object[] | null;

interface Answer extends Question {
  readonly metrics: ReportedMetrics;
}

/** In a worker: hands its metrics to the primary, which serves those of all of them. */
export function contribute(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  // The primary may be gone: then there is nobody to tell.
  const tell = (message: Answer | typeof OFFER) =>
    process.send!(message, undefined, undefined, () => undefined);
  process.on('message', ({ metricsFor }: Partial<Question>) => {
    if (metricsFor === undefined) return;
    registry.getMetricsAsJSON().then(
      (metrics) => tell({ metricsFor, metrics }),
      () => tell({ metricsFor, metrics: null }),
    );
  });
  tell(OFFER);
}

type Asking = Map<number, (metrics: ReportedMetrics) => void>;

/**
 * In the primary: the metrics of the workers that serve, added up. Those of one that only starts are all zero, and those of
 * one that has ended are gone.
 */
export class WorkerMetrics {
  private readonly serving = new Map<Worker, Asking>();
  private asked = 0;

  /** Call for each worker that is started. */
  follow(worker: Worker): void {
    const asking: Asking = new Map();
    worker.on('message', (message: Partial<Answer> | string) => {
      if (message === OFFER) this.serving.set(worker, asking);
      else if (typeof message === 'object' && message.metricsFor !== undefined)
        asking.get(message.metricsFor)?.(message.metrics ?? null);
    });
    worker.once('exit', () => {
      this.serving.delete(worker);
      for (const settle of asking.values()) settle([]);
    });
  }

  /** Throws where a worker does not tell its own: the sum of some would be taken for that of all. */
  async text(): Promise<string> {
    const all = [...this.serving].map(([worker, asking]) => this.ask(worker, asking));
    return AggregatorRegistry.aggregate(await Promise.all(all)).metrics();
  }

  private ask(worker: Worker, asking: Asking): Promise<object[]> {
    const metricsFor = this.asked++;
    return new Promise<object[]>((resolve, reject) => {
      const settle = (metrics: ReportedMetrics) => {
        clearTimeout(late);
        asking.delete(metricsFor);
        if (metrics) resolve([...metrics]);
        else reject(new Error('A worker did not tell its metrics.'));
      };
      const late = setTimeout(() => settle(null), PATIENCE);
      asking.set(metricsFor, settle);
      // One that cannot be reached is about to end.
      worker.send({ metricsFor }, (error) => error && settle([]));
    });
  }
}
