import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import type { RegisterEntry } from './interests.js';

/** Whose cursor it is, for clients that send none. */
export interface SavedKey {
  readonly identityId: string;
  readonly projectId: string;
  readonly registerHash: Buffer;
}

const CLAIM = statement(`
  insert into event_cursors (identity_id, project_id, register_hash, seq) values ($1, $2, $3, $4)
  on conflict on constraint pk_event_cursors do update set updated_at = now()
  returning seq::float8 "seq"`);

const SAVE = statement(`
  update event_cursors c set seq = greatest(c.seq, saved.seq), updated_at = now()
  from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bigint[])
    as saved (identity_id, project_id, register_hash, seq)
  where c.identity_id = saved.identity_id and c.project_id = saved.project_id
    and c.register_hash = saved.register_hash`);

/** A caller that invents registers must not fill the table. */
const PER_CALLER = 50;

const THIN_OUT = statement(`
  delete from event_cursors where (identity_id, project_id, register_hash) in (
    select identity_id, project_id, register_hash from event_cursors
    where identity_id = $1 and project_id = $2
    order by updated_at desc offset ${PER_CALLER}
  ) returning 1`);

/** The order of entries says nothing. */
export function hashOf(register: readonly RegisterEntry[]): Buffer {
  const entries = register.map(({ event, conditions }) =>
    JSON.stringify([event ?? null, conditions?.environmentSlug, conditions?.secretPath]),
  );
  return createHash('sha256').update(entries.sort().join('\n')).digest();
}

/** Durable cursors of clients that send none. */
@Injectable()
export class SavedCursors {
  constructor(private readonly database: Database) {}

  /** Where the client of before was; the head for one that is new. */
  async claim({ identityId, projectId, registerHash }: SavedKey, head: number): Promise<number> {
    const values = [identityId, projectId, registerHash, head];
    const row = await this.database.row<{ seq: number }>(CLAIM, values);
    await this.database.rows(THIN_OUT, [identityId, projectId]);
    return row?.seq ?? head;
  }

  async save(cursors: readonly (SavedKey & { readonly seq: number })[]): Promise<void> {
    if (cursors.length === 0) return;
    await this.database.rows(SAVE, [
      cursors.map(({ identityId }) => identityId),
      cursors.map(({ projectId }) => projectId),
      cursors.map(({ registerHash }) => registerHash),
      cursors.map(({ seq }) => seq),
    ]);
  }
}
