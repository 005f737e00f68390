import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import type { SecretItem } from './event-kinds.js';
import type { StoredEvent } from './event-frame.js';

/** A project as of one statement. */
export interface ProjectState {
  /** Raised by every change of who holds what. */
  readonly epoch: number;
  /** The last number given. */
  readonly head: number;
  /** The database's clock, in milliseconds. */
  readonly now: number;
}

/** Events, and the state of the project in the same snapshot. */
export interface Page {
  readonly state: ProjectState;
  readonly events: readonly StoredEvent[];
}

/** Where reading may begin. */
export interface Bounds {
  readonly head: number;
  readonly headStamp: number;
  /** The first number that is still there; one beyond the head when none is. */
  readonly oldest: number;
  /** When the event asked about was written, if it is still there. */
  readonly stamp: number | null;
}

const MILLISECONDS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

const STATE = `
  p.epoch::float8 "epoch", h.last_seq::float8 "head",
  ${MILLISECONDS('statement_timestamp()')} "now"`;

/** A page ends behind the event that reaches so much: readers that are behind hold one each. */
const PAGE_BYTES = 96 * 1024;

const PAGE = statement(`
  select ${STATE}, e.seq::float8 "seq", e.type, e.payload "items", e.secret_tags "secretTags",
    ${MILLISECONDS('e.created_at')} "createdAt"
  from projects p
  join project_event_heads h on h.project_id = p.id
  left join lateral (
    select * from (
      select *, sum(octet_length(payload::text)) over (order by seq) - octet_length(payload::text) "before"
      from (
        select * from project_events where project_id = p.id and seq > $2 order by seq limit $3
      ) next
    ) measured where "before" < ${PAGE_BYTES}
  ) e on true
  where p.id = $1
  order by e.seq`);

const STATES = statement(`
  select p.id, ${STATE}
  from projects p join project_event_heads h on h.project_id = p.id
  where p.id = any($1::uuid[])`);

const BOUNDS = statement(`
  select h.last_seq::float8 "head",
    coalesce((select ${MILLISECONDS('created_at')} from project_events
      where project_id = $1 and seq = h.last_seq), 0) "headStamp",
    coalesce((select min(seq) from project_events where project_id = $1), h.last_seq + 1)::float8 "oldest",
    (select ${MILLISECONDS('created_at')} from project_events where project_id = $1 and seq = $2) "stamp"
  from project_event_heads h where h.project_id = $1`);

const MAX_FOLDERS = 10_000;

const FOLDERS = statement(`
  select e.slug "environment", f.path "secretPath"
  from environments e join folders f on f.environment_id = e.id
  where e.project_id = $1
  order by e.slug, f.path limit ${MAX_FOLDERS}`);

type PageRow = ProjectState & StoredEvent & { readonly seq: number | null };

@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the project is no more. */
  async readAfter(projectId: string, seq: number, limit: number): Promise<Page | null> {
    const rows = await this.database.rows<PageRow>(PAGE, [projectId, seq, limit]);
    const [first] = rows;
    if (!first) return null;
    const { epoch, head, now } = first;
    return { state: { epoch, head, now }, events: first.seq === null ? [] : rows };
  }

  async statesOf(projectIds: readonly string[]): Promise<Map<string, ProjectState>> {
    const rows = await this.database.rows<ProjectState & { id: string }>(STATES, [projectIds]);
    return new Map(rows.map(({ id, ...state }) => [id, state]));
  }

  boundsOf(projectId: string, seq: number): Promise<Bounds | null> {
    return this.database.row(BOUNDS, [projectId, seq]);
  }

  listFolders(projectId: string): Promise<SecretItem[]> {
    return this.database.rows(FOLDERS, [projectId]);
  }
}
