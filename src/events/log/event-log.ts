import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { mapInSlices } from '../../access/slices.js';
import { type BoundStatement, Database, sendLater, statement } from '../../database/database.js';
import { orElse, required } from '../../database/required.js';
import { ProjectEventHead } from '../../database/entities/project-event.entity.js';
import { EventMetrics } from '../stream/event-metrics.js';
import { EventWakeup } from '../wakeup/wakeup.js';
import {
  type AccessItem,
  type AccessKind,
  type EventDraft,
  type EventKind,
  isSecretKind,
  type SecretItem,
} from './event-kinds.js';
import { OWN_STAMP } from './event-stamp.js';
import { type StoredPayload, toPayloads, toStoredPayloads } from './event-payloads.js';
import { IMPORTING, importingValues, isImportMutation } from './importing-folders.js';

/** A change of one secret. Never its value. */
export interface SecretChange extends SecretItem {
  readonly secretKey: string;
}

/** Rows of one statement, 640 KiB at the most: more would hold up all others while they are serialized. */
const MAX_ROWS = 16;

/** Events beyond a head that was set back, by hand or in a restore of its row alone, keep their numbers. */
const LAST_SEQ = `greatest(h.last_seq,
  (select max(e.seq) from project_events e where e.project_id = h.project_id))`;

/** Rows are one JSON text: a text array of several megabytes takes pg ten times as long to escape, in one piece. */
const append = (condition: string) =>
  statement(`
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
  select ${required(condition)} from head`);

/** Without a head the change would have no event. */
const APPEND = append('count(*) = 1');
const APPEND_WITHOUT_IMPORTS = append('count(*) filter (where not has_imports) = 1');

const noHead = () => new Error('The project has no event head');

/** Bytes of the folders of one event, to which its last folder may add. */
const MAX_IMPORTING_BYTES = 36_000;

/** Under the lock of the head nobody's import or change can slip in before the folders are looked up. */
const APPEND_IMPORTING = statement(`
  with recursive ${IMPORTING}, lines as (
    select line, rank, environment, "secretPath",
      (sum(octet_length(line) + 1) over (order by rank, environment, "secretPath") - octet_length(line))
        / ${MAX_IMPORTING_BYTES} as position
    from importing
  ), drafts as (
    select position, '[' || string_agg(line, ',' order by rank, environment, "secretPath") || ']' payload
    from lines group by position
  ), head as (
    update project_event_heads h
    set last_seq = ${LAST_SEQ} + (select count(*) from drafts), last_stamp = ${OWN_STAMP}
    where project_id = $1 and exists (select from drafts)
    returning last_seq - (select count(*) from drafts) as before
  )
  insert into project_events (project_id, seq, type, payload)
  select $1, head.before + 1 + position, 'secret:import-mutation', payload::json from head, drafts
  returning seq`);

const MAX_KNOWN = 10_000;

/** The project was thought to have no imports. The transaction begins again, as after a serialization failure. */
class HasImports extends Error {
  readonly code = '40001';
}

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

/**
 * The outbox: events of a project, written in the transaction of the change that they are about. The head of the log is
 * locked until the commit, so numbers follow commits without gaps. Its SQL is by hand: every write runs it.
 */
@Injectable()
export class EventLog {
  /** Projects that are known to have imports; what is known of others is proved by their next write. */
  private readonly importing = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(
    private readonly database: Database,
    private readonly wakeup: EventWakeup,
    private readonly metrics: EventMetrics,
  ) {}

  /**
   * Writes the events of a change, in their order, and one more for the folders that import what changed. Wakes the
   * streams after the commit. Call it last in the transaction: everybody else who changes the project waits from here on.
   */
  async append(tx: EntityManager, projectId: string, drafts: readonly EventDraft[]): Promise<void> {
    const statements = await this.appending(tx, { projectId, mayImport: true }, drafts);
    await sendLater(tx, statements);
  }

