import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { addCost } from '../http/limits/admission.js';
import type { AuditPosition } from './audit-cursors.js';

/** Conditions on entries, which must all hold; an absent one holds. */
export interface AuditFilter {
  readonly projectId?: string;
  readonly actorId?: string;
  readonly actions?: readonly string[];
  readonly secretKey?: string;
  readonly secretPath?: string;
  readonly from?: string;
  readonly until?: string;
}

/** The organization whose log is read; with `projectIds`, entries of these projects only. */
export interface LogScope {
  readonly orgId: string;
  readonly projectIds: readonly string[] | null;
}

export interface LoggedEntry extends AuditPosition {
  /** Null while it has no place in the chain. */
  readonly number: number | null;
  readonly projectId: string | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly reqId: string;
  readonly address: string | null;
  readonly client: string | null;
}

export interface LogPage {
  readonly entries: readonly LoggedEntry[];
  /** Where the next page goes on; absent at the end of the log. */
  readonly last?: AuditPosition;
}

/** Entries that are looked through for one page, whatever it finds: such a page may be short. */
const LOOKED_THROUGH = 10_000;
/** Bytes of targets after which a page ends: one entry may name a thousand secrets. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** What such a page costs its caller, in requests. */
const COST_OF_SIFTING = 10;

const COLUMNS = `
  e.id, e.created_at "createdAt", l.number::float8, e.project_id "projectId", e.actor_kind "actorKind",
  e.actor_id "actorId", e.actor_name "actorName", e.action, e.target, e.req_id "reqId", e.address, e.client`;

type Condition = (parameter: string) => string;

const PERIOD: Partial<Record<keyof AuditFilter, Condition>> = {
  from: (parameter) => `created_at >= ${parameter}`,
  until: (parameter) => `created_at < ${parameter}`,
};

/** Parts of a filter that an index serves, one of them a query; the others sift what that one finds. */
const DRIVING = ['projectId', 'actorId', 'actions'] as const;

const EXACT: Partial<Record<keyof AuditFilter, Condition>> = {
  projectId: (parameter) => `project_id = ${parameter}`,
  actorId: (parameter) => `actor_id = ${parameter}`,
  actions: (parameter) => `action = any(${parameter}::text[])`,
};

/** Whether a text stands in the target, or in one of the folders or proposed changes that it lists. */
const within = (path: string) => (parameter: string) =>
  `jsonb_path_exists(target, '${path}', jsonb_build_object('text', ${parameter}::text))`;

const SIFTING: Partial<Record<keyof AuditFilter, Condition>> = {
  ...EXACT,
  secretKey: within(
    '$.** ? (@.secretKeys[*] == $text || @.items[*].secretKey == $text || @.items[*].newSecretKey == $text)',
  ),
  secretPath: within('$.** ? (@.secretPath == $text || @.secretPaths[*] == $text)'),
};

/** Several values that an index is asked for one after the other, each for its newest. */
interface Each {
  readonly column: string;
  readonly values: readonly string[];
  readonly type: 'text' | 'uuid';
}

/** The parts of one query, and its values in the order of their parameters. */
class Query {
  readonly values: unknown[] = [];
  /** Whether it looks through more entries than it may find. */
  readonly isSifting: boolean;
  private readonly conditions: string[];
  private readonly each: Each | null;
  private readonly sifting: readonly (keyof AuditFilter)[];

  constructor(
    { orgId, projectIds }: LogScope,
    private readonly filter: AuditFilter,
    after: AuditPosition | null,
  ) {
    const driver = projectIds ? undefined : DRIVING.find((part) => filter[part] !== undefined);
    this.conditions = [`org_id = ${this.add(orgId)}`, ...this.allOf(PERIOD)];
    if (driver !== undefined && driver !== 'actions')
      this.conditions.push(EXACT[driver]!(this.add(filter[driver])));
    if (after) {
      const position = `(${this.add(after.createdAt)}::timestamptz, ${this.add(after.id)}::uuid)`;
      this.conditions.push(`(created_at, id) < ${position}`);
    }
    this.each = eachOf(projectIds, driver === 'actions' ? filter.actions : undefined);
    this.sifting = (Object.keys(SIFTING) as (keyof AuditFilter)[]).filter(
      (part) => filter[part] !== undefined && part !== driver,
    );
    this.isSifting = this.sifting.length > 0;
  }

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** How many entries are looked at for a page. */
  countFor(limit: number): number {
    if (!this.isSifting) return limit + 1;
    const lists = this.each?.type === 'uuid' ? this.each.values.length : 1;
    return Math.ceil(LOOKED_THROUGH / Math.max(1, lists));
  }

