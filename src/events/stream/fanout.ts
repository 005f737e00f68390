import { performance } from 'node:perf_hooks';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import type { FramedEvent } from './event-frame.js';
import { matchesItem, type SubscriptionFilter } from './subscription-filter.js';

/** Bytes of one write to a stream; a page of the table is little more. */
const MAX_WRITE_BYTES = 128 * 1024;
const CRLF = Buffer.from('\r\n');

/** Frames as bytes of HTTP/1.1, encoded once for all streams that send them. */
export class HttpChunk {
  /** With the size and the line ends of chunked transfer encoding. */
  readonly encoded: Buffer;
  private readonly headLength: number;

  constructor(frames: string) {
    const body = Buffer.from(frames);
    const head = Buffer.from(`${body.length.toString(16)}\r\n`);
    this.encoded = Buffer.concat([head, body, CRLF]);
    this.headLength = head.length;
  }

  get body(): Buffer {
    return this.encoded.subarray(this.headLength, -CRLF.length);
  }
}

/** Streams with the same authorizer and the same filters receive the same. */
export interface Audience {
  readonly authorizer: EventAuthorizer;
  readonly filters: readonly SubscriptionFilter[];
}

/** What an audience receives of the events between two numbers. */
export interface Delivery {
  readonly after: number;
  /** The number of the last event considered. */
  readonly seq: number;
  /** Stamp of the event `seq`; null if there was none. */
  readonly stamp: number | null;
  /** Null if the audience receives none of the events. */
  readonly chunk: HttpChunk | null;
  /** Events in the chunk. */
  readonly count: number;
  /** The event in the chunk that has waited longest. */
  readonly first: FramedEvent | null;
  /** Whether an event is missing after `seq`. */
  readonly hasGap: boolean;
}

/** Selects what the audience receives of the events after a number, as much as one write may hold. */
export function toDelivery(
  events: readonly FramedEvent[],
  after: number,
  audience: Audience,
  toChunk = (frames: readonly string[]) => new HttpChunk(frames.join('')),
): Delivery {
  const frames: string[] = [];
  let [seq, size, hasGap] = [after, 0, false];
  let first: FramedEvent | null = null;
  let stamp: number | null = null;
  for (const event of events) {
    hasGap = event.seq !== seq + 1;
    if (hasGap || size > MAX_WRITE_BYTES) break;
    ({ seq, stamp } = event);
    const frame = frameFor(event, audience);
    if (frame === null) continue;
    first ??= event;
    frames.push(frame);
    size += Buffer.byteLength(frame);
  }
  const chunk = frames.length === 0 ? null : toChunk(frames);
  return { after, seq, stamp, chunk, count: frames.length, first, hasGap };
}

const frameFor = (event: FramedEvent, { filters, authorizer }: Audience): string | null =>
  event.frameWith(
    (kind, item) =>
      filters.some((filter) => matchesItem(filter, kind, item)) &&
      authorizer.canReceive(kind, item),
  );

/** One pass over all streams of a project: selects once for each audience, and encodes once what all receive. */
export class FanOut {
  private readonly deliveries = new Map<
    EventAuthorizer,
    Map<readonly SubscriptionFilter[], Delivery>
  >();
  /** Chunks of all events after a number. */
  private readonly complete = new Map<number, HttpChunk>();

  /** `recentAfter`: the events in memory after a number; null if some are in the table only. */
  constructor(private readonly recentAfter: (seq: number) => readonly FramedEvent[] | null) {}

  /** Null if the events are not in memory. */
  deliveryFor(after: number, audience: Audience): Delivery | null {
    const { authorizer, filters } = audience;
    const known = this.deliveries.get(authorizer)?.get(filters);
    if (known?.after === after) return known;
    const events = this.recentAfter(after);
    if (!events) return null;
    const delivery = toDelivery(events, after, audience, (frames) =>
      this.toSharedChunk(frames, events, after),
    );
    const ofAuthorizer = this.deliveries.get(authorizer) ?? new Map();
    this.deliveries.set(authorizer, ofAuthorizer.set(filters, delivery));
    return delivery;
  }

  private toSharedChunk(
    frames: readonly string[],
    events: readonly FramedEvent[],
    after: number,
  ): HttpChunk {
    const isComplete =
      frames.length === events.length && frames.every((frame, n) => frame === events[n]!.frame);
    const known = isComplete ? this.complete.get(after) : undefined;
    if (known) return known;
    const chunk = new HttpChunk(frames.join(''));
    if (isComplete) this.complete.set(after, chunk);
    return chunk;
  }
}

/** The share of its time that a process may spend on delivery: with nothing else to do, and under load. */
const SHARE = { most: 0.25, least: 0.05 };
/** From this share of the remaining time on, other work counts as load. */
const BUSY_SHARE = 0.25;
/** Milliseconds over which the load is measured. */
const LOAD_SPAN = 100;
/** Milliseconds. */
const LONGEST_PAUSE = 500;

/** Milliseconds: the clock, and for how long the event loop has been active until then. */
export interface LoopTimes {
  readonly now: number;
  readonly active: number;
}

const loopTimes = (): LoopTimes => ({
  now: performance.now(),
  active: performance.eventLoopUtilization().active,
});

/**
 * Says how long to pause after a delivery, so that a burst of events to many subscribers slows no request down: the
 * events of a pause go out together. All projects of a replica share it.
 */
export class DeliveryPace {
  private share = SHARE.most;
  /** Milliseconds of delivery that no pause has made up for yet. */
  private debt = 0;
  private last: LoopTimes;
  /** When `share` was measured, and the milliseconds of delivery since then. */
  private measured: LoopTimes;
  private delivering = 0;

  constructor(private readonly readTimes: () => LoopTimes = loopTimes) {
    this.last = this.measured = readTimes();
  }

  /** Takes the milliseconds that a delivery took; returns the milliseconds to pause. */
  pauseAfter(took: number): number {
    const times = this.readTimes();
    const paid = (times.now - this.last.now) * this.share;
    this.debt = Math.max(0, this.debt - paid) + took;
    this.last = times;
    this.delivering += took;
    if (times.now - this.measured.now >= LOAD_SPAN) this.measureShare(times);
    this.debt = Math.min(this.debt, LONGEST_PAUSE * this.share);
    return Math.max(0, this.debt / this.share - took);
  }

  private measureShare(times: LoopTimes): void {
    const rest = times.now - this.measured.now - this.delivering;
    const others = times.active - this.measured.active - this.delivering;
    const share = SHARE.most * (1 - others / (BUSY_SHARE * Math.max(rest, 1)));
    this.share = Math.min(SHARE.most, Math.max(SHARE.least, share));
    this.measured = times;
    this.delivering = 0;
  }
}
