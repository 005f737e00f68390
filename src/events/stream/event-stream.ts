import type { EventPosition } from '../log/event-cursors.js';
import type { EventMetrics } from './event-metrics.js';
import type { EventTail } from './event-tail.js';
import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import type { SubscriptionFilter } from './subscription-filter.js';
import { type Passage, passageOf } from './passage.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import type { Round } from './round.js';
import type { StreamResponse } from './stream-response.js';

/** Milliseconds before a failed read is tried again. */
const RETRY = 500;

export interface StreamParts {
  readonly tail: EventTail;
  readonly rights: ProjectRights;
  readonly filters: readonly SubscriptionFilter[];
  readonly response: StreamResponse;
  readonly metrics: EventMetrics;
  /** Tells the reader to begin anew, and gives the position at which it now stands; null when its rights changed. */
  readonly reset: (stream: EventStream) => Promise<EventPosition | null>;
}

/** One subscriber: a loop over a cursor. Replay and live delivery are the same loop. */
export class EventStream {
  readonly rights: ProjectRights;
  readonly filters: readonly SubscriptionFilter[];
  private readonly tail: EventTail;
  private readonly response: StreamResponse;
  private authorizer: EventAuthorizer | null = null;
  private resume: (() => void) | undefined;
  private wasWoken = false;
  private ended = false;
  private at: EventPosition;
  private history: number;
  /** How often its reader was told to begin anew. */
  resets = 0;

  constructor(
    private readonly parts: StreamParts,
    { seq, stamp }: EventPosition,
  ) {
    this.at = { seq, stamp };
    this.rights = parts.rights;
    this.filters = parts.filters;
    this.tail = parts.tail;
    this.history = parts.tail.history;
    this.response = parts.response;
  }

  /** Everything up to this event was sent, or was not for this subscriber. */
  get position(): EventPosition {
    return this.at;
  }

  /** There may be news. */
  wake(): void {
    this.wasWoken = true;
    this.resume?.();
    this.resume = undefined;
    // Its loop may wait for its reader, and the end of its rights must not.
    if (!this.response.hasRoom) this.reauthorize().catch(() => undefined);
  }

  /** There is news. While its loop waits, it is sent at once, without a turn of the loop. */
  deliver(round: Round): void {
    if (this.resume === undefined || !this.sendFromFanOut(round)) this.wake();
  }

  /** Ends the loop at an event boundary. */
  stop(): void {
    this.ended = true;
    this.wake();
  }

  /** Runs until stopped or closed. `mustReset`: the cursor it came with could not be used. */
  async run(mustReset: boolean): Promise<void> {
    let isLost = mustReset;
    while (!this.isOver) {
      // Taken back before the read: a ring in between is not missed.
      this.wasWoken = false;
      try {
        isLost = (await (isLost ? this.reset() : this.deliverNext())) === 'lost';
        if (!isLost && this.at.seq >= this.tail.reached) await this.nextWakeup();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY).unref());
      }
    }
  }

  /** Whether it may still hear something of each of its entries; says so and ends if not. */
  async reauthorize(): Promise<EventAuthorizer | null> {
    const authorizer = this.tail.isGone ? null : await this.rights.authorizerFor(this.tail.state);
    if (authorizer === this.authorizer && authorizer !== null) return authorizer;
    if (authorizer === null || !this.filters.every((each) => couldReceiveAny(authorizer, each))) {
      this.ended = true;
      await this.response.fail('You may no longer hear these events. Subscribe again.');
      return null;
    }
    this.authorizer = authorizer;
    return authorizer;
  }

  private get isOver(): boolean {
    return this.ended || this.response.isClosed;
  }

  private async reset(): Promise<'lost' | 'on'> {
    const { history } = this.tail;
    const position = await this.parts.reset(this);
    if (position === null) return 'lost';
    this.at = position;
    this.history = history;
    this.resets++;
    return 'on';
  }

  private async deliverNext(): Promise<'lost' | 'on'> {
    await this.response.room();
    if (this.history !== this.tail.history) return 'lost';
    const { reached } = this.tail;
    const events = await this.tail.eventsAfter(this.at);
    const authorizer = await this.reauthorize();
    if (!authorizer) return 'on';
    if (events === null || this.history !== this.tail.history) return 'lost';
    if (events.length === 0 && this.at.seq < reached) return 'lost';
    const passage = passageOf(events, this.at.seq, { authorizer, filters: this.filters });
    this.send(passage);
    return passage.isLost ? 'lost' : 'on';
  }

  /** Sends what the round holds for it. False when the loop has to go on: to wait, to read, or to ask for rights. */
  private sendFromFanOut(round: Round): boolean {
    const { authorizer, filters } = this;
    if (authorizer === null || this.isOver || !this.response.hasRoom) return false;
    if (this.history !== this.tail.history) return false;
    if (this.tail.isGone || !this.rights.isCurrent(authorizer, this.tail.state)) return false;
    try {
      const passage = round.passage(this.at.seq, { authorizer, filters });
      if (!passage || passage.isLost) return false;
      this.send(passage);
    } catch {
      return false; // it fails in the loop again, and delays nobody else there
    }
    return this.at.seq >= this.tail.reached;
  }

  private send({ seq, stamp, packet, count, first }: Passage): void {
    if (stamp !== null) this.at = { seq, stamp };
    if (!packet) return;
    this.response.send(packet);
    const { delivered, delay } = this.parts.metrics;
    delivered.inc(count);
    const bornAt = first?.bornAt ?? null;
    if (bornAt !== null) delay.observe(Math.max(0, performance.now() - bornAt) / 1_000);
  }

  private async nextWakeup(): Promise<void> {
    if (this.wasWoken || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
    });
  }
}

/** An entry without `event` asks for all kinds, and one that may be heard is enough. */
export const couldReceiveAny = (authorizer: EventAuthorizer, filter: SubscriptionFilter): boolean =>
  filter.kinds.some((kind) => authorizer.couldEverReceive(filter, kind));
