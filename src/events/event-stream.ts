import type { Interest } from './interests.js';
import { concerns } from './interests.js';
import type { FramedEvent } from './event-frame.js';
import type { EventMetrics } from './event-metrics.js';
import type { EventTail } from './event-tail.js';
import type { Hearing } from './hearing.js';
import type { ProjectRights } from './project-rights.js';
import type { StreamResponse } from './stream-response.js';

/** Characters that go out in one write; a page of the table is little more. */
const WRITE = 128 * 1024;
/** Milliseconds before a failed read is tried again. */
const RETRY = 500;

export interface StreamParts {
  readonly tail: EventTail;
  readonly rights: ProjectRights;
  readonly interests: readonly Interest[];
  readonly response: StreamResponse;
  readonly metrics: EventMetrics;
  /** Tells the reader to begin anew, and gives the number after which it now stands. */
  readonly reset: (stream: EventStream) => Promise<number>;
}

/** One subscriber: a loop over a cursor. Replay and live delivery are the same loop. */
export class EventStream {
  readonly rights: ProjectRights;
  private readonly tail: EventTail;
  private readonly response: StreamResponse;
  private hearing: Hearing | null = null;
  private waiter: (() => void) | undefined;
  private rang = false;
  private ended = false;

  constructor(
    private readonly parts: StreamParts,
    private seq: number,
  ) {
    this.rights = parts.rights;
    this.tail = parts.tail;
    this.response = parts.response;
  }

  /** Everything up to this number was sent, or was not for this subscriber. */
  get position(): number {
    return this.seq;
  }

  wake(): void {
    this.rang = true;
    this.waiter?.();
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
      this.rang = false;
      try {
        if (isLost) this.seq = await this.parts.reset(this);
        isLost = (await this.turn()) === 'lost';
        if (!isLost && this.seq >= this.tail.reached) await this.nextRing();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY).unref());
      }
    }
  }

  /** Whether it may still hear something of each of its entries; says so and ends if not. */
  async mayGoOn(): Promise<Hearing | null> {
    const hearing = this.tail.isGone ? null : await this.rights.current(this.tail.state);
    if (hearing === this.hearing && hearing !== null) return hearing;
    if (hearing === null || !this.parts.interests.every((each) => isHeard(hearing, each))) {
      this.ended = true;
      await this.response.fail('You may no longer hear these events. Subscribe again.');
      return null;
    }
    this.hearing = hearing;
    return hearing;
  }

  private get isOver(): boolean {
    return this.ended || this.response.isClosed;
  }

  private async turn(): Promise<'lost' | 'on'> {
    const { reached } = this.tail;
    const events = await this.tail.after(this.seq);
    const hearing = await this.mayGoOn();
    if (!hearing) return 'on';
    if (events.length === 0 && this.seq < reached) return 'lost';
    const frames: string[] = [];
    let size = 0;
    let outcome: 'lost' | 'on' = 'on';
    for (const event of events) {
      if (event.seq !== this.seq + 1) {
        outcome = 'lost';
        break;
      }
      this.seq = event.seq;
      const passing = this.frameFor(event, hearing);
      if (passing === '') continue;
      if (frames.push(passing) === 1) this.noteDelay(event);
      size += passing.length;
      if (size > WRITE) break;
    }
    if (frames.length === 0) return outcome;
    this.parts.metrics.delivered.inc(frames.length);
    await this.response.write(frames.join(''));
    return outcome;
  }

  /** Of the first event of a write, which has waited longest. */
  private noteDelay({ bornAt }: FramedEvent): void {
    if (bornAt === null) return;
    this.parts.metrics.delay.observe(Math.max(0, performance.now() - bornAt) / 1_000);
  }

  private frameFor(event: FramedEvent, hearing: Hearing): string {
    const { interests } = this.parts;
    const passes = event.only(
      (kind, item) =>
        interests.some((interest) => concerns(interest, kind, item)) && hearing.mayHear(kind, item),
    );
    return passes ?? '';
  }

  private async nextRing(): Promise<void> {
    if (this.rang || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.waiter = resolve;
    });
    this.waiter = undefined;
  }
}

/** An entry without `event` asks for all kinds, and one that may be heard is enough. */
export const isHeard = (hearing: Hearing, interest: Interest): boolean =>
  interest.kinds.some((kind) => hearing.couldHear(interest, kind));
