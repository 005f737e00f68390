import type { FramedEvent } from './event-frame.js';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import { matchesItem, type SubscriptionFilter } from './subscription-filter.js';
import { Packet } from './packet.js';

/** Bytes that go out in one write; a page of the table is little more. */
const WRITE = 128 * 1024;

/** What some events are to one kind of listener. */
export interface Passage {
  /** After which number, and up to which one. */
  readonly after: number;
  readonly seq: number;
  /** Of the event `seq`; null when there was none. */
  readonly stamp: number | null;
  /** What passes; null when nothing does. */
  readonly packet: Packet | null;
  readonly count: number;
  /** The first that passes, which has waited longest. */
  readonly first: FramedEvent | null;
  /** Whether an event is missing after `seq`. */
  readonly isLost: boolean;
}

/** Who hears the same as others with the same authorizer and the same filters. */
export interface Listener {
  readonly authorizer: EventAuthorizer;
  readonly filters: readonly SubscriptionFilter[];
}

export function passageOf(
  events: readonly FramedEvent[],
  after: number,
  listener: Listener,
  pack = (frames: readonly string[]) => new Packet(frames.join('')),
): Passage {
  const frames: string[] = [];
  let [seq, size, isLost] = [after, 0, false];
  let first: FramedEvent | null = null;
  let stamp: number | null = null;
  for (const event of events) {
    isLost = event.seq !== seq + 1;
    if (isLost || size > WRITE) break;
    seq = event.seq;
    stamp = event.stamp;
    const frame = frameFor(event, listener);
    if (frame === null) continue;
    first ??= event;
    frames.push(frame);
    size += Buffer.byteLength(frame);
  }
  const packet = frames.length === 0 ? null : pack(frames);
  return { after, seq, stamp, packet, count: frames.length, first, isLost };
}

const frameFor = (event: FramedEvent, { filters, authorizer }: Listener): string | null =>
  event.frameWith(
    (kind, item) =>
      filters.some((filter) => matchesItem(filter, kind, item)) &&
      authorizer.canReceive(kind, item),
  );
