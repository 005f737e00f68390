import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Rule } from '../permissions/rule.js';
import type { HolderFacts } from '../permissions/templates.js';
import { membershipIn, type ProjectKey, type ProjectScope } from '../auth/prefetched-project.js';
import { ofAnyLength } from '../database/batched-query.js';
import { type BoundStatement, statement } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import type { Holding } from './held-rules.js';
import {
  factsOf,
  heldBy,
  isLiving,
  lockedHolders,
  lockedPeople,
  membershipsOf,
  membershipsOfOne,
  notEnded,
} from './holders.sql.js';

export interface HoldingInProject extends Holding {
  readonly projectId: string;
  readonly holderId: string;
}

/** The caller's membership in a project, and who the caller is. */
export interface LockedProjectScope extends ProjectScope {
  readonly holder: HolderFacts;
}

/** A role of a holder in the organization: its own, or one that a group has. */
export interface OrgRoleHeld {
  readonly slug: string;
  /** Null for a predefined role. */
  readonly id: string | null;
  readonly permissions: readonly Rule[] | null;
  readonly groupId: string | null;
  readonly groupName: string | null;
}

/** A holder with all roles that it holds in the organization, its own first. */
export interface OrgHolding {
  readonly holder: HolderFacts;
  readonly roles: readonly OrgRoleHeld[];
}

/** A transaction that waited for the row lock sees, in its next statement, all that was committed meanwhile. */
const LOCK_PROJECT = 'select id from projects where id = $1 for no key update';
const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update';

/** Held until the transaction ends. Two callers whose hashes collide wait for each other without need. */
const QUEUE = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

const SHARE_ORGANIZATION = 'select id from organizations where id = $1 for share';

/** The lock on the holder holds off its deletion, which takes memberships with it, and an identity's renaming. */
const SCOPE = statement(`
  select p.id, p.slug, p.org_id "orgId", p.epoch, m.id "membershipId", clock_timestamp() "now",
    coalesce(machine.facts, person.facts) holder
  from projects p
  join lateral (${membershipIn('p.id', '$2')}) m on true
  left join lateral ${lockedHolders('$1', 'array[$2::uuid]')} machine on true
  left join lateral ${lockedPeople('$1', 'array[$2::uuid]')} person on true
  where p.org_id = $1 and p.id = $3 and num_nonnulls(machine.id, person.id) > 0`);

const MEMBER_PROJECT_BY_SLUG = `
  select p.id from projects p
  join lateral (${membershipIn('p.id', '$2')}) m on true
  where p.org_id = $1 and p.slug = $3`;

/** SQL: whether the holder is a member of the project. Locks nothing. */
const IS_MEMBER = (orgId: string, holderId: string, projectId: string) => `exists (
  select from projects own join lateral (${membershipIn('own.id', holderId)}) m on true
  where own.org_id = ${orgId} and own.id = ${projectId})`;

const QUEUE_OF_MEMBER = statement(`
  select pg_advisory_xact_lock(hashtextextended($1, 0)) where ${IS_MEMBER('$2', '$3', '$4')}`);

const LOCK_PROJECT_OF_MEMBER = statement(`
  select id from projects where id = $3 and ${IS_MEMBER('$1', '$2', '$3')} for no key update`);

/** Everything held that has not ended: what begins later counts where it is weighed, not here. */
const HOLDINGS = `
  select m."projectId", held.*
  from unnest(${ofAnyLength('$1::uuid[]')}) m ("projectId")
  cross join lateral (${heldBy(
    `select * from (${membershipsOf(ofAnyLength('$2::uuid[]'))}) of where of.project_id = m."projectId"`,
    notEnded,
  )}) held`;

/** `HOLDINGS` of one holder in one project: every change of rights asks it about the caller, at half of the price. */
const HOLDINGS_OF_ONE = statement(`
  with own as materialized (${membershipsOfOne('$1', '$2')})
  select $1::uuid "projectId", held.* from (${heldBy('select * from own', notEnded)}) held`);

const ORG_HOLDINGS = `
  with machines as materialized ${lockedHolders('$1', '$2::uuid[]')},
  people as materialized ${lockedPeople('$1', '$2::uuid[]')},
  holders as (select * from machines union all select * from people),
  held as (
    select id holder_id, role, role_id, null::uuid group_id, null::text group_name from holders
    union all
    select coalesce(m.identity_id, m.user_id), g.role, g.role_id, g.id, g.name
    from group_members m join groups g on g.id = m.group_id
    where g.org_id = $1 and (m.identity_id = any ($2) or m.user_id = any ($2))
  )
  select holders.facts holder, (
    select json_agg(json_build_object('slug', coalesce(r.slug, held.role), 'id', held.role_id,
      'permissions', r.permissions, 'groupId', held.group_id, 'groupName', held.group_name)
      order by held.group_id nulls first)
    from held left join org_roles r on r.id = held.role_id where held.holder_id = holders.id
  ) roles
  from holders`;

const PROJECTS_OF = `
  select p.id from projects p
  where p.org_id = $1 and p.id in (select project_id from (${membershipsOf('array[$2::uuid]')}) m)
  order by p.id`;

