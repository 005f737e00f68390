import { AggregatorRegistry, collectDefaultMetrics, type Registry } from 'prom-client';

/** Hands the metrics of this worker to the primary, which serves those of all of them. */
export function contribute(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  AggregatorRegistry.setRegistries([registry]);
  // Its making is what begins to listen to the primary.
  new AggregatorRegistry();
}
