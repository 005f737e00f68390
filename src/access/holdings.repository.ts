import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Rule } from '../permissions/rule.js';
import type { IdentityFacts } from '../permissions/templates.js';
import type { ProjectKey, ProjectScope } from '../auth/prefetched-project.js';
import { type BoundStatement, statement } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import type { Holding } from './held-rules.js';

export interface HoldingInProject extends Holding {
  readonly projectId: string;
  readonly identityId: string;
}

/** The caller's membership in a project, and who the caller is. */
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

/** SQL: whether a row of roles or privileges still counts, or will. */
export const notEnded = (row: string) =>
  `(${row}.temporary_access_end_time is null or ${row}.temporary_access_end_time > clock_timestamp())`;

/** A transaction that waited for the row lock sees, in its next statement, all that was committed meanwhile. */
const LOCK_PROJECT = statement('select id from projects where id = $1 for no key update');
const LOCK_ORGANIZATION = 'select id from organizations where id = $1 for no key update';

/** Held until the transaction ends. Two callers whose hashes collide wait for each other without need. */
const QUEUE = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))');

const SHARE_ORGANIZATION = 'select id from organizations where id = $1 for share';

/** The lock on the identity holds off its deletion, which takes memberships with it, and its renaming. */
const SCOPE = statement(`
  select p.id, p.slug, p.org_id "orgId", p.epoch, m.id "membershipId", clock_timestamp() "now",
    json_build_object('id', i.id, 'name', i.name, 'metadata', i.metadata) identity
  from projects p
  join project_memberships m on m.project_id = p.id and m.identity_id = $2
  join identities i on i.id = m.identity_id
  where p.org_id = $1 and p.id = $3
  for key share of i`);

const MEMBER_PROJECT = `
  select p.id from projects p
  join project_memberships m on m.project_id = p.id and m.identity_id = $2
  where p.org_id = $1 and ($3::uuid is null or p.id = $3) and ($4::text is null or p.slug = $4)`;

/** Everything held that has not ended: what begins later counts where it is weighed, not here. */
const HOLDINGS = statement(`
  select m.project_id "projectId", m.identity_id "identityId", 'role' kind,
    coalesce(r.slug, h.role) slug, h.custom_role_id id, r.permissions,
    h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from project_memberships m
  join membership_roles h on h.membership_id = m.id
  left join project_roles r on r.id = h.custom_role_id
  where m.project_id = any ($1) and m.identity_id = any ($2)
    and ${notEnded('h')}
  union all
  select m.project_id, m.identity_id, 'privilege', a.slug, a.id, a.permissions,
    a.temporary_access_start_time, a.temporary_access_end_time
  from project_memberships m
  join additional_privileges a on a.project_membership_id = m.id
  where m.project_id = any ($1) and m.identity_id = any ($2)
    and ${notEnded('a')}`);

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

const FACTS = 'select id, name, metadata from identities where id = any ($1)';

/**
 * Reads who holds what inside the transaction that is about to change it. By hand: row locks in a fixed order, and one
 * statement however many holders there are.
 */
@Injectable()
export class HoldingsRepository {
  async lockProject(tx: EntityManager, projectId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_PROJECT.text, [projectId])).length > 0;
  }

  async lockOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(LOCK_ORGANIZATION, [orgId])).length > 0;
  }

  /** Waits until no other request of the identity waits for, or holds, the lock of the scope. */
  async queue(tx: EntityManager, identityId: string, scopeId: string): Promise<void> {
    await tx.query(QUEUE.text, [queueName(identityId, scopeId)]);
  }

  async shareOrganization(tx: EntityManager, orgId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(SHARE_ORGANIZATION, [orgId])).length > 0;
  }

  /** Keeps the rights in each project of the identity as they are until the transaction ends. */
  lockProjectsOf(tx: EntityManager, orgId: string, identityId: string): Promise<{ id: string }[]> {
    return tx.query(LOCK_PROJECTS_OF, [orgId, identityId]);
  }

  /** Whether the organization has the project, whoever is its member. */
  async isProjectOf(tx: EntityManager, orgId: string, { id, slug }: ProjectKey): Promise<boolean> {
    if (id !== undefined && !isUuid(id)) return false;
    const where = id === undefined ? 'slug = $2' : 'id = $2';
    const text = `select id from projects where org_id = $1 and ${where}`;
    return (await tx.query<unknown[]>(text, [orgId, id ?? slug])).length > 0;
  }

  /** Null unless the identity is a member. Locks nothing: who waits for a project must not hold up what that waits for. */
  async findProjectId(
    tx: EntityManager,
    orgId: string,
    identityId: string,
    { id, slug }: ProjectKey,
  ): Promise<string | null> {
    if (id !== undefined && !isUuid(id)) return null;
    const values = [orgId, identityId, id ?? null, slug ?? null];
    const [project] = await tx.query<{ id: string }[]>(MEMBER_PROJECT, values);
    return project?.id ?? null;
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
}

/** By id; neither names nor metadata change while the project is locked. */
export async function listFacts(
  tx: EntityManager,
  identityIds: readonly string[],
): Promise<ReadonlyMap<string, IdentityFacts>> {
  const rows = await tx.query<IdentityFacts[]>(FACTS, [identityIds]);
  return new Map(rows.map((facts) => [facts.id, facts]));
}

/** All that the identities hold in the projects and that has not ended. */
export const listHoldings = (
  tx: EntityManager,
  projectIds: readonly string[],
  identityIds: readonly string[],
): Promise<HoldingInProject[]> => tx.query(HOLDINGS.text, [projectIds, identityIds]);

const queueName = (identityId: string, scopeId: string): string => `queue ${identityId} ${scopeId}`;

/** `queue` and `lockProject` as statements, which lock in this order. The second gives no row for a project that is gone. */
export const lockingProject = (identityId: string, projectId: string): BoundStatement[] => [
  { ...QUEUE, values: [queueName(identityId, projectId)] },
  { ...LOCK_PROJECT, values: [projectId] },
];

/** The membership of the identity in the project, as a `LockedProjectScope`. */
export const scopeOf = (orgId: string, identityId: string, projectId: string): BoundStatement => ({
  ...SCOPE,
  values: [orgId, identityId, projectId],
});

/** `listHoldings` of one identity in one project, as a statement. */
export const holdingsOf = (projectId: string, identityId: string): BoundStatement => ({
  ...HOLDINGS,
  values: [[projectId], [identityId]],
});
