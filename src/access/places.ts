import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { Steps } from '../permissions/steps.js';
import type { Budget } from '../permissions/glob-relations.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';
import { type IdentityFacts, boundRules } from '../permissions/templates.js';
import type { HoldingInProject, OrgHolding } from './boundary.repository.js';
import { exceeding, growing } from './growth.js';
import { rulesOf, sourced } from './held-rules.js';

/** What two identities hold in one scope: the caller, as it reads for the caller, and another, as written. */
export interface ScopeHoldings {
  readonly table: SubjectTable;
  readonly own: readonly SourcedRule[];
  readonly others: readonly SourcedRule[];
}

export function orgRulesOf({ id, slug, permissions }: OrgHolding): SourcedRule[] {
  if (id !== null) return sourced(permissions ?? [], { kind: 'role', slug, id });
  const role = ORG_ROLES.find((each) => each.slug === slug);
  return role ? sourced(role.rules, { kind: 'role', slug, id: role.id }) : [];
}

/** The organization first, then each of the projects. */
export function placesOf(
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
    own: boundRules(own, caller),
    others,
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
export function* excess(
  { table, own, others }: ScopeHoldings,
  { before, after }: { readonly before: IdentityFacts | null; readonly after: IdentityFacts },
  now: Date,
  budget: Budget,
): Steps<readonly Rule[]> {
  const held = before ? boundRules(others, before) : [];
  const change = { before: held, after: boundRules(others, after) };
  const grants = yield* growing(table, change, now, budget);
  return yield* exceeding(table, { held: own, now }, grants, budget);
}
