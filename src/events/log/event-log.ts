import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mapInSlices } from '../../access/slices.js';
import { Database } from '../../database/database.js';
import { EventWakeup } from '../wakeup/wakeup.js';
import { toOneLineJson } from '../stream/event-frame.js';
import { EventMetrics } from '../stream/event-metrics.js';
import {
  type AccessItem,
  type AccessKind,
  type EventItem,
  type EventKind,
  isSecretKind,
  type SecretItem,
  sentFields,
  itemTags,
} from './event-kinds.js';
import { OWN_STAMP } from './event-stamp.js';
import { ImportingFolders, isImportMutation } from './importing-folders.js';

export type EventType = 'secret:create' | 'secret:update' | 'secret:delete';

/** One thing that happened to one secret. Never its value. */
export interface SecretChange extends SecretItem {
  readonly secretKey: string;
}

export interface EventDraft {
  readonly type: EventKind;
  /** Of `secret:import-mutation`: environment and path of the folder, without a key. */
  readonly changes: readonly EventItem[];
}

/** A stream's data line has less than 48 KiB; the envelope around the payload needs a little of it. */
const MAX_PAYLOAD_BYTES = 40 * 1024;

/** Rows of one statement, 640 KiB at the most: more would hold up all others while they are serialized. */
const MAX_ROWS_AT_ONCE = 16;

/** Rows are one JSON text: a text array of several megabytes takes pg ten times as long to escape, in one piece. */
const APPEND = `
  with head as (
    update project_event_heads
    set last_seq = last_seq + $3, last_stamp = ${OWN_STAMP}
    where project_id = $1 returning last_seq - $3 as before, has_imports
  ), appended as (
    insert into project_events (project_id, seq, type, payload, secret_tags)
    select $1, head.before + draft.position, draft.type, draft.payload::json, draft.tags::json
    from head, rows from (json_to_recordset($2::json) as (type text, payload text, tags text))
      with ordinality as draft (type, payload, tags, position)
  )
  select has_imports "hasImports" from head`;

const APPEND_TO_EACH = `
  with given as (
    select * from unnest($1::uuid[], $3::text[]) as given (project_id, payload)
  ), heads as (
    update project_event_heads h set last_seq = h.last_seq + 1, last_stamp = ${OWN_STAMP}
    from given where h.project_id = given.project_id
    returning h.project_id, h.last_seq, given.payload
  ), appended as (
    insert into project_events (project_id, seq, type, payload)
    select project_id, last_seq, $2, payload::json from heads
  )
  select count(*)::int n from heads`;

const NOTE_IMPORTS = `
  update project_event_heads set has_imports = true where project_id = $1 and not has_imports`;

/** The outbox: events of a project, written in the transaction of the change. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly bell: EventWakeup,
    private readonly importing: ImportingFolders,
    private readonly metrics: EventMetrics,
  ) {}

  /**
   * Comes last in its transaction: the head row stays locked until the commit, so numbers follow commits,
   * without gaps. Folders that import what changed are told of too, in one more event after the others.
   */
  async append(tx: EntityManager, projectId: string, drafts: readonly EventDraft[]): Promise<void> {
    if (drafts.every(({ changes }) => changes.length === 0)) return;
    const plain = drafts.filter((draft) => !isImportMutation(draft));
    // Under the lock of the head nobody's import or change can slip in between the look and the event.
    const { hasImports } = await this.insertEvents(tx, projectId, plain);
    if (hasImports && drafts.some(({ type }) => isSecretKind(type))) {
      const draft = await this.importing.importMutation(tx, projectId, drafts);
      if (draft.changes.length > 0) await this.insertEvents(tx, projectId, [draft]);
    }
    this.database.afterCommit(tx, () => this.bell.notify(projectId));
  }

  /**
   * One event in each of several projects, in one statement. It locks all of their heads in no order, so
   * only one transaction at a time may do this in an organization.
   */
  async appendToProjects(
    tx: EntityManager,
    type: AccessKind,
    items: ReadonlyMap<string, AccessItem>,
  ): Promise<void> {
    if (items.size === 0) return;
    const projectIds = [...items.keys()];
    const payload = [...items.values()].map((item) => toPayloads([item])[0]);
    const [head] = await tx.query<{ n: number }[]>(APPEND_TO_EACH, [projectIds, type, payload]);
    if (head?.n !== items.size) throw new Error('A project has no event head');
    this.database.afterCommit(tx, () => {
      this.metrics.appended.inc(items.size);
      for (const projectId of projectIds) this.bell.notify(projectId);
    });
  }

  /** Once for the first import of a project, before its event. */
  async markHasImports(tx: EntityManager, projectId: string): Promise<void> {
    await tx.query(NOTE_IMPORTS, [projectId]);
  }

  /** Without any event, it still locks the head. */
  private async insertEvents(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EventDraft[],
  ): Promise<{ readonly hasImports: boolean }> {
    const rows: (Stored & { readonly type: EventKind })[] = [];
    for (const { type, changes } of drafts) {
      const lines = await mapInSlices(changes, (change) => toOneLineJson(sentFields(change)));
      for (const each of toStoredPayloads(changes, lines)) rows.push({ type, ...each });
    }
    type Head = { readonly hasImports: boolean };
    let head: Head | undefined;
    for (let start = 0; start === 0 || start < rows.length; start += MAX_ROWS_AT_ONCE) {
      const some = rows.slice(start, start + MAX_ROWS_AT_ONCE);
      [head] = await tx.query<Head[]>(APPEND, [projectId, JSON.stringify(some), some.length]);
      // Without a head there would be a change that nobody is told of.
      if (!head) throw new Error('The project has no event head');
    }
    this.database.afterCommit(tx, () => this.metrics.appended.inc(rows.length));
    return head!;
  }
}

interface Stored {
  readonly payload: string;
  /** JSON: the tags of each item; null where no item has any to tell. */
  readonly tags: string | null;
}

/** JSON arrays of changes, each small enough for one data line. */
export const toPayloads = (changes: readonly EventItem[]): string[] =>
  toStoredPayloads(
    changes,
    changes.map((change) => toOneLineJson(sentFields(change))),
  ).map(({ payload }) => payload);

/** Takes each change with its line of JSON. */
function toStoredPayloads(changes: readonly EventItem[], lines: readonly string[]): Stored[] {
  let start = 0;
  return toPayloadChunks(lines).map((chunk) => {
    const tags = changes.slice(start, (start += chunk.length)).map(itemTags);
    const isTold = tags.some((each) => each !== null);
    return { payload: `[${chunk.join()}]`, tags: isTold ? JSON.stringify(tags) : null };
  });
}

/** Pieces of JSON, as many together as one data line takes. */
export function toPayloadChunks(pieces: readonly string[]): string[][] {
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
