import { Injectable } from '@nestjs/common';
import { notFound } from '../errors/api-error.js';
import { EventCursors, type Position } from './event-cursors.js';
import { type Bounds, EventsRepository } from './events.repository.js';
import { type SavedKey, SavedCursors } from './saved-cursors.repository.js';

/** Where a stream begins. */
export interface Start {
  readonly seq: number;
  readonly head: number;
  /** Valid before the first event: whoever reads after subscribing misses nothing. */
  readonly cursor: string;
  /** What was asked for cannot be continued; for whatever reason, it looks the same. */
  readonly mustReset: boolean;
}

/** Within what is kept, not from the future, and of this very log. */
function isUsable({ seq, stamp }: Position, bounds: Bounds): boolean {
  if (seq > bounds.head || seq < bounds.oldest - 1) return false;
  return stamp === 0 || bounds.stamp === null || bounds.stamp === stamp;
}

@Injectable()
export class EventStarts {
  constructor(
    private readonly repository: EventsRepository,
    private readonly cursors: EventCursors,
    private readonly saved: SavedCursors,
  ) {}

  /** After the event whose cursor the client sent. */
  async after(projectId: string, cursor: string): Promise<Start> {
    const position = this.cursors.open(projectId, cursor);
    const bounds = await this.boundsOf(projectId, position?.seq ?? 0);
    if (!position || !isUsable(position, bounds)) return this.fromNow(projectId, bounds, true);
    return { seq: position.seq, head: bounds.head, cursor, mustReset: false };
  }

  /** Where a client that sends no cursor was before; now, if it is new. */
  async of(key: SavedKey): Promise<Start> {
    const { projectId } = key;
    const now = await this.boundsOf(projectId, 0);
    const seq = await this.saved.claim(key, now.head);
    if (seq === now.head) return this.fromNow(projectId, now, false);
    const bounds = await this.boundsOf(projectId, seq);
    if (!isUsable({ seq, stamp: 0 }, bounds)) return this.fromNow(projectId, bounds, true);
    const cursor = this.cursors.ofNow(projectId, { seq, stamp: bounds.stamp ?? 0 });
    return { seq, head: bounds.head, cursor, mustReset: false };
  }

  /** The end of the log, and its cursor. */
  async now(projectId: string): Promise<Start> {
    return this.fromNow(projectId, await this.boundsOf(projectId, 0), false);
  }

  private fromNow(projectId: string, { head, headStamp }: Bounds, mustReset: boolean): Start {
    const cursor = this.cursors.ofNow(projectId, { seq: head, stamp: headStamp });
    return { seq: head, head, cursor, mustReset };
  }

  private async boundsOf(projectId: string, seq: number): Promise<Bounds> {
    const bounds = await this.repository.boundsOf(projectId, seq);
    if (!bounds) throw notFound();
    return bounds;
  }
}