const IS_LIVING = `select ${isLiving('$1', '$2::uuid')} living`;

const FACTS = factsOf('$1', '$2::uuid[]');

/**
 * Reads who holds what inside the transaction that is about to change it. By hand: row locks in a fixed order, and one
 * statement however many holders there are.
 */
@Injectable()
export class HoldingsRepository {
  async lockProject(tx: EntityManager, projectId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_PROJECT, [projectId])).length > 0;
  }

  async lockOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_ORGANIZATION, [orgId])).length > 0;
  }

  /** Waits until no other request of the caller waits for, or holds, the lock of the scope. */
  async queue(tx: EntityManager, holderId: string, scopeId: string): Promise<void> {
    await tx.query(QUEUE, [queueName(holderId, scopeId)]);
  }

  async shareOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(SHARE_ORGANIZATION, [orgId])).length > 0;
  }

  /** Keeps the rights in each project of the holder as they are until the transaction ends. */
  lockProjectsOf(tx: EntityManager, orgId: string, holderId: string): Promise<{ id: string }[]> {
    return tx.query(`${PROJECTS_OF} for share of p`, [orgId, holderId]);
  }

  listProjectsOf(tx: EntityManager, orgId: string, holderId: string): Promise<{ id: string }[]> {
    return tx.query(PROJECTS_OF, [orgId, holderId]);
  }

  /** Whether the organization has the project, whoever is its member. */
  async isProjectOf(tx: EntityManager, orgId: string, { id, slug }: ProjectKey): Promise<boolean> {
    if (id !== undefined && !isUuid(id)) return false;
    const where = id === undefined ? 'slug = $2' : 'id = $2';
    const text = `select id from projects where org_id = $1 and ${where}`;
    return (await tx.query<unknown[]>(text, [orgId, id ?? slug])).length > 0;
  }

  /** Null unless the holder is a member of the project with that slug. Locks nothing. */
  async findProjectId(
    tx: EntityManager,
    orgId: string,
    holderId: string,
    slug: string,
  ): Promise<string | null> {
    const values = [orgId, holderId, slug];
    const [project] = await tx.query<{ id: string }[]>(MEMBER_PROJECT_BY_SLUG, values);
    return project?.id ?? null;
  }

  listOrgHoldings(
    tx: EntityManager,
    orgId: string,
    holderIds: readonly string[],
  ): Promise<OrgHolding[]> {
    return tx.query(ORG_HOLDINGS, [orgId, holderIds]);
  }

  /** Whether the holder could act now: a person who is only invited, or deactivated, could not. */
  async isLiving(tx: EntityManager, orgId: string, holderId: string): Promise<boolean> {
    const [row] = await tx.query<{ living: boolean }[]>(IS_LIVING, [orgId, holderId]);
    return row!.living; // a select without from gives one row
  }

  async now(tx: EntityManager): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('select clock_timestamp() "now"');
    return row!.now; // a select without from gives one row
  }
}

/** By id; neither names nor metadata change while the project is locked. */
export async function listFacts(
  tx: EntityManager,
  orgId: string,
  holderIds: readonly string[],
): Promise<ReadonlyMap<string, HolderFacts>> {
  const rows = await tx.query<HolderFacts[]>(FACTS, [orgId, holderIds]);
  return new Map(rows.map((facts) => [facts.id, facts]));
}

/** All that the holders hold in the projects, by themselves and by groups, and that has not ended. */
export const listHoldings = (
  tx: EntityManager,
  projectIds: readonly string[],
  holderIds: readonly string[],
): Promise<HoldingInProject[]> => tx.query(HOLDINGS, [projectIds, holderIds]);

const queueName = (holderId: string, scopeId: string): string => `queue ${holderId} ${scopeId}`;

/** A member of a project, who may be none. */
export interface MemberKey {
  readonly orgId: string;
  readonly holderId: string;
  readonly projectId: string;
}

/** `queue` as a statement, for a project. Who is no member waits for nothing, and nobody waits for them. */
export const queueing = ({ orgId, holderId, projectId }: MemberKey): BoundStatement => ({
  ...QUEUE_OF_MEMBER,
  values: [queueName(holderId, projectId), orgId, holderId, projectId],
});

/** `lockProject` as a statement; no row, and no lock, for a project that is gone or of which the holder is no member. */
export const lockingProject = ({ orgId, holderId, projectId }: MemberKey): BoundStatement => ({
  ...LOCK_PROJECT_OF_MEMBER,
  values: [orgId, holderId, projectId],
});

/** The membership of the holder in the project, as a `LockedProjectScope`. */
export const scopeOf = (orgId: string, holderId: string, projectId: string): BoundStatement => ({
  ...SCOPE,
  values: [orgId, holderId, projectId],
});

/** `listHoldings` of one holder in one project, as a statement. */
export const holdingsOf = (projectId: string, holderId: string): BoundStatement => ({
  ...HOLDINGS_OF_ONE,
  values: [projectId, holderId],
});
