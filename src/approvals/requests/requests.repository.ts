import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import type { SealedItem } from '../held/proposal-vault.js';
import type { OpenItem } from '../held/proposed-items.js';
import { columnsOf } from './item-columns.js';

export type CloseReason = 'merged' | 'person' | 'policy' | 'expired';

/** What kept a merge from being done. */
export interface Conflict {
  readonly op: string;
  readonly secretKey: string;
  readonly environment: string | null;
  readonly secretPath: string;
  readonly reason: string;
}

export interface RequestRecord {
  readonly id: string;
  readonly slug: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly policyId: string;
  readonly environmentId: string | null;
  readonly environment: string | null;
  readonly folderId: string;
  /** Today's; null where the folder is gone. */
  readonly secretPath: string | null;
  readonly committerUserId: string | null;
  readonly committerIdentityId: string | null;
  readonly committerName: string;
  readonly action: string;
  /** What the audit entry of the change would have told. */
  readonly target: Readonly<Record<string, unknown>> | null;
  readonly digest: Buffer;
  readonly round: number;
  /** Whether it can still be voted on, by the database's clock. */
  readonly isOpen: boolean;
  readonly closeReason: CloseReason | null;
  readonly statusChangedBy: string | null;
  readonly bypassReason: string | null;
  readonly conflicts: readonly Conflict[] | null;
  readonly keyVersion: number;
  readonly salt: Buffer;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const EXPIRED = '(r.expires_at <= clock_timestamp())';

/** `conflicts`: what is shown of those that are kept. */
export const requestColumns = (conflicts: string): string => `
  r.id, r.slug, p.org_id "orgId", r.project_id "projectId", r.policy_id "policyId",
  r.environment_id "environmentId", e.slug environment, r.folder_id "folderId", f.path "secretPath",
  r.committer_user_id "committerUserId", r.committer_identity_id "committerIdentityId",
  r.committer_name "committerName", r.action, r.target, r.digest, r.round,
  r.is_open and not ${EXPIRED} "isOpen",
  case when (r.is_open or r.close_reason = 'person') and ${EXPIRED} then 'expired' else r.close_reason end "closeReason",
  r.status_changed_by "statusChangedBy", r.bypass_reason "bypassReason", ${conflicts} conflicts,
  r.key_version "keyVersion", r.salt, r.expires_at "expiresAt", r.created_at "createdAt",
  r.updated_at "updatedAt"`;

const REQUEST_COLUMNS = requestColumns('r.conflicts');

export const FROM_REQUESTS = `
  from approval_requests r
  join projects p on p.id = r.project_id
  left join environments e on e.id = r.environment_id
  left join folders f on f.id = r.folder_id`;

export const IS_OPEN = `(r.is_open and not ${EXPIRED})`;

const FIND = statement(`
  select ${REQUEST_COLUMNS} ${FROM_REQUESTS} where p.org_id = $1 and r.id = $2`);
const LOCK = 'select id from approval_requests where id = $1 for update';

const SAME = `
  select ${REQUEST_COLUMNS} ${FROM_REQUESTS}
  where r.project_id = $1 and r.policy_id = $2 and coalesce(r.committer_user_id, r.committer_identity_id) = $3
    and r.digest = any($4::bytea[]) and ${IS_OPEN}
  order by r.id limit 1`;

const COUNT_OPEN = `
  select count(*)::int "all",
    count(*) filter (where coalesce(r.committer_user_id, r.committer_identity_id) = $2)::int own
  from approval_requests r where r.project_id = $1 and ${IS_OPEN}`;

/**
 * Proposals under one policy come one after another, so that the same one is found; and with the first policy of the project,
 * which stands for all of them, all that changes how many are open, so that bounds hold. Policies are kept.
 */
const LOCK_POLICY = `
  select id from approval_policies
  where id = $1 or id = (
    select first.id from approval_policies named
    join approval_policies first on first.project_id = named.project_id
    where named.id = $1 order by first.id limit 1)
  order by id for no key update`;

const INSERT = `
  insert into approval_requests (id, slug, project_id, policy_id, environment_id, folder_id, committer_user_id,
    committer_identity_id, committer_name, action, digest, key_version, salt, target, folder_ids, item_count,
    expires_at)
  select $1, $2, p.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    now() + make_interval(days => p.approval_request_expiry_days)
  from projects p where p.id = $3`;

const INSERT_ITEMS = `
  insert into approval_items (id, request_id, position, op, secret_id, base_version, folder_id, environment_id,
    secret_path, key, new_folder_id, new_environment_id, new_key, tag_ids, more, sealed)
  select i.id, $1, i.position, i.op, i.secret_id, i.base_version, i.folder_id, i.environment_id, i.secret_path,
    i.key, i.new_folder_id, i.new_environment_id, i.new_key,
    array(select json_array_elements_text(i.tag_ids)::uuid), i.more, i.sealed
  from unnest($2::uuid[], $3::int[], $4::text[], $5::uuid[], $6::int[], $7::uuid[], $8::uuid[], $9::text[],
    $10::text[], $11::uuid[], $12::uuid[], $13::text[], $14::json[], $15::json[], $16::bytea[])
    as i (id, position, op, secret_id, base_version, folder_id, environment_id, secret_path, key,
      new_folder_id, new_environment_id, new_key, tag_ids, more, sealed)`;

const items = (content: 'sealed' | 'null content') => `
  select id, op, secret_id "secretId", base_version "baseVersion", folder_id "folderId",
    environment_id "environmentId", secret_path "secretPath", key, new_folder_id "newFolderId",
    new_environment_id "newEnvironmentId", new_key "newKey", tag_ids "tagIds", more, ${content}
  from approval_items where request_id = $1 and ($4::text is null or id::text = $4)
  order by position limit $2::int offset $3::bigint`;
const ITEMS = items('sealed');
const ITEMS_WITHOUT_CONTENT = items('null content');

/** Chooses items of a request: a page of them, or one by its id; by default all. */
interface ItemChoice {
  readonly limit?: number | null;
  readonly offset?: number;
  readonly itemId?: string | undefined;
}

const CLOSE = `
  update approval_requests set is_open = false, close_reason = $2, bypass_reason = $4,
    status_changed_by = case when is_open then $3 else status_changed_by end,
    conflicts = null, updated_at = now()
  where id = any($1::uuid[])`;
const REOPEN = `
  update approval_requests set is_open = true, close_reason = null, status_changed_by = $2,
    round = round + 1, conflicts = null, updated_at = now()
  where id = $1`;
const DESTROY = `
  update approval_items set sealed = null, more = '{}' where request_id = any($1::uuid[])`;
/** A few at a time, since each has up to 1,000 items; no two replicas take the same. */
const DELETE_OLDEST = `
  with ranked as (
    select id, row_number() over (partition by project_id, coalesce(committer_user_id, committer_identity_id)
      order by created_at desc, id desc) rank
    from approval_requests where not is_open and close_reason <> 'person'
  ), due as (
    select id from approval_requests where id in (select id from ranked where rank > $1)
    order by id limit 20 for update skip locked
  )
  delete from approval_requests r using due where r.id = due.id returning r.id`;

const RESEAL = `
  with sealed as (
    update approval_items i set sealed = made.sealed
    from unnest($4::uuid[], $5::bytea[]) as made (id, sealed)
    where i.id = made.id and i.request_id = $1
  )
  update approval_requests set key_version = $2, salt = $3 where id = $1`;

/** Conflicts that are kept for those who look at the request later; the answer to the merge has them all. */
const MAX_CONFLICTS = 100;

/** The merge that it tells of was undone: this is a statement of its own, about a request that is still open. */
const SAVE_CONFLICTS = statement(
  `update approval_requests set conflicts = $2 where id = $1 and is_open returning id`,
);

export interface NewRequest extends Pick<
  RequestRecord,
  | 'id'
  | 'slug'
  | 'projectId'
  | 'policyId'
  | 'folderId'
  | 'committerUserId'
  | 'committerIdentityId'
  | 'committerName'
  | 'action'
  | 'target'
  | 'digest'
  | 'keyVersion'
  | 'salt'
> {
  readonly environmentId: string;
}

const foldersOf = (items: readonly SealedItem[]): string[] => [
  ...new Set(items.flatMap(({ folderId, newFolderId }) => [folderId, newFolderId ?? folderId])),
];

@Injectable()
export class RequestsRepository {
  constructor(private readonly database: Database) {}

