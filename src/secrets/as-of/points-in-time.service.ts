import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { Database, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { EventCursors, type EventPosition } from '../../events/log/event-cursors.js';
import { stampAt } from '../../events/log/event-stamp.js';
import { isCursor, toTime } from './point-in-time.js';
import type { PointInTimeValue } from './past-secrets.repository.js';

/** The point in time of a request. Whether it can be answered is known only after reading: `requireAnswerable`. */
export interface RequestedPointInTime extends PointInTimeValue {
  /** The position in the event log that the cursor names; null for a cursor of another project. */
  readonly position: EventPosition | null;
}

/** The bounds of the project's event log and of its past states, as they are kept. */
interface Kept {
  readonly head: number;
  readonly stamp: number | null;
  readonly oldest: number | null;
  readonly completeFrom: Date | null;
  /** States were removed that a transaction after the event may have ended. */
  readonly isCut: boolean;
}

const KEPT = statement(`
  select h.last_seq::float8 head, start.complete_from "completeFrom",
    ${stampAt('h', '$2')} stamp,
    (select min(seq)::float8 from project_events where project_id = $1) oldest,
    exists (select from project_events e
      where e.project_id = $1 and e.seq > $2 and e.created_at <= start.complete_from) "isCut"
  from project_event_heads h left join secret_history_starts start on start.project_id = h.project_id
  where h.project_id = $1`);

/** Reads `asOf` of requests, and refuses points in time of which not everything is kept. */
@Injectable()
export class PointsInTime {
  constructor(
    private readonly database: Database,
    private readonly cursors: EventCursors,
  ) {}

  /** Reads a text that `pointInTimeProblem` accepted: what is no time is a cursor. */
  parse(project: ProjectAccess, text: string): RequestedPointInTime {
    const time = isCursor(text) ? null : toTime(text);
    if (time) return { kind: 'time', value: time, position: null };
    const position = this.cursors.open(project.id, text);
    return { kind: 'event', value: position?.seq ?? 0, position };
  }

  /**
   * Call it after reading: what is still kept now was kept when it was read. Throws 400 for the future,
   * for a cursor that is not of this log, and for a point in time of which not everything is kept.
   */
  async requireAnswerable(
    project: ProjectAccess,
    pointInTime: RequestedPointInTime,
    tx?: EntityManager,
  ): Promise<void> {
    const seq = pointInTime.position?.seq ?? 0;
    const kept = await this.kept(project.id, seq, tx);
    if (pointInTime.value instanceof Date) refuseTime(project, pointInTime.value, kept);
    else refuseEvent(pointInTime.position, kept);
  }

  private async kept(projectId: string, seq: number, tx?: EntityManager): Promise<Kept> {
    const values = [projectId, seq];
    const [row] = tx
      ? await tx.query<Kept[]>(KEPT.text, values)
      : await this.database.rows<Kept>(KEPT, values);
    if (!row) throw new Error('The project has no event head');
    return row;
  }
}

function refuseTime({ now }: ProjectAccess, at: Date, { completeFrom }: Kept): void {
  if (at > now) throw badRequest('invalid-point-in-time', 'asOf lies in the future.');
  if (completeFrom && at < completeFrom) throw notKept(completeFrom);
}

function refuseEvent(position: EventPosition | null, kept: Kept): void {
  const isOfLog = position !== null && position.seq <= kept.head && isStampRight(position, kept);
  if (!isOfLog)
    throw badRequest('invalid-point-in-time', 'asOf is not the id of an event of this project.');
  const { seq } = position;
  // After the last event nothing was written, whether or not it is kept; before the first one nothing was.
  const isKept = kept.stamp !== null || seq === kept.head || (seq === 0 && kept.oldest === 1);
  if (!isKept)
    throw badRequest(
      'history-not-kept',
      'The event is older than those that are kept. Ask for a time.',
    );
  if (kept.isCut) throw notKept(kept.completeFrom!);
}

/** A log that was restored from a backup gives the number to another event. */
const isStampRight = ({ stamp }: EventPosition, kept: Kept): boolean =>
  kept.stamp === null || stamp === kept.stamp;

const notKept = (from: Date) =>
  badRequest(
    'history-not-kept',
    `Older versions are not kept. The history is complete from ${from.toISOString()} on.`,
  );
