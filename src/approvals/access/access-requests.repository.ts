import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import type { Rule } from '../../permissions/rule.js';
import { votersOf } from '../policies/voters.sql.js';
import type { VotingWays } from '../requests/votes.repository.js';
import type { AskedPlace } from './asked-place.js';

export type AccessStatus = 'pending' | 'approved' | 'rejected' | 'revoked';

export interface AccessVoteRecord {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly status: 'approved' | 'rejected';
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether its giver may still vote by a way by which it was given. */
  readonly counts: boolean;
}

export interface AccessRequestRecord extends AskedPlace {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly policyId: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly permissions: readonly Rule[];
  readonly temporaryRange: string | null;
  readonly note: string;
  readonly editNote: string | null;
  readonly status: AccessStatus;
  /** Whether it can be approved no more, by the database's clock. */
  readonly hasExpired: boolean;
  readonly bypassReason: string | null;
  readonly privilegeId: string | null;
  readonly privilegeEnd: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ListedAccessRequest extends AccessRequestRecord {
  readonly reviewers: readonly {
    readonly userId: string;
    readonly email: string | null;
    readonly status: string;
  }[];
}

/** A request to be kept. */
export interface NewAccessRequest extends AskedPlace {
  readonly projectId: string;
  readonly policyId: string;
  readonly userId: string;
  readonly permissions: readonly Rule[];
  readonly temporaryRange: string | null;
  readonly note: string;
  /** Milliseconds. */
  readonly lasts: number;
}

export const IS_PENDING = `(r.status = 'pending' and r.expires_at > clock_timestamp())`;

/** Requests with the columns that `from` gives beside their own, and their rules as the expression gives them. */
export const selectRequests = (from: string, rules = 'r.permissions', more = ''): string => `
  select r.id, p.org_id "orgId", r.project_id "projectId", r.policy_id "policyId", r.user_id "userId",
    u.email, u.first_name "firstName", u.last_name "lastName", r.environment, r.secret_path "secretPath",
    ${rules} permissions, r.temporary_range "temporaryRange", r.note, r.edit_note "editNote", r.status,
    r.expires_at <= clock_timestamp() "hasExpired", r.bypass_reason "bypassReason",
    r.privilege_id "privilegeId", g.temporary_access_end_time "privilegeEnd", r.expires_at "expiresAt",
    r.created_at "createdAt", r.updated_at "updatedAt", (
      select coalesce(json_agg(json_build_object('userId', t.user_id, 'email', v.email,
        'status', t.status) order by t.created_at, t.id), '[]')
      from access_votes t left join users v on v.id = t.user_id where t.request_id = r.id
    ) reviewers ${more}
  from ${from}
  join projects p on p.id = r.project_id
  join users u on u.id = r.user_id
  left join additional_privileges g on g.id = r.privilege_id`;

const REQUEST = selectRequests('access_requests r');

const FIND = statement(`${REQUEST} where p.org_id = $1 and r.id = $2`);
const FIND_IN = `${REQUEST} where r.id = $1`;
const LOCK = 'select id from access_requests where id = $1 for update';
const HOLD_PROJECT = 'select id from projects where id = $1 for share';

/** One person asks at a time, so that the same request is found, and bounds hold. */
const LOCK_ASKER = `
  select id from organization_memberships where org_id = $1 and user_id = $2 for no key update`;

const SAME = `
  ${REQUEST} where r.project_id = $1 and r.policy_id = $2 and r.user_id = $3 and ${IS_PENDING}
    and r.permissions::text = $4 and r.temporary_range is not distinct from $5 limit 1`;

const COUNT_PENDING = `
  select count(*)::int "all", count(*) filter (where r.user_id = $2)::int own
  from access_requests r where r.project_id = $1 and ${IS_PENDING}`;

const INSERT = `
  insert into access_requests (id, project_id, policy_id, user_id, environment, secret_path, permissions,
    temporary_range, note, status, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', now() + make_interval(secs => $10))`;

/** Else asking and revoking in turns would store without bound. */
const FORGET_OLDEST = `
  delete from access_requests where id in (
    select id from access_requests r
    where r.project_id = $1 and r.user_id = $2 and not ${IS_PENDING} and r.privilege_id is null
    order by r.created_at desc, r.id desc offset $3)`;

const VOTER = votersOf({
  ...{ policy: 'a.id', project: 'a.project_id', org: 'p.org_id' },
  user: 't.user_id',
});

const VOTES = `
  select t.id, t.request_id "requestId", t.user_id "userId", t.status, t.created_at "createdAt",
    t.updated_at "updatedAt", coalesce(v.org_membership_id = t.org_membership_id
      and v.by_policy && t.by_policy and v.by_membership && t.by_membership, false) counts
  from access_requests r
  join approval_policies a on a.id = r.policy_id
  join projects p on p.id = r.project_id
  join access_votes t on t.request_id = r.id
  left join lateral ${VOTER} v on true
  where r.id = $1 order by t.created_at, t.id`;

const PUT_VOTE = `
  insert into access_votes (request_id, user_id, id, status, org_membership_id, by_policy, by_membership)
  values ($1, $2, gen_random_uuid(), $3, $4, $5, $6)
  on conflict on constraint pk_access_votes do update set status = excluded.status,
    org_membership_id = excluded.org_membership_id, by_policy = excluded.by_policy,
    by_membership = excluded.by_membership, updated_at = now()`;

const END = `
  update access_requests set status = $2, status_changed_by = $3, privilege_id = $4, bypass_reason = $5,
    updated_at = now()
  where id = $1`;

const AMEND = `
  update access_requests set temporary_range = $2, edit_note = $3, updated_at = now() where id = $1`;

/** SQL by hand, as in all of this module: who counts is told by policies, groups and memberships together. */
@Injectable()
export class AccessRequestsRepository {
  constructor(private readonly database: Database) {}

