import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { EventPosition } from './event-cursors.js';
import type { RegisterEntry } from '../stream/subscription-filter.js';

/** Identifies the saved cursor of a client that sends none. */
export interface SavedCursorKey {
  readonly callerId: string;
  readonly projectId: string;
  readonly registerHash: Buffer;
}

/** `stamp` is null if the version before saved it. */
export interface SavedPosition {
  readonly seq: number;
  readonly stamp: number | null;
}

const CLAIM = statement(`
  insert into event_cursors (identity_id, project_id, register_hash, seq, stamp)
  values ($1, $2, $3, $4, $5)
  on conflict on constraint pk_event_cursors do update set updated_at = now()
  returning seq::float8 "seq", stamp::float8 "stamp"`);

const RESTART = statement(`
  update event_cursors set seq = $4, stamp = $5, updated_at = now()
  where identity_id = $1 and project_id = $2 and register_hash = $3`);

const SAVE = statement(`
  update event_cursors c
  set seq = greatest(c.seq, saved.seq), updated_at = now(),
    stamp = case when saved.seq > c.seq then saved.stamp else c.stamp end
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bigint[], $5::bigint[])
    as saved (identity_id, project_id, register_hash, seq, stamp)
  where c.identity_id = saved.identity_id and c.project_id = saved.project_id
    and c.register_hash = saved.register_hash`);

/** Cursors of one caller in a project: a caller that invents registers must not fill the table. */
const PER_CALLER = 50;

const THIN_OUT = statement(`
  delete from event_cursors where (identity_id, project_id, register_hash) in (
    select identity_id, project_id, register_hash from event_cursors
    where identity_id = $1 and project_id = $2
    order by updated_at desc offset ${PER_CALLER}
  ) returning 1`);

/** Hashes a register; the order of its entries does not matter. */
export function registerHash(register: readonly RegisterEntry[]): Buffer {
  const entries = register.map(({ event, conditions }) =>
    JSON.stringify([event ?? null, conditions?.environmentSlug, conditions?.secretPath]),
  );
  return createHash('sha256').update(entries.sort().join('\n')).digest();
}

/** Saved cursors of clients that send none. SQL by hand: claims, and greatest positions of many cursors at once. */
@Injectable()
export class SavedCursors {
  constructor(private readonly database: Database) {}

  /** Returns where the client was before; the head for a new client. */
  async claim(key: SavedCursorKey, head: EventPosition): Promise<SavedPosition> {
    const { callerId, projectId, registerHash } = key;
    const values = [callerId, projectId, registerHash, head.seq, head.stamp];
    const row = await this.database.row<SavedPosition>(CLAIM, values);
    await this.database.rows(THIN_OUT, [callerId, projectId]);
    return row ?? head;
  }

  /** Sets the position, also back. */
  async restart(key: SavedCursorKey, { seq, stamp }: EventPosition): Promise<void> {
    const { callerId, projectId, registerHash } = key;
    await this.database.rows(RESTART, [callerId, projectId, registerHash, seq, stamp]);
  }

  async save(cursors: readonly (SavedCursorKey & EventPosition)[]): Promise<void> {
    if (cursors.length === 0) return;
    await this.database.rows(SAVE, [
      cursors.map(({ callerId }) => callerId),
      cursors.map(({ projectId }) => projectId),
      cursors.map(({ registerHash }) => registerHash),
      cursors.map(({ seq }) => seq),
      cursors.map(({ stamp }) => stamp),
    ]);
  }
}
