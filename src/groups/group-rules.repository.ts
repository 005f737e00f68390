import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ApprovedPlaces, sightOf } from '../access/approval-standing.js';
import { type Holding, orgRulesOf, rulesOf } from '../access/held-rules.js';
import { notEnded } from '../access/holders.sql.js';
import type { MembershipInProject } from '../access/escalation/holding-limits.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import type { ScopedRules } from '../credentials/weighed-changes.js';
import type { AccessItem } from '../events/log/event-kinds.js';
import type { SourcedRule } from '../permissions/rule.js';
import { groupBy } from '../database/group-by.js';

/** All that a group holds, under the locks of its organization and projects. */
export interface GroupHoldings {
  readonly places: readonly MembershipInProject[];
  /** What it holds in the organization and in each project. */
  readonly rules: readonly ScopedRules[];
}

const LOCK_PLACES = `
  select p.id "projectId", m.id "membershipId"
  from project_memberships m join projects p on p.id = m.project_id
  where m.group_id = $1
  order by p.id
  for no key update of p`;

const ORG_ROLE = `
  select coalesce(r.slug, g.role) slug, g.role_id id, r.permissions
  from groups g left join org_roles r on r.id = g.role_id where g.id = $1`;

const ROLES = `
  select m.project_id "projectId", 'role' kind, coalesce(r.slug, h.role) slug, h.custom_role_id id,
    r.permissions, h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from project_memberships m
  join membership_roles h on h.membership_id = m.id
  left join project_roles r on r.id = h.custom_role_id
  where m.group_id = $1 and ${notEnded('h')}`;

/** Policies whose approvers or bypassers the members of the group are. */
const CONSENTS = `
  select p.project_id "projectId", p.secret_path "secretPath", array_agg(e.slug order by e.slug) environments
  from approval_policies p
  join approval_policy_environments x on x.policy_id = p.id
  join environments e on e.id = x.environment_id
  where p.deleted_at is null
    and p.id in (select n.policy_id from approval_policy_people n where n.group_id = $1)
  group by p.id`;

/**
 * What the group holds where its members decide about changes of secrets: whoever lets somebody in decides who decides, and
 * who sees what is proposed, as whoever changes the policy does.
 */
const consentRules = (places: ApprovedPlaces): SourcedRule[] => [
  { subject: 'secret-approval', action: ['edit'], source: { kind: 'role', slug: APPROVER } },
  sightOf(places, APPROVER),
];
const APPROVER = 'approver';

const MEMBERS = `
  select user_id "userId", identity_id "identityId" from group_members where group_id = $1`;

/** Reads what a group holds, inside the transaction that changes who is in it or what it holds. */
@Injectable()
export class GroupRulesRepository {
  /** Comes after `lockOrganization`: locks the projects of the group in one order, so that what it holds there stays. */
  lockPlaces(tx: EntityManager, groupId: string): Promise<MembershipInProject[]> {
    return tx.query(LOCK_PLACES, [groupId]);
  }

  /** `lockPlaces`, and all that the group holds. */
  async lock(tx: EntityManager, groupId: string): Promise<GroupHoldings> {
    const places = await this.lockPlaces(tx, groupId);
    type Role = Pick<Holding, 'id' | 'slug' | 'permissions'>;
    const [role] = await tx.query<Role[]>(ORG_ROLE, [groupId]);
    const held = await tx.query<(Holding & { readonly projectId: string })[]>(ROLES, [groupId]);
    type Consent = ApprovedPlaces & { readonly projectId: string };
    const consents = await tx.query<Consent[]>(CONSENTS, [groupId]);
    const byProject = groupBy(held, ({ projectId }) => projectId);
    const inConsents = consents.map((each) => ({
      scopeId: each.projectId,
      rules: consentRules(each),
    }));
    const inProjects = [...byProject].map(([scopeId, roles]) => ({
      scopeId,
      rules: roles.flatMap(rulesOf),
    }));
    const inOrganization = { scopeId: ORGANIZATION, rules: role ? orgRulesOf(role) : [] };
    return { places, rules: [inOrganization, ...inProjects, ...inConsents] };
  }

  /** Whether it forbids anything anywhere: then who leaves it may do more than before. Locks as `lock` does. */
  async forbids(tx: EntityManager, groupId: string): Promise<boolean> {
    const { rules } = await this.lock(tx, groupId);
    return rules.some((scope) => scope.rules.some(({ inverted }) => inverted));
  }

  /** Lists what the group holds in one project, which is locked. */
  async listIn(tx: EntityManager, groupId: string, projectId: string): Promise<SourcedRule[]> {
    const rows = await tx.query<Holding[]>(`${ROLES} and m.project_id = $2`, [groupId, projectId]);
    return rows.flatMap(rulesOf);
  }

  /** Everybody in the group. */
  async listMembers(
    tx: EntityManager,
    groupId: string,
  ): Promise<{ readonly holderIds: string[]; readonly identityIds: string[] }> {
    type Row = { readonly userId: string | null; readonly identityId: string | null };
    const rows = await tx.query<Row[]>(MEMBERS, [groupId]);
    const holderIds = rows.map(({ userId, identityId }) => (userId ?? identityId)!);
    return { holderIds, identityIds: rows.flatMap(({ identityId }) => identityId ?? []) };
  }
}

/** Identities and people that one event names at most; it has to fit a line of a stream. */
const MAX_NAMED = 50;

/**
 * What events in the projects of a group name, by the id of the project: each who joined or left, or the group alone
 * where that is nobody or too many.
 */
export function itemsInPlaces(
  places: readonly MembershipInProject[],
  groupId: string,
  moved: readonly Pick<AccessItem, 'userId' | 'identityId'>[] = [],
): ReadonlyMap<string, AccessItem[]> {
  const named = moved.length > 0 && moved.length <= MAX_NAMED ? moved : [{}];
  return new Map(
    places.map(({ projectId, membershipId }) => [
      projectId,
      named.map((who) => ({ ...who, groupId, membershipId })),
    ]),
  );
}

/** Projects in which the rules of the group make an administrator, or may keep one from being one. */
export const projectsWithAdminRules = ({ rules }: GroupHoldings): string[] =>
  rules
    .filter(({ scopeId }) => scopeId !== ORGANIZATION)
    .filter(({ rules: held }) => held.some(makesOrBreaksAdmin))
    .map(({ scopeId }) => scopeId);

const makesOrBreaksAdmin = ({ source, inverted }: SourcedRule): boolean =>
  inverted === true || source.slug === 'admin';
