import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { SecretItem } from './event-kinds.js';
import type { StoredEvent } from '../stream/event-frame.js';
import { eventStamp, stampAt } from './event-stamp.js';

/** The state of a project at one moment. */
export interface ProjectState {
  /** Raised by every change of rights. */
  readonly epoch: number;
  /** The number of the last event. */
  readonly head: number;
  /** Stamp of that event (`event-stamp.ts`). */
  readonly stamp: number;
  /** The database's clock, in milliseconds. */
  readonly now: number;
}

/** Events after a number, and the state of the project in the same snapshot. */
export interface EventPage {
  readonly state: ProjectState;
  /** Stamp of the event before the first one, if it is still known: another one than before proves that the log lost its end. */
  readonly stampBefore: number | null;
  readonly events: readonly StoredEvent[];
}

/** Where a stream may begin. */
export interface LogBounds {
  readonly head: number;
  readonly headStamp: number;
  /** The number of the oldest event that is kept; one beyond the head if there is none. */
  readonly oldest: number;
  /** Stamp of the event that was asked about, if it is still known. */
  readonly stamp: number | null;
}

const MILLISECONDS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

const STATE = `
  p.epoch::float8 "epoch", h.last_seq::float8 "head",
  h.last_stamp::float8 "stamp", ${MILLISECONDS('statement_timestamp()')} "now"`;

/** A page ends after the event that reaches this size: each reader that is behind holds one. */
const PAGE_BYTES = 96 * 1024;

/** What rules may ask of the people and groups that an event names, as they are called today; and who asked for consent. */
const NAMES = `
  case when e.type ~ '^(membership|privilege):' then (
    select json_agg(json_build_object('userEmail', u.email, 'groupName', g.name) order by item.n)
    from json_array_elements(e.payload) with ordinality as item (named, n)
    left join users u on u.id = (item.named ->> 'userId')::uuid
    left join groups g on g.id = (item.named ->> 'groupId')::uuid
  ) when e.type ~ '^approval:' then (
    select json_agg(json_build_object('committerId',
      coalesce(r.committer_user_id, r.committer_identity_id, access.user_id)) order by item.n)
    from json_array_elements(e.payload) with ordinality as item (named, n)
    left join approval_requests r on r.id = (item.named ->> 'requestId')::uuid
    left join access_requests access on access.id = (item.named ->> 'requestId')::uuid
  ) end`;

const PAGE = statement(`
  select ${STATE}, ${stampAt('h', '$2')} "stampBefore",
    e.seq::float8 "seq", ${eventStamp('e')} "eventStamp", e.type, e.payload "items",
    e.secret_tags "secretTags", ${NAMES} "names",
    ${MILLISECONDS('e.created_at')} "createdAt"
  from projects p
  join project_event_heads h on h.project_id = p.id
  left join lateral (
    select * from (
      select *, sum(octet_length(payload::text)) over (order by seq) - octet_length(payload::text) "before"
      from (
        select * from project_events where project_id = p.id and seq > $2 and seq <= h.last_seq order by seq limit $3
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
    ${stampAt('h', 'h.last_seq')} "headStamp",
    coalesce((select min(seq) from project_events where project_id = $1), h.last_seq + 1)::float8 "oldest",
    ${stampAt('h', '$2')} "stamp"
  from project_event_heads h where h.project_id = $1`);

const MAX_FOLDERS = 10_000;

const FOLDERS = statement(`
  select e.slug "environment", f.path "secretPath"
  from environments e join folders f on f.environment_id = e.id
  where e.project_id = $1
  order by e.slug, f.path limit ${MAX_FOLDERS}`);

type PageRow = ProjectState &
  Omit<StoredEvent, 'seq' | 'stamp'> & {
    readonly seq: number | null;
    readonly eventStamp: number;
    readonly stampBefore: number | null;
  };

/** Reads event logs. SQL by hand: the page is measured (`npm run bench -- --only events`), the others need one snapshot. */
@Injectable()
export class EventsRepository {
  constructor(private readonly database: Database) {}

  /** Calls the listener when the logs may have lost their ends. */
  onHistoryChange(listener: () => void): void {
    this.database.onHistoryChange(listener);
  }

  /** Returns null if the project is gone. */
  async readAfter(projectId: string, seq: number, limit: number): Promise<EventPage | null> {
    const rows = await this.database.rows<PageRow>(PAGE, [projectId, seq, limit]);
    const [first] = rows;
    if (!first) return null;
    const { epoch, head, stamp, now, stampBefore } = first;
    return { state: { epoch, head, stamp, now }, stampBefore, events: rows.flatMap(toEvents) };
  }

  async findStates(projectIds: readonly string[]): Promise<Map<string, ProjectState>> {
    const rows = await this.database.rows<ProjectState & { id: string }>(STATES, [projectIds]);
    return new Map(rows.map(({ id, ...state }) => [id, state]));
  }

  findBounds(projectId: string, seq: number): Promise<LogBounds | null> {
    return this.database.row(BOUNDS, [projectId, seq]);
  }

  listFolders(projectId: string): Promise<SecretItem[]> {
    return this.database.rows(FOLDERS, [projectId]);
  }
}

/** A page without events has one row for the state. */
function toEvents({
  seq,
  eventStamp: stamp,
  type,
  items,
  secretTags,
  names,
  createdAt,
}: PageRow): StoredEvent[] {
  return seq === null ? [] : [{ seq, stamp, type, items, secretTags, names, createdAt }];
}
