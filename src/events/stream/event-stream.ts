import type { EventAuthorizer } from '../authorization/event-authorizer.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import type { EventPosition } from '../log/event-cursors.js';
import type { EventMetrics } from './event-metrics.js';
import type { StreamReset } from './event-resets.js';
import type { EventTail } from './event-tail.js';
import { type Delivery, type FanOut, HttpChunk, toDelivery } from './fanout.js';
import type { StreamResponse } from './stream-response.js';
import type { SubscriptionFilter } from './subscription-filter.js';

/** Milliseconds before a failed read is tried again. */
const RETRY = 500;

export interface StreamParts {
  readonly tail: EventTail;
  readonly rights: ProjectRights;
  readonly filters: readonly SubscriptionFilter[];
  readonly response: StreamResponse;
  readonly metrics: EventMetrics;
  readonly buildReset: (authorizer: EventAuthorizer) => Promise<StreamReset>;
}

/** One subscriber: a loop over a position in the log. Replay and live delivery are the same loop. */
export class EventStream {
  readonly rights: ProjectRights;
  readonly filters: readonly SubscriptionFilter[];
  private readonly tail: EventTail;
  private readonly response: StreamResponse;
  private authorizer: EventAuthorizer | null = null;
  /** Ends the wait for events; undefined while the loop is at work. */
  private resume: (() => void) | undefined;
  private wasWoken = false;
  private isStopped = false;
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

  /** Tells the stream that there may be events, or other rights. */
  wake(): void {
    this.wasWoken = true;
    this.resume?.();
    this.resume = undefined;
    // The loop may wait for its reader, which must not delay the end of its rights.
    if (!this.response.hasRoom) this.reauthorize().catch(() => undefined);
  }

  /** Sends new events at once if the loop waits for some, without a turn of the loop; else wakes it. */
  deliver(fanOut: FanOut): void {
    if (this.resume === undefined || !this.sendFrom(fanOut)) this.wake();
  }

  /** Ends the loop between two events. */
  stop(): void {
    this.isStopped = true;
    this.wake();
  }

  /** Runs until stopped or closed. `mustReset`: the cursor that the client sent could not be used. */
  async run(mustReset: boolean): Promise<void> {
    let isLost = mustReset;
    while (!this.isOver) {
      // Before the read, so that a wake-up during it is not missed.
      this.wasWoken = false;
      try {
        isLost = (await (isLost ? this.reset() : this.deliverNext())) === 'lost';
        if (!isLost && this.at.seq >= this.tail.reached) await this.nextWakeup();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY).unref());
      }
    }
  }

  /** Returns today's authorizer; ends the stream with an error if one of its entries can receive nothing any more. */
  async reauthorize(): Promise<EventAuthorizer | null> {
    const authorizer = this.tail.isGone ? null : await this.rights.authorizerFor(this.tail.state);
    if (authorizer === this.authorizer && authorizer !== null) return authorizer;
    if (authorizer === null || !this.filters.every((each) => couldReceiveAny(authorizer, each))) {
      this.isStopped = true;
      await this.response.fail('You may no longer hear these events. Subscribe again.');
      return null;
    }
    this.authorizer = authorizer;
    return authorizer;
  }

  private get isOver(): boolean {
    return this.isStopped || this.response.isClosed;
  }

  /** Tells the reader to begin anew, and goes on from the end of the log. */
  private async reset(): Promise<'lost' | 'on'> {
    const { history } = this.tail;
    const authorizer = await this.reauthorize();
    if (!authorizer) return 'lost';
    const { position, frames } = await this.parts.buildReset(authorizer);
    this.parts.metrics.resets.inc();
    for (const frame of frames) {
      await this.response.waitForRoom();
      // The folders were selected by rights that are no more: all of it anew.
      if ((await this.reauthorize()) !== authorizer) return 'lost';
      this.response.send(new HttpChunk(frame));
    }
    this.at = position;
    this.history = history;
    this.resets++;
    return 'on';
  }

  private async deliverNext(): Promise<'lost' | 'on'> {
    await this.response.waitForRoom();
    if (this.history !== this.tail.history) return 'lost';
    const { reached } = this.tail;
    const events = await this.tail.eventsAfter(this.at);
    const authorizer = await this.reauthorize();
    if (!authorizer) return 'on';
    if (events === null || this.history !== this.tail.history) return 'lost';
    if (events.length === 0 && this.at.seq < reached) return 'lost';
    const delivery = toDelivery(events, this.at.seq, { authorizer, filters: this.filters });
    this.send(delivery);
    return delivery.hasGap ? 'lost' : 'on';
  }

  /** Returns false if the loop has to go on: to wait for its reader, to read, or to ask for rights. */
  private sendFrom(fanOut: FanOut): boolean {
    const { authorizer, filters } = this;
    if (authorizer === null || this.isOver || !this.response.hasRoom) return false;
    if (this.history !== this.tail.history) return false;
    if (this.tail.isGone || !this.rights.isCurrent(authorizer, this.tail.state)) return false;
    try {
      const delivery = fanOut.deliveryFor(this.at.seq, { authorizer, filters });
      if (!delivery || delivery.hasGap) return false;
      this.send(delivery);
    } catch {
      return false; // it fails in the loop again, and delays nobody else there
    }
    return this.at.seq >= this.tail.reached;
  }

  private send({ seq, stamp, chunk, count, first }: Delivery): void {
    if (stamp !== null) this.at = { seq, stamp };
    if (!chunk) return;
    this.response.send(chunk);
    const { delivered, delay } = this.parts.metrics;
    delivered.inc(count);
    const writtenAt = first?.writtenAt ?? null;
    if (writtenAt !== null) delay.observe(Math.max(0, performance.now() - writtenAt) / 1_000);
  }

  private async nextWakeup(): Promise<void> {
    if (this.wasWoken || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
    });
  }
}

/** An entry without `event` asks for all kinds of events about secrets; one that can be received is enough. */
export const couldReceiveAny = (authorizer: EventAuthorizer, filter: SubscriptionFilter): boolean =>
  filter.kinds.some((kind) => authorizer.couldEverReceive(filter, kind));
