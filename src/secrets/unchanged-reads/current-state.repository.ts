import { Injectable } from '@nestjs/common';
import type { ResponseStateVersion } from '../../access/response-state-version.js';
import type { AccessClaims } from '../../auth/access-token.js';
import type { Network } from '../../auth/ip-allow-list.js';
import { membershipIn, personalStampOf } from '../../auth/prefetched-project.js';
import {
  ALL_SESSION_QUERIES,
  BY_SESSION,
  type SessionQueries,
  sessionQuery,
} from '../../auth/session-queries.js';
import { Database, statement } from '../../database/database.js';
import { BatchedQuery } from '../../database/batched-query.js';

/** The state now, and who asks. The caller's address has still to be checked against `trustedIps`. */
export interface CurrentState extends Omit<ResponseStateVersion, 'rightsUntil'> {
  readonly trustedIps: readonly Network[] | null;
  readonly orgId: string;
  /** Who it is, for the audit log. */
  readonly name: string;
}

@Injectable()
export class CurrentStateRepository {
  private readonly queries: ReadonlyMap<object, BatchedQuery<CurrentState>>;

  constructor(database: Database) {
    this.queries = new Map(ALL_SESSION_QUERIES.map((each) => [each, stateQuery(database, each)]));
  }

  /** One query for what a request asks in two. Null if the token has ended, or its holder is no member. */
  find(claims: AccessClaims, projectId: string): Promise<CurrentState | null> {
    const { queries, values } = sessionQuery(claims);
    const query = this.queries.get(queries)!; // there is one for each kind of token
    return query.load([...values, projectId]);
  }
}

/** The session query, joined with the project as its identity sees it. */
function stateQuery(database: Database, queries: SessionQueries) {
  const { alone, types } = queries;
  const stamp = queries === BY_SESSION ? personalStampOf('p.id', '$2') : 'null::uuid';
  const projectId = `$${types.length + 1}`;
  const one = statement(`
    select session."trustedIps", session."orgId", session.name,
      p.id "projectId", p.slug, p.epoch, m.id "membershipId",
      h.last_seq || '.' || h.last_stamp || '.' || h.xmin head, ${stamp} "personalStamp", (extract(epoch from statement_timestamp()) * 1000)::float8 "at"
    from (${alone.text}) session
    join projects p on p.org_id = session."orgId" and p.id = ${projectId}
    join lateral (${membershipIn('p.id', '$2')}) m on true
    join project_event_heads h on h.project_id = p.id`);
  return new BatchedQuery<CurrentState>(database, one, [...types, 'uuid']);
}
