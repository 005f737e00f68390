import { ORG_SUBJECTS } from '../../permissions/org-subjects.js';
import { ORG_ROLES } from '../../permissions/predefined-roles.js';
import type { Steps } from '../../permissions/steps.js';
import type { WorkBudget } from '../../permissions/glob-relations.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import type { SubjectTable } from '../../permissions/subject-table.js';
import { type IdentityFacts, bindRules } from '../../permissions/templates.js';
import type { HoldingInProject, OrgHolding } from '../holdings.repository.js';
import { missingForGrants, gainedGrants } from './gained-grants.js';
import { rulesOf, withSource } from '../held-rules.js';

/** What two identities hold in one scope: the caller, as it reads for the caller, and another, as written. */
export interface ScopeHoldings {
  readonly table: SubjectTable;
  readonly callerHolds: readonly SourcedRule[];
  readonly otherHolds: readonly SourcedRule[];
}

export function orgRulesOf({ id, slug, permissions }: OrgHolding): SourcedRule[] {
  if (id !== null) return withSource(permissions ?? [], { kind: 'role', slug, id });
  const role = ORG_ROLES.find((each) => each.slug === slug);
  return role ? withSource(role.rules, { kind: 'role', slug, id: role.id }) : [];
}

/** The organization first, then each of the projects. */
export function compareScopes(
  caller: IdentityFacts,
  other: IdentityFacts,
  roles: readonly OrgHolding[],
  holdings: readonly HoldingInProject[],
  projectIds: readonly string[],
): ScopeHoldings[] {
  const inOrg = ({ id }: IdentityFacts) =>
    roles.filter(({ identity }) => identity.id === id).flatMap(orgRulesOf);
  const inProject = ({ id }: IdentityFacts, projectId: string) =>
    holdings
      .filter((each) => each.projectId === projectId && each.identityId === id)
      .flatMap(rulesOf);
  const place = (table: SubjectTable, own: SourcedRule[], others: SourcedRule[]) => ({
    table,
    callerHolds: bindRules(own, caller),
    otherHolds: others,
  });
  return [
    place(ORG_SUBJECTS, inOrg(caller), inOrg(other)),
    ...projectIds.map((id) => place(PROJECT_SUBJECTS, inProject(caller, id), inProject(other, id))),
  ];
}

/**
 * What the other comes to hold beyond the boundary when the facts it is known by turn from `before` into
 * `after`; with null before, all that it holds: what would be granted by stepping into its place.
 */
export function* missingForFacts(
  { table, callerHolds, otherHolds }: ScopeHoldings,
  { before, after }: { readonly before: IdentityFacts | null; readonly after: IdentityFacts },
  now: Date,
  budget: WorkBudget,
): Steps<readonly Rule[]> {
  const held = before ? bindRules(otherHolds, before) : [];
  const change = { before: held, after: bindRules(otherHolds, after) };
  const grants = yield* gainedGrants(table, change, now, budget);
  return yield* missingForGrants(table, { held: callerHolds, now }, grants, budget);
}
