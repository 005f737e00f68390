import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mapInSlices } from '../../access/slices.js';
import { Database } from '../../database/database.js';
import { ProjectEventHead } from '../../database/entities/project-event.entity.js';
import { toOneLineJson } from '../stream/event-frame.js';
import { EventMetrics } from '../stream/event-metrics.js';
import { EventWakeup } from '../wakeup/wakeup.js';
import {
  type AccessItem,
  type AccessKind,
  type EventDraft,
  type EventItem,
  type EventKind,
  isSecretKind,
  itemTags,
  type SecretItem,
  sentFields,
} from './event-kinds.js';
import { OWN_STAMP } from './event-stamp.js';
import { importMutation, isImportMutation } from './importing-folders.js';

/** A change of one secret. Never its value. */
export interface SecretChange extends SecretItem {
  readonly secretKey: string;
}

/** A stream's data line has less than 48 KiB; the envelope around the payload needs a little of it. */
const MAX_PAYLOAD_BYTES = 40 * 1024;

/** Rows of one statement, 640 KiB at the most: more would hold up all others while they are serialized. */
const MAX_ROWS_AT_ONCE = 16;

/** Events beyond a head that was set back, by hand or in a restore of its row alone, keep their numbers. */
const LAST_SEQ = `greatest(h.last_seq,
  (select max(e.seq) from project_events e where e.project_id = h.project_id))`;

/** Rows are one JSON text: a text array of several megabytes takes pg ten times as long to escape, in one piece. */
const APPEND = `
  with head as (
    update project_event_heads h
    set last_seq = ${LAST_SEQ} + $3, last_stamp = ${OWN_STAMP}
    where project_id = $1 returning last_seq - $3 as before, has_imports
  ), appended as (
    insert into project_events (project_id, seq, type, payload, secret_tags)
    select $1, head.before + draft.position, draft.type, draft.payload::json, draft.tags::json
    from head, rows from (json_to_recordset($2::json) as (type text, payload text, tags text))
      with ordinality as draft (type, payload, tags, position)
  )
  select has_imports "hasImports", (select epoch from projects where id = $1) "epoch", clock_timestamp() "now"
  from head`;

const APPEND_TO_PROJECTS = `
  with given as (
    select * from unnest($1::uuid[], $3::text[]) as given (project_id, payload)
  ), heads as (
    update project_event_heads h set last_seq = ${LAST_SEQ} + 1, last_stamp = ${OWN_STAMP}
    from given where h.project_id = given.project_id
    returning h.project_id, h.last_seq, given.payload
  ), appended as (
    insert into project_events (project_id, seq, type, payload)
    select project_id, last_seq, $2, payload::json from heads
  )
  select count(*)::int n from heads`;

/** The epoch of the project's rights, and the time, when events were appended. */
export interface AppendedAt {
  readonly epoch: string;
  readonly now: Date;
}

interface LogHead extends AppendedAt {
  readonly hasImports: boolean;
}

/**
 * The outbox: events of a project, written in the transaction of the change that they are about. The head of the log is
 * locked until the commit, so numbers follow commits without gaps. Its SQL is by hand: every write runs it.
 */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly wakeup: EventWakeup,
    private readonly metrics: EventMetrics,
  ) {}

  /**
   * Writes the events of a change, in their order, and one more for the folders that import what changed. Wakes the
   * streams after the commit. Call it last in the transaction: everybody else who changes the project waits from here on.
   * Returns the epoch of the project's rights and the time then; null if there was nothing to append.
   */
  async append(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EventDraft[],
  ): Promise<AppendedAt | null> {
    if (drafts.every(({ changes }) => changes.length === 0)) return null;
    const others = drafts.filter((draft) => !isImportMutation(draft));
    // Under the lock of the head nobody's import or change can slip in before the folders are looked up.
    const { hasImports, ...appendedAt } = await this.insertEvents(tx, projectId, others);
    if (hasImports && drafts.some(({ type }) => isSecretKind(type))) {
      const mutation = await importMutation(tx, projectId, drafts);
      if (mutation.changes.length > 0) await this.insertEvents(tx, projectId, [mutation]);
    }
    this.database.afterCommit(tx, () => this.wakeup.notify(projectId));
    return appendedAt;
  }

  /**
   * Writes one event of the type in each of several projects, in one statement; `items` is by the id of the project. It
   * locks all of their heads in no order, so only one transaction at a time may do this in an organization.
   */
  async appendToProjects(
    tx: EntityManager,
    type: AccessKind,
    items: ReadonlyMap<string, AccessItem>,
  ): Promise<void> {
    if (items.size === 0) return;
    const projectIds = [...items.keys()];
    const payload = [...items.values()].map((item) => toPayloads([item])[0]);
    const values = [projectIds, type, payload];
    const [head] = await tx.query<{ n: number }[]>(APPEND_TO_PROJECTS, values);
    if (head?.n !== items.size) throw new Error('A project has no event head');
    this.database.afterCommit(tx, () => {
      this.metrics.appended.inc(items.size);
      for (const projectId of projectIds) this.wakeup.notify(projectId);
    });
  }

  /** Notes that folders of the project import others. Call it before the event of an import. */
  async markHasImports(tx: EntityManager, projectId: string): Promise<void> {
    const unmarked = { projectId, hasImports: false };
    await tx.getRepository(ProjectEventHead).update(unmarked, { hasImports: true });
  }

  /** Locks the head of the log, also without any event. */
  private async insertEvents(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EventDraft[],
  ): Promise<LogHead> {
    const rows: (StoredPayload & { readonly type: EventKind })[] = [];
    for (const { type, changes } of drafts) {
      const lines = await mapInSlices(changes, (change) => toOneLineJson(sentFields(change)));
      for (const each of toStoredPayloads(changes, lines)) rows.push({ type, ...each });
    }
    let head: LogHead | undefined;
    for (let start = 0; start === 0 || start < rows.length; start += MAX_ROWS_AT_ONCE) {
      const some = rows.slice(start, start + MAX_ROWS_AT_ONCE);
      [head] = await tx.query<LogHead[]>(APPEND, [projectId, JSON.stringify(some), some.length]);
      // Without a head the change would have no event.
      if (!head) throw new Error('The project has no event head');
    }
    this.database.afterCommit(tx, () => this.metrics.appended.inc(rows.length));
    return head!;
  }
}

interface StoredPayload {
  readonly payload: string;
  /** JSON: the tags of each item; null if no item has any. */
  readonly tags: string | null;
}

/** Returns JSON arrays of the changes, each small enough for one data line. */
export const toPayloads = (changes: readonly EventItem[]): string[] =>
  toStoredPayloads(
    changes,
    changes.map((change) => toOneLineJson(sentFields(change))),
  ).map(({ payload }) => payload);

/** `lines`: the JSON of each change. */
function toStoredPayloads(
  changes: readonly EventItem[],
  lines: readonly string[],
): StoredPayload[] {
  let start = 0;
  return toPayloadChunks(lines).map((chunk) => {
    const tags = changes.slice(start, (start += chunk.length)).map(itemTags);
    const hasTags = tags.some((each) => each !== null);
    return { payload: `[${chunk.join()}]`, tags: hasTags ? JSON.stringify(tags) : null };
  });
}

/** Splits JSON items into chunks, each as large as one data line takes. */
export function toPayloadChunks(items: readonly string[]): string[][] {
  const all: string[][] = [];
  let chunk: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(item) + 1;
    if (chunk.length > 0 && bytes + size > MAX_PAYLOAD_BYTES) {
      all.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) all.push(chunk);
  return all;
}