  find(orgId: string, id: string): Promise<RequestRecord | null> {
    return this.database.row(FIND, [orgId, id]);
  }

  /** Locks it, and reads it as it is after the wait. */
  async findLocked(tx: EntityManager, orgId: string, id: string): Promise<RequestRecord | null> {
    await tx.query(LOCK, [id]);
    return (await tx.query<RequestRecord[]>(FIND.text, [orgId, id]))[0] ?? null;
  }

  async findIn(tx: EntityManager, orgId: string, id: string): Promise<RequestRecord> {
    return (await tx.query<RequestRecord[]>(FIND.text, [orgId, id]))[0]!; // it was written by this transaction
  }

  /** Comes before the lock of a request. */
  async lockPolicy(tx: EntityManager, policyId: string): Promise<void> {
    await tx.query(LOCK_POLICY, [policyId]);
  }

  /** The open request of the committer for the very same change. */
  async findSame(
    tx: EntityManager,
    { projectId, policyId }: Pick<RequestRecord, 'projectId' | 'policyId'>,
    committerId: string,
    digests: readonly Buffer[],
  ): Promise<RequestRecord | null> {
    const values = [projectId, policyId, committerId, digests];
    return (await tx.query<RequestRecord[]>(SAME, values))[0] ?? null;
  }

