import { type Grant, missingForGrants, gainedGrants } from '../access/escalation/gained-grants.js';
import type { GainScope } from '../access/rise-guard.js';
import type { WorkBudget } from '../permissions/glob-relations.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Steps } from '../permissions/steps.js';
import type { MadeBy } from './credentials.repository.js';
import {
  ADMINISTRATOR,
  snapshotKey,
  ORGANIZATION,
  type HoldingSnapshot,
} from './holding-snapshots.js';

interface Frame {
  readonly scope: GainScope;
  readonly budget: WorkBudget;
  readonly now: Date;
}

export interface MakerComparison extends Frame {
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

/** Those of the makers that administer all of the scope for good: no rise goes beyond them. */
export function* administratorsAmong(
  makers: readonly string[],
  strength: HoldingSnapshot,
  { scope, budget, now }: Frame,
): Steps<Set<string>> {
  const strong = new Set<string>();
  for (const maker of makers) {
    let isStrong = true;
    for (const each of scopesOf(scope)) {
      const held = strength.get(snapshotKey(maker, each)) ?? [];
      if (held.length === 0) isStrong = false;
      if (!isStrong) break;
      const missing = yield* missingForGrants(
        tableOf(each),
        { held, now },
        everything(each),
        budget,
      );
      isStrong = missing.length === 0;
    }
    if (isStrong) strong.add(maker);
  }
  return strong;
}

/** Pairs whose identity rises beyond the maker. */
export function* weakerMakers(made: readonly MadeBy[], weighing: MakerComparison): Steps<MadeBy[]> {
  const { scope, budget, now, before, after } = weighing;
  const weaker: MadeBy[] = [];
  for (const identityId of new Set(made.map((each) => each.identityId))) {
    const own = made.filter((each) => each.identityId === identityId);
    for (const each of scopesOf(scope)) {
      const key = snapshotKey(identityId, each);
      const change = { before: before.get(key) ?? [], after: after.get(key) ?? [] };
      const grants = yield* gainedGrants(tableOf(each), change, now, budget);
      weaker.push(...(yield* beyondMakers(own, each, grants, weighing)));
    }
  }
  return weaker;
}

function* beyondMakers(
  made: readonly MadeBy[],
  scope: string,
  grants: readonly Grant[],
  { strength, now, budget }: MakerComparison,
): Steps<MadeBy[]> {
  const weaker: MadeBy[] = [];
  for (const pair of grants.length === 0 ? [] : made) {
    const held = strength.get(snapshotKey(pair.maker, scope)) ?? [];
    const missing = yield* missingForGrants(tableOf(scope), { held, now }, grants, budget);
    if (missing.length > 0) weaker.push(pair);
  }
  return weaker;
}
