import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { DECIDES, VOTES_BY } from '../requests/votes.repository.js';
import {
  IS_PENDING,
  type ListedAccessRequest,
  selectRequests,
} from './access-requests.repository.js';

/** Bytes that the rules of one page may have: those of today have less, those from before they were bounded may have more. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** A request of a list. */
export interface SeenAccessRequest extends ListedAccessRequest {
  /** Whether the rules of the page are too large for one answer, and were not read. */
  readonly isTooLarge: boolean;
  /** Whether the viewer votes by its policy, or may do without votes; false where they see all requests anyway. */
  readonly decides: boolean;
}

/** Who looks at the requests of a project. */
export interface AccessViewer {
  readonly projectId: string;
  readonly callerId: string;
  readonly seesAll: boolean;
}

export interface AccessFilter {
  readonly userId: string | null;
  readonly environment: string | null;
  /** Whether it waits; null: whatever became of it. */
  readonly isPending: boolean | null;
  /** Only what waits for the vote of who looks. */
  readonly toReview: boolean;
  readonly limit: number;
  readonly offset: number;
}

const SEEN = `
  with mine as (
    select a.id from approval_policies a join projects p on p.id = a.project_id
    where a.project_id = $1 and a.deleted_at is null and a.access is not null and not $3 and ${DECIDES}
  ), seen as (
    select r.* from access_requests r
    where r.project_id = $1 and ($3 or r.user_id = $2 or r.policy_id in (select id from mine))
  )`;

/** The bound is decided before any rules are loaded. */
const LIST = statement(`
  ${SEEN}, page as materialized (
    select r.id, r.permissions from seen r
    where ($4::uuid is null or r.user_id = $4) and ($5::text is null or r.environment = $5)
      and ($8::boolean is null or ${IS_PENDING} = $8) and (not $9 or (
        ${IS_PENDING} and exists (
          select from approval_policies a join projects p on p.id = a.project_id
          where a.id = r.policy_id and a.deleted_at is null
            and (a.allows_own_vote or r.user_id <> $2) and ${VOTES_BY})
        and not exists (select from access_votes t where t.request_id = r.id and t.user_id = $2)))
    order by r.created_at desc, r.id desc limit $6 offset $7
  ), sized as (
    select id, sum(octet_length(permissions::text)) over () size from page
  ) ${selectRequests(
    'sized join access_requests r on r.id = sized.id',
    `case when sized.size <= ${MAX_PAGE_BYTES} then r.permissions end`,
    `, r.policy_id in (select id from mine) decides, sized.size > ${MAX_PAGE_BYTES} "isTooLarge"`,
  )}
  order by r.created_at desc, r.id desc`);

const COUNT = statement(`
  ${SEEN} select count(*) filter (where ${IS_PENDING})::int "pendingCount",
    count(*) filter (where not ${IS_PENDING})::int "finalizedCount" from seen r`);

const tooLarge = () =>
  badRequest(
    'too-much-at-once',
    'What these requests ask for exceeds 4 MiB. Ask for fewer at once with limit and offset.',
  );

@Injectable()
export class AccessLists {
  constructor(private readonly database: Database) {}

  /** The newest first. Throws 400 where they are too large for one answer. */
  async list(
    { projectId, callerId, seesAll }: AccessViewer,
    { userId, environment, isPending, toReview, limit, offset }: AccessFilter,
  ): Promise<SeenAccessRequest[]> {
    const filter = [userId, environment, limit, offset, isPending, toReview];
    const values = [projectId, callerId, seesAll, ...filter];
    const rows = await this.database.rows<SeenAccessRequest>(LIST, values);
    if (rows[0]?.isTooLarge) throw tooLarge();
    return rows;
  }

  async count({ projectId, callerId, seesAll }: AccessViewer) {
    type Row = { readonly pendingCount: number; readonly finalizedCount: number };
    return (await this.database.row<Row>(COUNT, [projectId, callerId, seesAll]))!; // one row
  }
}
