import type { FramedEvent } from './event-frame.js';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import type { SubscriptionFilter } from './subscription-filter.js';
import { Packet } from './packet.js';
import { type Listener, type Passage, passageOf } from './passage.js';

/** Events kept in memory that come after a number; null for who is behind them. */
type Recent = (after: number) => readonly FramedEvent[] | null;

/** One telling of all followers of a project: what is the same for several of them is found out once. */
export class Round {
  private readonly passages = new Map<
    EventAuthorizer,
    Map<readonly SubscriptionFilter[], Passage>
  >();
  /** By where it begins: what goes to all who hear everything. */
  private readonly everything = new Map<number, Packet>();

  constructor(private readonly recent: Recent) {}

  /** Null when the events are not in memory. */
  passage(after: number, listener: Listener): Passage | null {
    const { authorizer, filters } = listener;
    const alike =
      this.passages.get(authorizer) ?? new Map<readonly SubscriptionFilter[], Passage>();
    this.passages.set(authorizer, alike);
    const known = alike.get(filters);
    if (known?.after === after) return known;
    const events = this.recent(after);
    if (!events) return null;
    const passage = passageOf(events, after, listener, (frames) =>
      this.packetOf(frames, events, after),
    );
    alike.set(filters, passage);
    return passage;
  }

  private packetOf(
    frames: readonly string[],
    events: readonly FramedEvent[],
    after: number,
  ): Packet {
    const isEverything =
      frames.length === events.length && frames.every((frame, n) => frame === events[n]!.frame);
    const packet = this.everything.get(after);
    if (isEverything && packet) return packet;
    const made = new Packet(frames.join(''));
    if (isEverything) this.everything.set(after, made);
    return made;
  }
}
