import { Counter, Gauge, Histogram, type Metric } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** In no registry of the process: two replicas in one process count for themselves. */
const registers: [] = [];

/** What the streams of this replica do. No label names a project, an identity or an organization. */
export class EventMetrics {
  readonly streams = new Gauge({
    name: 'strongroom_event_streams_open',
    help: 'Event streams that are open',
    registers,
  });
  readonly appended = new Counter({
    name: 'strongroom_events_appended_total',
    help: 'Events written to the log and committed',
    registers,
  });
  readonly delivered = new Counter({
    name: 'strongroom_events_delivered_total',
    help: 'Events written to streams, each counted for every stream',
    registers,
  });
  readonly replayed = new Counter({
    name: 'strongroom_events_replayed_total',
    help: 'Events read from the table for streams that are behind what is kept in memory',
    registers,
  });
  readonly resets = new Counter({
    name: 'strongroom_event_resets_total',
    help: 'Streams told to begin anew, since what they asked for could not be continued',
    registers,
  });
  readonly slowReaders = new Counter({
    name: 'strongroom_event_slow_readers_ended_total',
    help: 'Streams ended because their reader did not take what was sent',
    registers,
  });
  readonly delay = new Histogram({
    name: 'strongroom_event_delivery_seconds',
    help: 'From the time of an event by the clock of the database until it is written to a stream',
    buckets: SECONDS,
    registers,
  });

  get all(): readonly Metric[] {
    const { streams, appended, delivered, replayed, resets, slowReaders, delay } = this;
    return [streams, appended, delivered, replayed, resets, slowReaders, delay];
  }
}