  /** How many requests are open in the project, and how many of these are the committer's. */
  async countOpen(tx: EntityManager, projectId: string, committerId: string) {
    type Row = { readonly all: number; readonly own: number };
    return (await tx.query<Row[]>(COUNT_OPEN, [projectId, committerId]))[0]!; // a count gives one row
  }

  async insert(tx: EntityManager, row: NewRequest, items: readonly SealedItem[]): Promise<void> {
    const { id, slug, projectId, policyId, environmentId, folderId } = row;
    const who = [row.committerUserId, row.committerIdentityId, row.committerName];
    const what = [row.action, row.digest, row.keyVersion, row.salt, JSON.stringify(row.target)];
    await tx.query(INSERT, [
      ...[id, slug, projectId, policyId, environmentId, folderId],
      ...who,
      ...what,
      ...[foldersOf(items), items.length],
    ]);
    await tx.query(INSERT_ITEMS, [id, ...columnsOf(items)]);
  }

  /** Lists them, or so many of them, in the order in which they were proposed. */
  listItems(
    tx: Pick<EntityManager, 'query'>,
    requestId: string,
    { limit = null, offset = 0, itemId }: ItemChoice = {},
  ): Promise<SealedItem[]> {
    return tx.query(ITEMS, [requestId, limit, offset, itemId ?? null]);
  }

  /** Lists them without what is sealed of them. */
  listWithoutContent(tx: EntityManager, requestId: string): Promise<OpenItem[]> {
    return tx.query(ITEMS_WITHOUT_CONTENT, [requestId, null, 0, null]);
  }

  /** For reads outside of transactions. */
  get manager(): Pick<EntityManager, 'query'> {
    return this.database.manager;
  }

  async close(
    tx: EntityManager,
    ids: readonly string[],
    reason: CloseReason,
    { by = null, bypassReason = null }: { by?: string | null; bypassReason?: string | null } = {},
  ): Promise<void> {
    await tx.query(CLOSE, [ids, reason, by, bypassReason]);
  }

  async reopen(tx: EntityManager, id: string, by: string | null): Promise<void> {
    await tx.query(REOPEN, [id, by]);
  }

  /** What was proposed is nobody's to see any more; which secrets it was about stays. */
  async destroyContent(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query(DESTROY, [ids]);
  }

  /** Deletes some of those that have ended, but for the newest so many of each committer in a project. Returns how many. */
  async deleteOldest(tx: EntityManager, kept: number): Promise<number> {
    return (await tx.query<[unknown[], number]>(DELETE_OLDEST, [kept]))[1];
  }

  /** Puts what was sealed anew under another key in its place. */
  async reseal(
    tx: EntityManager,
    id: string,
    { keyVersion, salt }: Pick<RequestRecord, 'keyVersion' | 'salt'>,
    items: readonly SealedItem[],
  ): Promise<void> {
    const ids = items.map((item) => item.id);
    await tx.query(RESEAL, [id, keyVersion, salt, ids, items.map(({ sealed }) => sealed)]);
  }

  async saveConflicts(id: string, conflicts: readonly Conflict[]): Promise<void> {
    await this.database.row(SAVE_CONFLICTS, [
      id,
      JSON.stringify(conflicts.slice(0, MAX_CONFLICTS)),
    ]);
  }
}
