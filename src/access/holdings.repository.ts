import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Rule } from '../permissions/rule.js';
import type { IdentityFacts } from '../permissions/templates.js';
import type { ProjectScope } from '../auth/prefetched-project.js';
import { raiseEpoch } from './epoch.js';
import type { Holding } from './held-rules.js';

export interface HoldingInProject extends Holding {
  readonly projectId: string;
  readonly identityId: string;
}

/** The caller's place in a project, and who the caller is. */
export interface LockedProjectScope extends ProjectScope {
  readonly identity: IdentityFacts;
}

/** An identity with its organization role. */
export interface OrgHolding {
  readonly identity: IdentityFacts;
  readonly slug: string;
  readonly id: string | null;
  readonly permissions: readonly Rule[] | null;
}

/** Whoever waits for the row lock sees, in the next statement, all that was committed meanwhile. */
const LOCK_PROJECT = 'select id from projects where id = $1 for no key update';
const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update';

/** Held until the transaction ends, as a row's lock is; two callers whose numbers agree wait for each other for nothing. */
const QUEUE = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

const SHARE_ORGANIZATION = 'select id from organizations where id = $1 for share';

const SCOPE = `
  select p.id, p.slug, p.org_id "orgId", p.epoch, m.id "membershipId", clock_timestamp() "now",
    json_build_object('id', i.id, 'name', i.name, 'metadata', i.metadata) identity
  from projects p
  join project_memberships m on m.project_id = p.id and m.identity_id = $2
  join identities i on i.id = m.identity_id
  where p.org_id = $1 and p.id = $3`;

/** The lock on the identity holds off its deletion, which takes memberships with it, and its renaming. */
const LOCKED_SCOPE = `${SCOPE} for key share of i`;

/** Everything held that has not ended: what begins later counts where it is weighed, not here. */
const HOLDINGS = `
  select m.project_id "projectId", m.identity_id "identityId", 'role' kind,
    coalesce(r.slug, h.role) slug, h.custom_role_id id, r.permissions,
    h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from project_memberships m
  join membership_roles h on h.membership_id = m.id
  left join project_roles r on r.id = h.custom_role_id
  where m.project_id = any ($1) and m.identity_id = any ($2)
    and (h.temporary_access_end_time is null or h.temporary_access_end_time > clock_timestamp())
  union all
  select m.project_id, m.identity_id, 'privilege', a.slug, a.id, a.permissions,
    a.temporary_access_start_time, a.temporary_access_end_time
  from project_memberships m
  join additional_privileges a on a.project_membership_id = m.id
  where m.project_id = any ($1) and m.identity_id = any ($2)
    and (a.temporary_access_end_time is null or a.temporary_access_end_time > clock_timestamp())`;

const ORG_HOLDINGS = `
  select json_build_object('id', i.id, 'name', i.name, 'metadata', i.metadata) identity,
    coalesce(r.slug, i.role) slug, i.role_id id, r.permissions
  from identities i left join org_roles r on r.id = i.role_id
  where i.org_id = $1 and i.id = any ($2)
  for key share of i`;

const LOCK_PROJECTS_OF = `
  select p.id from projects p
  where p.org_id = $1
    and exists (select from project_memberships m where m.project_id = p.id and m.identity_id = $2)
  order by p.id
  for share of p`;

/** Reads who holds what inside the transaction that is about to change it. */
@Injectable()
export class HoldingsRepository {
  async lockProject(tx: EntityManager, projectId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_PROJECT, [projectId])).length > 0;
  }

  async lockOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_ORGANIZATION, [orgId])).length > 0;
  }

  /** Waits until no other request of the identity waits for, or holds, the lock of the scope. */
  async queue(tx: EntityManager, identityId: string, scopeId: string): Promise<void> {
    await tx.query(QUEUE, [`queue ${identityId} ${scopeId}`]);
  }

  async shareOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(SHARE_ORGANIZATION, [orgId])).length > 0;
  }

  /** Keeps the rights in each project of the identity as they are until the transaction ends. */
  lockProjectsOf(tx: EntityManager, orgId: string, identityId: string): Promise<{ id: string }[]> {
    return tx.query(LOCK_PROJECTS_OF, [orgId, identityId]);
  }

  /** Whether the organization has the project, whoever is its member. */
  async isProjectOf(tx: EntityManager, orgId: string, projectId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'select id from projects where org_id = $1 and id = $2',
      [orgId, projectId],
    );
    return rows.length > 0;
  }

  /** Locks nothing: whoever waits for a project must not hold up what the project waits for. */
  async isMember(
    tx: EntityManager,
    orgId: string,
    identityId: string,
    projectId: string,
  ): Promise<boolean> {
    return (await tx.query<unknown[]>(SCOPE, [orgId, identityId, projectId])).length > 0;
  }

  async findScope(
    tx: EntityManager,
    orgId: string,
    identityId: string,
    projectId: string,
  ): Promise<LockedProjectScope | null> {
    const [scope] = await tx.query<LockedProjectScope[]>(LOCKED_SCOPE, [
      orgId,
      identityId,
      projectId,
    ]);
    return scope ?? null;
  }

  listHoldings(
    tx: EntityManager,
    projectIds: readonly string[],
    identityIds: readonly string[],
  ): Promise<HoldingInProject[]> {
    return tx.query(HOLDINGS, [projectIds, identityIds]);
  }

  listOrgHoldings(
    tx: EntityManager,
    orgId: string,
    identityIds: readonly string[],
  ): Promise<OrgHolding[]> {
    return tx.query(ORG_HOLDINGS, [orgId, identityIds]);
  }

  async now(tx: EntityManager): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('select clock_timestamp() "now"');
    return row!.now; // a select without from gives one row
  }

  async raiseEpoch(tx: EntityManager, projectId: string): Promise<void> {
    await raiseEpoch(tx, projectId);
  }
}
