import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { Database, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { EventCursors, type EventPosition } from '../../events/log/event-cursors.js';
import { stampAt } from '../../events/log/event-stamp.js';
import { isCursor, toTime } from './point-in-time.js';
import type { PointInTimeValue } from './past-secrets.repository.js';

/** A moment that was asked for. Whether it can be answered is known only after reading: `check`. */
export interface RequestedPointInTime extends PointInTimeValue {
  /** Where the log is said to have been; null for a cursor that is none of the project's. */
  readonly position: EventPosition | null;
}

/** What is still there of the log, and of the states. */
interface Kept {
  readonly head: number;
  readonly stamp: number | null;
  readonly oldest: number | null;
  readonly completeFrom: Date | null;
  /** States were thrown out that a transaction after the event may have ended. */
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

/** The moments at which a client may look. */
@Injectable()
export class PointsInTime {
  constructor(
    private readonly database: Database,
    private readonly cursors: EventCursors,
  ) {}

  /** Anything that is no time is taken for a cursor. */
  parse(project: ProjectAccess, text: string): RequestedPointInTime {
    const time = isCursor(text) ? null : toTime(text);
    if (time) return { kind: 'time', value: time, position: null };
    const position = this.cursors.open(project.id, text);
    return { kind: 'event', value: position?.seq ?? 0, position };
  }

  /**
   * To be called after what was read: what is still there now was there then. Throws 400 for the future,
   * for a cursor that is not of this log, and for a moment of which not everything is kept.
   */
  async requireAnswerable(
    project: ProjectAccess,
    moment: RequestedPointInTime,
    tx?: EntityManager,
  ): Promise<void> {
    const seq = moment.position?.seq ?? 0;
    const kept = await this.kept(project.id, seq, tx);
    if (moment.value instanceof Date) refuseTime(project, moment.value, kept);
    else refuseEvent(moment.position, kept);
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
  if (at > now) throw badRequest('asOf lies in the future.');
  if (completeFrom && at < completeFrom) throw notKept(completeFrom);
}

function refuseEvent(position: EventPosition | null, kept: Kept): void {
  const isOfLog = position !== null && position.seq <= kept.head && isStampRight(position, kept);
  if (!isOfLog) throw badRequest('asOf is not the id of an event of this project.');
  const { seq } = position;
  // After the last event nothing was written, whether or not it is kept; before the first one nothing was.
  const isKept = kept.stamp !== null || seq === kept.head || (seq === 0 && kept.oldest === 1);
  if (!isKept) throw badRequest('The event is older than those that are kept. Ask for a time.');
  if (kept.isCut) throw notKept(kept.completeFrom!);
}

/** A log that was restored from a backup gives the number to another event. */
const isStampRight = ({ stamp }: EventPosition, kept: Kept): boolean =>
  kept.stamp === null || stamp === kept.stamp;

const notKept = (from: Date) =>
  badRequest(`Older versions are not kept. The history is complete from ${from.toISOString()} on.`);
