import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import { SealedCursor } from '../../auth/sealed-cursor.js';

/** A position in the log of a project: after the event of this number. */
export interface EventPosition {
  readonly seq: number;
  /** Tells that event from every other one that could bear its number (`event-stamp.ts`); 0 if there is no event. */
  readonly stamp: number;
}

const NUMBER_BYTES = 8;
const BYTES = 2 * NUMBER_BYTES;

/** The form of every cursor of an event log. */
export const EVENT_CURSOR = /^[\w-]{59}$/;

/** Positions in event logs as opaque texts, each for one project. */
@Injectable()
export class EventCursors {
  private readonly sealed: SealedCursor;

  constructor(keys: ServerKeys) {
    this.sealed = new SealedCursor(keys.eventCursors, BYTES);
  }

  /** Returns the `id` of an event: the same text wherever and whenever the event is sent. */
  forEvent(projectId: string, position: EventPosition): string {
    return this.sealed.sealStable(projectId, toBytes(position));
  }

  /** Returns another text each time: two of them must not show whether anything happened in between. */
  forHead(projectId: string, position: EventPosition): string {
    return this.sealed.seal(projectId, toBytes(position));
  }

  /** Returns null unless the cursor was made here for this project. */
  open(projectId: string, cursor: string): EventPosition | null {
    const bytes = this.sealed.open(projectId, cursor);
    if (!bytes) return null;
    return {
      seq: Number(bytes.readBigUInt64BE(0)),
      stamp: Number(bytes.readBigUInt64BE(NUMBER_BYTES)),
    };
  }
}

function toBytes({ seq, stamp }: EventPosition): Buffer {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeBigUInt64BE(BigInt(seq), 0);
  bytes.writeBigUInt64BE(BigInt(stamp), NUMBER_BYTES);
  return bytes;
}
