import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { votersOf } from '../policies/voters.sql.js';

/** What somebody may do with a request by its policy, today. */
export interface RequestRelation {
  /** Holds the predefined role `admin` of the project for good, by itself or by a group. */
  readonly isAdmin: boolean;
  readonly isApprover: boolean;
  /** Whether the policy is soft and names the caller as one who may merge without votes. */
  readonly isBypasser: boolean;
}

/** What the caller may do with a request, by its policy and people of now. */
export interface CallerRelation extends RequestRelation {
  /** Whether the caller proposed it, or asked for it. */
  readonly isOwn: boolean;
}

/** The ways in which a person may vote, each told by the ids of its rows. */
export interface VotingWays {
  readonly orgMembershipId: string;
  readonly byPolicy: readonly string[];
  readonly byMembership: readonly string[];
}

export interface Vote {
  readonly id: string;
  readonly requestId: string;
  readonly userId: string;
  readonly email: string | null;
  readonly status: 'approved' | 'rejected';
  readonly comment: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Whether it is of this round and its giver may still vote by a way by which it was given. */
  readonly counts: boolean;
}

/** Takes SQL of the project's id and the caller's. */
export const isAdminOf = (project: string, holder: string): string => `
  exists (
    select from project_memberships m join membership_roles h on h.membership_id = m.id
    where m.project_id = ${project} and h.role = 'admin' and h.custom_role_id is null
      and h.temporary_access_end_time is null
      and (h.temporary_access_start_time is null or h.temporary_access_start_time <= clock_timestamp())
      and (m.user_id = ${holder} or m.identity_id = ${holder} or m.group_id in (
        select g.group_id from group_members g where g.user_id = ${holder} or g.identity_id = ${holder})))`;

const OF = { policy: 'a.id', project: 'a.project_id', org: 'p.org_id' };
/** The person `$2` as a voter by the policy `a`, and as one of its bypassers; no row for who is none. */
const CALLER = '$2::uuid';
const VOTER = votersOf({ ...OF, user: CALLER });
const BYPASSER = votersOf({ ...OF, user: CALLER, areBypassers: true });

/** SQL: whether the person `$2` votes by the policy `a`. */
export const VOTES_BY = `exists (select from ${VOTER} v)`;

/** SQL: whether the person `$2` may merge without votes by the policy `a`. */
const BYPASSES = `(a.is_soft and exists (select from ${BYPASSER} v))`;

/** SQL: whether the person `$2` votes by the policy `a`, or may merge without votes. */
export const DECIDES = `(${VOTES_BY} or ${BYPASSES})`;

const STANDING = statement(`
  select ${isAdminOf('a.project_id', CALLER)} "isAdmin",
    a.deleted_at is null and ${VOTES_BY} "isApprover",
    a.deleted_at is null and ${BYPASSES} "isBypasser"
  from approval_policies a join projects p on p.id = a.project_id where a.id = $1`);

const WAYS = (people: string) => `
  select v.org_membership_id "orgMembershipId", v.by_policy "byPolicy", v.by_membership "byMembership"
  from approval_policies a join projects p on p.id = a.project_id cross join lateral ${people} v
  where a.id = $1 and a.deleted_at is null`;

const VOTES = statement(`
  select t.id, t.request_id "requestId", t.user_id "userId", u.email, t.status, t.comment,
    t.created_at "createdAt", t.updated_at "updatedAt",
    coalesce(t.round = r.round and t.digest = r.digest and v.org_membership_id = t.org_membership_id
      and v.by_policy && t.by_policy and v.by_membership && t.by_membership, false) counts
  from approval_requests r
  join approval_policies a on a.id = r.policy_id
  join projects p on p.id = r.project_id
  join approval_votes t on t.request_id = r.id
  left join users u on u.id = t.user_id
  left join lateral ${votersOf({ ...OF, user: 't.user_id' })} v on true
  where r.id = $1 and t.round = r.round
  order by t.created_at, t.id`);

const PUT_VOTE = `
  insert into approval_votes (request_id, user_id, id, status, comment, round, digest, org_membership_id,
    by_policy, by_membership)
  select r.id, $2, gen_random_uuid(), $3, $4, r.round, r.digest, $5, $6, $7
  from approval_requests r where r.id = $1
  on conflict on constraint pk_approval_votes do update set status = excluded.status,
    comment = excluded.comment, round = excluded.round, digest = excluded.digest,
    org_membership_id = excluded.org_membership_id, by_policy = excluded.by_policy,
    by_membership = excluded.by_membership, updated_at = now()`;

/** Who may do what with a request, and the votes on it. */
@Injectable()
export class VotesRepository {
  constructor(private readonly database: Database) {}

  async find(policyId: string, holderId: string): Promise<RequestRelation> {
    return (await this.database.row<RequestRelation>(STANDING, [policyId, holderId]))!; // policies are kept
  }

  async findIn(tx: EntityManager, policyId: string, holderId: string): Promise<RequestRelation> {
    return (await tx.query<RequestRelation[]>(STANDING.text, [policyId, holderId]))[0]!; // policies are kept
  }

  /** Null for who may not vote. */
  async findWays(
    tx: EntityManager,
    policyId: string,
    userId: string,
    isBypasser = false,
  ): Promise<VotingWays | null> {
    const ways = WAYS(isBypasser ? BYPASSER : VOTER);
    return (await tx.query<VotingWays[]>(ways, [policyId, userId]))[0] ?? null;
  }

  /** Lists those of the present round, the oldest first. */
  listVotes(requestId: string): Promise<Vote[]> {
    return this.database.rows(VOTES, [requestId]);
  }

  listVotesIn(tx: EntityManager, requestId: string): Promise<Vote[]> {
    return tx.query(VOTES.text, [requestId]);
  }

  /** In the place of the one that the person gave before. */
  async putVote(
    tx: EntityManager,
    {
      requestId,
      userId,
      status,
      comment,
    }: Pick<Vote, 'requestId' | 'userId' | 'status' | 'comment'>,
    { orgMembershipId, byPolicy, byMembership }: VotingWays,
  ): Promise<void> {
    const ways = [orgMembershipId, byPolicy, byMembership];
    await tx.query(PUT_VOTE, [requestId, userId, status, comment, ...ways]);
  }
}
