import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { addCost } from '../http/request-work.js';
import type { Position } from './audit-cursors.js';

/** What entries are asked for; what is absent is not asked. */
export interface AuditFilter {
  readonly projectId?: string;
  readonly actorId?: string;
  readonly actions?: readonly string[];
  readonly secretKey?: string;
  readonly secretPath?: string;
  readonly from?: string;
  readonly until?: string;
}

export interface LoggedEntry extends Position {
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
  readonly last?: Position;
}

/** Entries that are looked through for one page: names are not indexed, so a page may be short. */
const LOOKED_THROUGH = 10_000;
/** What such a page costs its caller, in requests. */
const COST_OF_NAMED = 10;

const COLUMNS = `
  e.id, e.created_at "createdAt", l.number::float8, e.project_id "projectId", e.actor_kind "actorKind",
  e.actor_id "actorId", e.actor_name "actorName", e.action, e.target, e.req_id "reqId", e.address, e.client`;

type Condition = (parameter: string) => string;

/** A condition for each part of a filter that an index serves. */
const INDEXED: Partial<Record<keyof AuditFilter, Condition>> = {
  projectId: (parameter) => `project_id = ${parameter}`,
  actorId: (parameter) => `actor_id = ${parameter}`,
  from: (parameter) => `created_at >= ${parameter}`,
  until: (parameter) => `created_at < ${parameter}`,
};

/** Whether a text stands in the target, or in one of the folders that it lists. */
const within = (path: string) => (parameter: string) =>
  `jsonb_path_exists(target, '${path}', jsonb_build_object('text', ${parameter}::text))`;

const NAMED: Partial<Record<keyof AuditFilter, Condition>> = {
  secretKey: within('$.** ? (@.secretKeys[*] == $text)'),
  secretPath: within('$.** ? (@.secretPath == $text || @.secretPaths[*] == $text)'),
};

/** The parts of one query, and its values in the order of their parameters. */
class Query {
  readonly values: unknown[] = [];
  readonly isNamed: boolean;
  private readonly conditions: string[];

  constructor(
    orgId: string,
    private readonly filter: AuditFilter,
    after: Position | null,
  ) {
    this.conditions = [`org_id = ${this.add(orgId)}`, ...this.allOf(INDEXED)];
    if (after) {
      const position = `(${this.add(after.createdAt)}::timestamptz, ${this.add(after.id)}::uuid)`;
      this.conditions.push(`(created_at, id) < ${position}`);
    }
    this.isNamed = filter.secretKey !== undefined || filter.secretPath !== undefined;
  }

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The newest so many that the indexes find; of several actions, the newest of each are put together. */
  found(count: number): string {
    const newest = (more: readonly string[]) => `
      select id, created_at, target from audit_entries
      where ${[...this.conditions, ...more].join(' and ')}
      order by created_at desc, id desc limit ${count}`;
    const { actions } = this.filter;
    if (!actions) return newest([]);
    return `
      select f.* from unnest(${this.add(actions)}::text[]) a (action)
      cross join lateral (${newest(['action = a.action'])}) f
      order by created_at desc, id desc limit ${count}`;
  }

  named(): string {
    return this.isNamed ? `where ${this.allOf(NAMED).join(' and ')}` : '';
  }

  private allOf(table: Partial<Record<keyof AuditFilter, Condition>>): string[] {
    return Object.entries(table).flatMap(([name, condition]) => {
      const value = this.filter[name as keyof AuditFilter];
      return value === undefined ? [] : [condition(this.add(value))];
    });
  }
}

/** The log of an organization, the newest entries first. */
@Injectable()
export class AuditLogsRepository {
  constructor(private readonly database: Database) {}

  async list(
    orgId: string,
    filter: AuditFilter,
    after: Position | null,
    limit: number,
  ): Promise<LogPage> {
    const query = new Query(orgId, filter, after);
    if (query.isNamed) addCost(COST_OF_NAMED);
    const found = query.found(query.isNamed ? LOOKED_THROUGH : limit + 1);
    const text = `
      with found as materialized (${found}), chosen as (
        select id, created_at from found ${query.named()}
        order by created_at desc, id desc limit ${limit + 1}
      )
      select ${COLUMNS} from chosen c
      join audit_entries e on e.id = c.id
      left join audit_links l on l.entry_id = e.id
      order by c.created_at desc, c.id desc`;
    const rows = await this.database.rows<LoggedEntry>(statement(text), query.values);
    const entries = rows.slice(0, limit);
    const last = rows.length > limit ? entries.at(-1) : await this.edge(orgId, filter, after);
    return { entries, ...(last ? { last } : {}) };
  }

  /** The last entry that a page by name has looked through, if there may be more. */
  private async edge(orgId: string, filter: AuditFilter, after: Position | null) {
    const query = new Query(orgId, filter, after);
    if (!query.isNamed) return null;
    const text = `
      select id, created_at "createdAt" from (${query.found(LOOKED_THROUGH)}) found
      order by created_at desc, id desc offset ${LOOKED_THROUGH - 1} limit 1`;
    return this.database.row<Position>(statement(text), query.values);
  }
}
