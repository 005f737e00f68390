import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Without a registry: each replica in a process counts for itself. */
const described = (name: string, help: string) => ({
  name: `strongroom_${name}`,
  help,
  registers: [],
});

const counter = (name: string, help: string) => new Counter(described(name, help));

/** Metrics of the streams of this replica. No label names a project, an identity or an organization. */
export class EventMetrics {
  readonly streams = new Gauge(described('event_streams_open', 'Event streams that are open'));
  readonly appended = counter('events_appended_total', 'Events written to the log and committed');
  readonly delivered = counter(
    'events_delivered_total',
    'Events written to streams, each counted for every stream',
  );
  readonly replayed = counter(
    'events_replayed_total',
    'Events read from the table for streams that are behind what is kept in memory',
  );
  readonly resets = counter(
    'event_resets_total',
    'Resets sent to streams whose position could not be continued',
  );
  readonly slowReadersEnded = counter(
    'event_slow_readers_ended_total',
    'Streams ended because their reader did not take what was sent',
  );
  readonly evicted = counter(
    'event_streams_evicted_total',
    'Streams ended because all slots were taken and another organization or identity had less than its share',
  );
  readonly delay = new Histogram({
    ...described(
      'event_delivery_seconds',
      'From the time of an event by the clock of the database until it is written to a stream',
    ),
    buckets: SECONDS,
  });

  get all(): readonly Metric[] {
    return Object.values(this) as Metric[];
  }
}
