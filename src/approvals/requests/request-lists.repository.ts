import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { addCost } from '../../http/limits/admission.js';
import { DECIDES, isAdminOf, VOTES_BY } from './votes.repository.js';
import { ITEM_COUNT } from './many-items.sql.js';
import { IS_OPEN, requestColumns, type RequestRecord } from './requests.repository.js';

export interface CommitterUser {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface ListedRequest extends RequestRecord {
  readonly committerUser: CommitterUser | null;
  /** How many secrets it has: `commits` are the first of them. */
  readonly commitCount: number;
  readonly commits: readonly { readonly op: string; readonly secretId: string | null }[];
  readonly reviewers: readonly { readonly userId: string; readonly status: string }[];
  /** Whether the viewer votes by its policy, or may merge without votes. */
  readonly decides: boolean;
}

/** The project whose requests are looked for, and who looks. */
export interface RequestViewer {
  readonly projectId: string;
  readonly callerId: string;
  readonly seesAll: boolean;
}

export interface RequestFilter {
  readonly environment: string | null;
  readonly committerId: string | null;
  readonly isOpen: boolean | null;
  /** Part of a slug or name, literally. */
  readonly search: string | null;
  /** Only what waits for the vote of who looks. */
  readonly toReview: boolean;
  readonly limit: number;
  readonly offset: number;
}

const COMMITTER = 'coalesce(r.committer_user_id, r.committer_identity_id)';

/** `asked`: whether it is asked which policies the viewer decides by, though they see all requests. */
const visible = (asked: string) => `
  with mine as (
    select a.id from approval_policies a join projects p on p.id = a.project_id
    where a.project_id = $1 and a.deleted_at is null and (not $3 or ${asked}) and ${DECIDES}
  ), seen as (
    select r.* from approval_requests r
    where r.project_id = $1 and ($3 or ${COMMITTER} = $2 or r.policy_id in (select id from mine))
  )`;

/** Policies by which `$2` votes, where `$8` asks for them. */
const VOTED = `
  select a.id from approval_policies a join projects p on p.id = a.project_id
  where $8 and a.project_id = $1 and a.deleted_at is null and ${VOTES_BY}`;

/** Secrets of requests whose names one search compares, of the newest requests. */
const MAX_SEARCHED = 20_000;
/** Secrets of a request that a list tells of. */
const MAX_COMMITS = 100;
/** Compared names, or secrets listed, of a unit of the rate limit. */
const ITEMS_OF_A_UNIT = 1_000;

const has = (text: string) =>
  `position(lower($7 collate "default") in lower(${text} collate "default")) > 0`;

/** Whether the viewer knows all names in a request `r`; of others those in its own folder, which its policy governed. */
const KNOWS_ALL = `(
  ${COMMITTER} = $2 or r.policy_id in (select id from mine) or (select ${isAdminOf('$1', '$2')}))`;

/** A list shows the first ten of each request: their names and paths are long. */
const SOME_CONFLICTS = `(
  select json_agg(c.conflict order by c.number)
  from json_array_elements(r.conflicts) with ordinality as c (conflict, number) where c.number <= 10)`;

/** The page and its count from one snapshot; the count is there even where the page is empty. */
const LIST = statement(`
  ${visible('true')}, voted as (${VOTED}), asked as materialized (
    select r.id, r.created_at, r.slug, coalesce(a.name, a.secret_path) name, r.folder_id,
      case when $7::text is null then false else ${KNOWS_ALL} end knows_all,
      case when $7::text is null then 0 else ${ITEM_COUNT} end items
    from seen r
    join approval_policies a on a.id = r.policy_id
    left join environments e on e.id = r.environment_id
    where ($4::text is null or e.slug = $4) and ($5::uuid is null or ${COMMITTER} = $5)
      and ($6::boolean is null or ${IS_OPEN} = $6)
      and (not $8 or r.policy_id in (select id from voted) and ${IS_OPEN}
        and (a.allows_own_vote or r.committer_user_id is distinct from $2)
        and not exists (select from approval_votes t
          where t.request_id = r.id and t.round = r.round and t.user_id = $2))
  ), summed as (
    select asked.*, sum(items) over (order by created_at desc, id desc) as before from asked
  ), found as materialized (
    select id, created_at from summed
    where $7::text is null or ${has('slug')} or ${has('name')} or (before <= ${MAX_SEARCHED}
      and exists (select from approval_items i where i.request_id = summed.id and (
        (knows_all or i.folder_id = summed.folder_id) and ${has('i.key')}
        or (knows_all or coalesce(i.new_folder_id, i.folder_id) = summed.folder_id) and ${has('i.new_key')})))
  )
  select total.n "totalCount", searched.n "searchedCount", ${ITEM_COUNT} "commitCount", r.policy_id in (select id from mine) decides,
    ${requestColumns(SOME_CONFLICTS)}, (
      select json_build_object('userId', u.id, 'email', u.email, 'firstName', u.first_name,
        'lastName', u.last_name) from users u where u.id = r.committer_user_id
    ) "committerUser", (
      select coalesce(json_agg(json_build_object('op', i.op, 'secretId',
        case when ${KNOWS_ALL} or i.folder_id = r.folder_id then i.secret_id end)
        order by i.position), '[]')
      from approval_items i where i.request_id = r.id and i.position < ${MAX_COMMITS}
    ) commits, (
      select coalesce(json_agg(json_build_object('userId', t.user_id, 'status', t.status)
        order by t.created_at, t.id), '[]')
      from approval_votes t where t.request_id = r.id and t.round = r.round
    ) reviewers
  from (select count(*)::int n from found) total
  cross join (
    select coalesce(sum(items) filter (where before <= ${MAX_SEARCHED}), 0)::int n from summed
  ) searched
  left join (select * from found order by created_at desc, id desc limit $9 offset $10) page on true
  left join approval_requests r on r.id = page.id
  left join projects p on p.id = r.project_id
  left join environments e on e.id = r.environment_id
  left join folders f on f.id = r.folder_id
  order by r.created_at desc, r.id desc`);

const COUNT = statement(`
  ${visible('false')}
  select count(*) filter (where ${IS_OPEN})::int open,
    count(*) filter (where not ${IS_OPEN})::int closed from seen r`);

@Injectable()
export class RequestListsRepository {
  constructor(private readonly database: Database) {}

  /** The newest first. */
  async list(
    { projectId, callerId, seesAll }: RequestViewer,
    { environment, committerId, isOpen, search, toReview, limit, offset }: RequestFilter,
  ): Promise<{ readonly requests: ListedRequest[]; readonly totalCount: number }> {
    const filter = [environment, committerId, isOpen, search, toReview, limit, offset];
    const values = [projectId, callerId, seesAll, ...filter];
    type Row = ListedRequest & { readonly totalCount: number; readonly searchedCount: number };
    const rows = await this.database.rows<Row>(LIST, values);
    const requests = rows.filter(({ id }) => (id as string | null) !== null);
    const [first] = rows;
    const listed = requests.reduce((sum, { commits }) => sum + commits.length, 0);
    addCost(((first?.searchedCount ?? 0) + listed) / ITEMS_OF_A_UNIT);
    return { requests, totalCount: first?.totalCount ?? 0 };
  }

  async count({ projectId, callerId, seesAll }: RequestViewer) {
    type Row = { readonly open: number; readonly closed: number };
    const row = await this.database.row<Row>(COUNT, [projectId, callerId, seesAll]);
    return row!; // a count gives one row
  }
}
