import { type Grant, gainedGrants, missingForGrants } from '../access/escalation/grants.js';
import type { GainScope } from './credential-guard.js';
import type { WorkBudget, SlicedWork } from '../permissions/work.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { MadeBy } from './credentials.repository.js';
import {
  ADMINISTRATOR,
  snapshotKey,
  ORGANIZATION,
  type HoldingSnapshot,
} from './holding-snapshots.js';

interface ComparisonFrame {
  readonly scope: GainScope;
  readonly budget: WorkBudget;
  readonly now: Date;
}

export interface MakerComparison extends ComparisonFrame {
  readonly before: HoldingSnapshot;
  readonly after: HoldingSnapshot;
  /** What makers hold. */
  readonly strength: HoldingSnapshot;
}

const tableOf = (scope: string) => (scope === ORGANIZATION ? ORG_SUBJECTS : PROJECT_SUBJECTS);

const scopesOf = ({ organization, projectIds }: GainScope): string[] => [
  ...(organization ? [ORGANIZATION] : []),
  ...projectIds,
];

const ORG_ADMINISTRATOR = ORG_ROLES.find(({ slug }) => slug === 'admin')?.rules ?? [];

const everything = (scope: string): Grant[] => [
  { granted: scope === ORGANIZATION ? ORG_ADMINISTRATOR : ADMINISTRATOR, until: null },
];

/** The makers that administer all of the scope for good: nobody can gain what they do not hold. */
export function* administratorsAmong(
  makers: readonly string[],
  strength: HoldingSnapshot,
  { scope, budget, now }: ComparisonFrame,
): SlicedWork<Set<string>> {
  const strong = new Set<string>();
  for (const maker of makers) {
    let isStrong = true;
    for (const each of scopesOf(scope)) {
      const held = strength.get(snapshotKey(maker, each)) ?? [];
      if (held.length === 0) isStrong = false;
      if (!isStrong) break;
      const missing = yield* missingForGrants(
        tableOf(each),
        { held, now, budget },
        everything(each),
      );
      isStrong = missing.length === 0;
    }
    if (isStrong) strong.add(maker);
  }
  return strong;
}

/** Pairs whose identity gains what the maker does not hold. */
export function* weakerMakers(
  made: readonly MadeBy[],
  comparison: MakerComparison,
): SlicedWork<MadeBy[]> {
  const { scope, budget, now, before, after } = comparison;
  const weaker: MadeBy[] = [];
  for (const identityId of new Set(made.map((each) => each.identityId))) {
    const own = made.filter((each) => each.identityId === identityId);
    for (const each of scopesOf(scope)) {
      const key = snapshotKey(identityId, each);
      const change = { before: before.get(key) ?? [], after: after.get(key) ?? [] };
      const grants = yield* gainedGrants(tableOf(each), change, { now, budget });
      weaker.push(...(yield* beyondMakers(own, each, grants, comparison)));
    }
  }
  return weaker;
}

function* beyondMakers(
  made: readonly MadeBy[],
  scope: string,
  grants: readonly Grant[],
  { strength, now, budget }: MakerComparison,
): SlicedWork<MadeBy[]> {
  const weaker: MadeBy[] = [];
  for (const pair of grants.length === 0 ? [] : made) {
    const held = strength.get(snapshotKey(pair.maker, scope)) ?? [];
    const missing = yield* missingForGrants(tableOf(scope), { held, now, budget }, grants);
    if (missing.length > 0) weaker.push(pair);
  }
  return weaker;
}
