import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { EventBell } from './event-bell.js';
import { lineOf } from './event-frame.js';

export type EventType = 'secret:create' | 'secret:update' | 'secret:delete';

/** One thing that happened to one secret. Never its value. */
export interface SecretChange {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey: string;
}

export interface EventDraft {
  readonly type: EventType;
  readonly changes: readonly SecretChange[];
}

/** A stream's data line has less than 48 KiB; the envelope around the payload needs a little of it. */
const MAX_PAYLOAD_BYTES = 40 * 1024;

const APPEND = `
  with head as (
    update project_event_heads set last_seq = last_seq + cardinality($2::text[])
    where project_id = $1 returning last_seq - cardinality($2::text[]) as before
  )
  insert into project_events (project_id, seq, type, payload)
  select $1, head.before + draft.position, draft.type, draft.payload::json
  from head, unnest($2::text[], $3::text[]) with ordinality as draft (type, payload, position)
  returning seq`;

/** The outbox: events of a project, written in the transaction of the change. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly bell: EventBell,
  ) {}

  /** Comes last in its transaction: the head row stays locked until the commit, so numbers follow commits, without gaps. */
  async append(tx: EntityManager, projectId: string, drafts: readonly EventDraft[]): Promise<void> {
    const frames = drafts.flatMap(({ type, changes }) =>
      payloads(changes).map((payload) => ({ type, payload })),
    );
    if (frames.length === 0) return;
    const types = frames.map((frame) => frame.type);
    const payload = frames.map((frame) => frame.payload);
    const appended = await tx.query<unknown[]>(APPEND, [projectId, types, payload]);
    // Without a head there would be a change that nobody is told of.
    if (appended.length < frames.length) throw new Error('The project has no event head');
    this.database.afterCommit(tx, () => this.bell.ring(projectId));
  }
}

/** JSON arrays of changes, each small enough for one data line. */
export function payloads(changes: readonly SecretChange[]): string[] {
  const pieces = changes.map(({ environment, secretPath, secretKey }) =>
    lineOf({ environment, secretPath, secretKey }),
  );
  return chunksOf(pieces).map((chunk) => `[${chunk.join()}]`);
}

/** Pieces of JSON, as many together as one data line takes. */
export function chunksOf(pieces: readonly string[]): string[][] {
  const all: string[][] = [];
  let chunk: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const size = Buffer.byteLength(piece) + 1;
    if (chunk.length > 0 && bytes + size > MAX_PAYLOAD_BYTES) {
      all.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(piece);
    bytes += size;
  }
  if (chunk.length > 0) all.push(chunk);
  return all;
}