  find(orgId: string, id: string): Promise<ListedAccessRequest | null> {
    return this.database.row(FIND, [orgId, id]);
  }

  /** As the transaction sees it. */
  async findIn(tx: EntityManager, id: string): Promise<ListedAccessRequest | null> {
    return (await tx.query<ListedAccessRequest[]>(FIND_IN, [id]))[0] ?? null;
  }

  /** As it is after the wait for its lock. */
  async findLocked(tx: EntityManager, id: string): Promise<ListedAccessRequest | null> {
    await tx.query(LOCK, [id]);
    return this.findIn(tx, id);
  }

  /** Changes of policies, and of who holds what, wait; the person's other requests too. */
  async lockForAsking(
    tx: EntityManager,
    { orgId, projectId, userId }: Record<'orgId' | 'projectId' | 'userId', string>,
  ): Promise<void> {
    await tx.query(HOLD_PROJECT, [projectId]);
    await tx.query(LOCK_ASKER, [orgId, userId]);
  }

  /** One that waits already and asks for the same. */
  async findSame(tx: EntityManager, asked: NewAccessRequest): Promise<ListedAccessRequest | null> {
    const { projectId, policyId, userId, permissions, temporaryRange } = asked;
    const values = [projectId, policyId, userId, JSON.stringify(permissions), temporaryRange];
    return (await tx.query<ListedAccessRequest[]>(SAME, values))[0] ?? null;
  }

  async countPending(tx: EntityManager, projectId: string, userId: string) {
    type Row = { readonly all: number; readonly own: number };
    return (await tx.query<Row[]>(COUNT_PENDING, [projectId, userId]))[0]!; // a count gives one row
  }

  async insert(tx: EntityManager, asked: NewAccessRequest, kept: number): Promise<string> {
    const { projectId, policyId, userId, environment, secretPath } = asked;
    await tx.query(FORGET_OLDEST, [projectId, userId, kept]);
    const id = newId();
    await tx.query(INSERT, [
      ...[id, projectId, policyId, userId, environment, secretPath],
      ...[JSON.stringify(asked.permissions), asked.temporaryRange, asked.note, asked.lasts / 1_000],
    ]);
    return id;
  }

  listVotes(tx: EntityManager, requestId: string): Promise<AccessVoteRecord[]> {
    return tx.query(VOTES, [requestId]);
  }

  async putVote(
    tx: EntityManager,
    { requestId, userId, status }: Pick<AccessVoteRecord, 'requestId' | 'userId' | 'status'>,
    { orgMembershipId, byPolicy, byMembership }: VotingWays,
  ): Promise<void> {
    await tx.query(PUT_VOTE, [requestId, userId, status, orgMembershipId, byPolicy, byMembership]);
  }

  async end(
    tx: EntityManager,
    id: string,
    status: AccessStatus,
    ended: { readonly by: string; readonly privilegeId?: string; readonly bypassReason?: string },
  ): Promise<void> {
    const { by, privilegeId = null, bypassReason = null } = ended;
    await tx.query(END, [id, status, by, privilegeId, bypassReason]);
  }

  async amend(tx: EntityManager, id: string, range: string, editNote: string): Promise<void> {
    await tx.query(AMEND, [id, range, editNote]);
  }
}