  /** The newest so many that the index finds; of several values, the newest of each are put together. */
  found(count: number): string {
    const columns = this.isSifting
      ? 'id, created_at, project_id, actor_id, action, target'
      : 'id, created_at';
    const newest = (more: readonly string[]) => `
      select ${columns} from audit_entries
      where ${[...this.conditions, ...more].join(' and ')}
      order by created_at desc, id desc limit ${count}`;
    if (!this.each) return newest([]);
    const { column, values, type } = this.each;
    return `
      select f.* from unnest(${this.add(values)}::${type}[]) a (value)
      cross join lateral (${newest([`${column} = a.value`])}) f
      order by created_at desc, id desc limit ${count}`;
  }

  sifted(): string {
    const conditions = this.sifting.map((part) => SIFTING[part]!(this.add(this.filter[part])));
    return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  }

  private allOf(table: Partial<Record<keyof AuditFilter, Condition>>): string[] {
    return Object.entries(table).flatMap(([name, condition]) => {
      const value = this.filter[name as keyof AuditFilter];
      return value === undefined ? [] : [condition(this.add(value))];
    });
  }
}

function eachOf(
  projectIds: readonly string[] | null,
  actions: readonly string[] | undefined,
): Each | null {
  if (projectIds) return { column: 'project_id', values: projectIds, type: 'uuid' };
  return actions ? { column: 'action', values: actions, type: 'text' } : null;
}

/** The log of an organization, the newest entries first. */
@Injectable()
export class AuditLogsRepository {
  constructor(private readonly database: Database) {}

  async list(
    scope: LogScope,
    filter: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<LogPage> {
    const query = new Query(scope, filter, after);
    if (query.isSifting) addCost(COST_OF_SIFTING);
    const found = query.found(query.countFor(limit));
    const text = `
      with found as materialized (${found}), chosen as (
        select id, created_at from found ${query.sifted()}
        order by created_at desc, id desc limit ${limit + 1}
      )
      , sized as (
        select c.id, sum(octet_length(e.target::text)) over newer - octet_length(e.target::text) before,
          count(*) over () chosen
        from chosen c join audit_entries e on e.id = c.id
        window newer as (order by c.created_at desc, c.id desc rows unbounded preceding)
      )
      select ${COLUMNS}, s.chosen::int from sized s
      join audit_entries e on e.id = s.id
      left join audit_links l on l.entry_id = e.id
      where s.before < ${MAX_PAGE_BYTES}
      order by e.created_at desc, e.id desc`;
    const rows = await this.database.rows<LoggedEntry & { chosen: number }>(
      statement(text),
      query.values,
    );
    const entries = rows.slice(0, limit);
    const isCut = (rows[0]?.chosen ?? 0) > entries.length;
    const last = isCut ? entries.at(-1) : await this.edge(scope, filter, after);
    return { entries, ...(last ? { last } : {}) };
  }

  /** The last entry that a sifting page has looked through, if there may be more. */
  private async edge(scope: LogScope, filter: AuditFilter, after: AuditPosition | null) {
    const query = new Query(scope, filter, after);
    if (!query.isSifting) return null;
    const count = query.countFor(0);
    const text = `
      select id, created_at "createdAt" from (${query.found(count)}) found
      order by created_at desc, id desc offset ${count - 1} limit 1`;
    return this.database.row<AuditPosition>(statement(text), query.values);
  }
}