  /**
   * The statements of `append`, for the round trip that ends the transaction; none without events. Where the project turns
   * out to have imports they fail, and the transaction begins again.
   */
  statementsOf(
    tx: EntityManager,
    projectId: string,
    drafts: readonly EventDraft[],
  ): Promise<BoundStatement[]> {
    return this.appending(tx, { projectId, mayImport: this.importing.has(projectId) }, drafts);
  }

  private async appending(
    tx: EntityManager,
    { projectId, mayImport }: { readonly projectId: string; readonly mayImport: boolean },
    drafts: readonly EventDraft[],
  ): Promise<BoundStatement[]> {
    if (drafts.every(({ changes }) => changes.length === 0)) return [];
    this.database.afterCommit(tx, () => this.wakeup.notify(projectId));
    const others = drafts.filter((draft) => !isImportMutation(draft));
    if (!drafts.some(({ type }) => isSecretKind(type)))
      return this.insertions(tx, { ...APPEND, onFailure: orElse(noHead) }, projectId, others);
    if (!mayImport) {
      const onFailure = orElse(() => {
        this.importing.set(projectId, true);
        return new HasImports();
      });
      return this.insertions(tx, { ...APPEND_WITHOUT_IMPORTS, onFailure }, projectId, others);
    }
    const appending = { ...APPEND, onFailure: orElse(noHead) };
    const statements = await this.insertions(tx, appending, projectId, others);
    const values = [projectId, ...(await importingValues(drafts))];
    const onRows = ({ length }: readonly object[]) => this.countAfter(tx, length);
    return [...statements, { ...APPEND_IMPORTING, values, onRows }];
  }

  /**
   * Writes one event of the type in each of several projects, in one statement. `items`: what it names, by the id of the
   * project, no more than fits one event. Locks all of their heads in no order, so only one transaction at a time may do
   * this in an organization.
   */
  async appendToProjects(
    tx: EntityManager,
    type: AccessKind,
    items: ReadonlyMap<string, readonly AccessItem[]>,
  ): Promise<void> {
    if (items.size === 0) return;
    const projectIds = [...items.keys()];
    const payload = [...items.values()].map((named) => toPayloads(named)[0]);
    const values = [projectIds, type, payload];
    const [head] = await tx.query<{ n: number }[]>(APPEND_TO_PROJECTS, values);
    if (head?.n !== items.size) throw new Error('A project has no event head');
    this.countAfter(tx, items.size);
    this.database.afterCommit(tx, () => {
      for (const projectId of projectIds) this.wakeup.notify(projectId);
    });
  }

  /** Notes that folders of the project import others. Call it before the event of an import. */
  async markHasImports(tx: EntityManager, projectId: string): Promise<void> {
    const unmarked = { projectId, hasImports: false };
    await tx.getRepository(ProjectEventHead).update(unmarked, { hasImports: true });
  }

  /** The statements that append. They lock the head of the log, also without any event. */
  private async insertions(
    tx: EntityManager,
    appending: Omit<BoundStatement, 'values'>,
    projectId: string,
    drafts: readonly EventDraft[],
  ): Promise<BoundStatement[]> {
    const rows = await mapInSlices(rowsOf(drafts), (row) => row);
    this.countAfter(tx, rows.length);
    const starts = rows.length === 0 ? [0] : [...rows.keys()].filter((n) => n % MAX_ROWS === 0);
    return mapInSlices(starts, (start) => {
      const some = rows.slice(start, start + MAX_ROWS);
      return { ...appending, values: [projectId, JSON.stringify(some), some.length] };
    });
  }

  private countAfter(tx: EntityManager, appended: number): void {
    this.database.afterCommit(tx, () => this.metrics.appended.inc(appended));
  }
}

function* rowsOf(
  drafts: readonly EventDraft[],
): Generator<StoredPayload & { readonly type: EventKind }> {
  for (const { type, changes } of drafts)
    for (const each of toStoredPayloads(changes)) yield { type, ...each };
}
