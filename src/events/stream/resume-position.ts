import { Injectable } from '@nestjs/common';
import { notFound } from '../../errors/api-error.js';
import { EventCursors, type EventPosition } from '../log/event-cursors.js';
import { type LogBounds, EventsRepository } from '../log/events.repository.js';
import { type SavedCursorKey, SavedCursors } from '../log/saved-cursors.repository.js';

/** The position after which a stream begins. */
export interface ResumePosition {
  readonly seq: number;
  /** Stamp of that event. */
  readonly stamp: number;
  readonly head: number;
  readonly headStamp: number;
  /** For the header of the answer; valid before the first event, so a client that reads after subscribing misses nothing. */
  readonly cursor: string;
  /** The client's position cannot be continued. The answer is the same for every reason. */
  readonly mustReset: boolean;
}

/** Whether the position is within the events that are kept, not beyond the head, and of this very log. */
function isUsable({ seq, stamp }: EventPosition, bounds: LogBounds): boolean {
  if (seq > bounds.head || seq < bounds.oldest - 1) return false;
  return seq === 0 || bounds.stamp === stamp;
}

@Injectable()
export class ResumePositions {
  constructor(
    private readonly repository: EventsRepository,
    private readonly cursors: EventCursors,
    private readonly saved: SavedCursors,
  ) {}

  /** The position of the cursor that the client sent. */
  async forCursor(projectId: string, cursor: string): Promise<ResumePosition> {
    const position = this.cursors.open(projectId, cursor);
    const bounds = await this.boundsOf(projectId, position?.seq ?? 0);
    if (!position || !isUsable(position, bounds)) return this.fromNow(projectId, bounds, true);
    const { head, headStamp } = bounds;
    return { ...position, head, headStamp, cursor, mustReset: false };
  }

  /** The position of a client that sends no cursor: where it was before, or the head for a new client. */
  async forSavedCursor(key: SavedCursorKey): Promise<ResumePosition> {
    const { projectId } = key;
    const now = await this.boundsOf(projectId, 0);
    const { seq, stamp: saved } = await this.saved.claim(key, {
      seq: now.head,
      stamp: now.headStamp,
    });
    if (seq === now.head && saved === now.headStamp) return this.fromNow(projectId, now, false);
    const bounds = await this.boundsOf(projectId, seq);
    const stamp = saved ?? bounds.stamp ?? 0;
    if (!isUsable({ seq, stamp }, bounds)) return this.restartSavedCursor(key, bounds);
    const { head, headStamp } = bounds;
    const cursor = this.cursors.forHead(projectId, { seq, stamp });
    return { seq, stamp, head, headStamp, cursor, mustReset: false };
  }

  /** The position of the last event. */
  async atHead(projectId: string): Promise<ResumePosition> {
    return this.fromNow(projectId, await this.boundsOf(projectId, 0), false);
  }

  /** A saved position of a log that lost its end must not be taken for one of this log later. */
  private async restartSavedCursor(
    key: SavedCursorKey,
    bounds: LogBounds,
  ): Promise<ResumePosition> {
    await this.saved.restart(key, { seq: bounds.head, stamp: bounds.headStamp });
    return this.fromNow(key.projectId, bounds, true);
  }

  private fromNow(
    projectId: string,
    { head, headStamp }: LogBounds,
    mustReset: boolean,
  ): ResumePosition {
    const position = { seq: head, stamp: headStamp };
    const cursor = this.cursors.forHead(projectId, position);
    return { ...position, head, headStamp, cursor, mustReset };
  }

  private async boundsOf(projectId: string, seq: number): Promise<LogBounds> {
    const bounds = await this.repository.findBounds(projectId, seq);
    if (!bounds) throw notFound();
    return bounds;
  }
}
