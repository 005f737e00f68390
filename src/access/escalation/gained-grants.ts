import { missingFrom, gainedRules, newBudget } from '../../permissions/covers.js';
import { finish, type Steps } from '../../permissions/steps.js';
import type { WorkBudget } from '../../permissions/glob-relations.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import type { SubjectTable } from '../../permissions/subject-table.js';

/** Rules that somebody comes to hold, and the end of that; null: for ever. */
export interface Grant {
  readonly granted: readonly Rule[];
  readonly until: Date | null;
}

/**
 * What somebody gains when all they hold turns from `before` into `after`, one grant for each span
 * of time in which neither changes. Both must be complete: what one role forbids takes from another.
 */
export const growth = (
  table: SubjectTable,
  before: readonly SourcedRule[],
  after: readonly SourcedRule[],
  now: Date,
): Grant[] => finish(gainedGrants(table, { before, after }, now, newBudget()));

/** `growth` in small steps. When the budget is used up, all of `after` counts as gained, for ever. */
export function* gainedGrants(
  table: SubjectTable,
  {
    before,
    after,
  }: { readonly before: readonly SourcedRule[]; readonly after: readonly SourcedRule[] },
  now: Date,
  budget: WorkBudget,
): Steps<Grant[]> {
  const edges = edgesOf([...before, ...after], now);
  const grants: Grant[] = [];
  for (const [i, from] of [now, ...edges].entries()) {
    if (budget.steps <= 0)
      return [...grants, { granted: after.filter(allows).map(withoutSource), until: null }];
    const liveAt = (rules: readonly SourcedRule[]) => rules.filter((rule) => isLiveAt(rule, from));
    const gained = yield* gainedRules(table, liveAt(before), liveAt(after), budget);
    yield;
    if (gained.length === 0) continue;
    // With what it forbids, a grant is no more than it is.
    const forbidding = liveAt(after).filter((rule) => rule.inverted);
    const granted = [...(gained as readonly SourcedRule[]), ...forbidding].map(withoutSource);
    grants.push({ granted, until: edges[i] ?? null });
  }
  return grants;
}

const allows = ({ inverted }: Rule): boolean => !inverted;

/** The moments after `now` at which any of the rules begins or ends. */
function edgesOf(rules: readonly SourcedRule[], now: Date): Date[] {
  const times = rules.flatMap(({ source: { validFrom, validUntil } }) =>
    [validFrom, validUntil].flatMap((edge) => (edge && edge > now ? [edge.getTime()] : [])),
  );
  return [...new Set(times)].sort((a, b) => a - b).map((time) => new Date(time));
}

/**
 * The rules of the grants that lie beyond what the holder of `own` may hand on at `now`. What allows
 * must be live and last as long as the grant; what forbids counts as long as it has not ended.
 */
export const beyond = (
  table: SubjectTable,
  own: readonly SourcedRule[],
  grants: readonly Grant[],
  now: Date,
): readonly Rule[] => finish(missingForGrants(table, { held: own, now }, grants, newBudget()));

/** `beyond` in small steps. When the budget is used up, what is left is weighed at once, as if granted for ever. */
export function* missingForGrants(
  table: SubjectTable,
  { held, now }: { readonly held: readonly SourcedRule[]; readonly now: Date },
  grants: readonly Grant[],
  budget: WorkBudget,
): Steps<readonly Rule[]> {
  const missing: Rule[] = [];
  for (const [i, grant] of grants.entries()) {
    const isLast = budget.steps <= 0;
    const { granted, until } = isLast ? allOf(grants.slice(i)) : grant;
    const counts = (rule: SourcedRule) =>
      rule.inverted
        ? !hasEndedAt(rule.source.validUntil, now)
        : isLiveAt(rule, now) && lasts(rule.source.validUntil, until);
    for (const rule of yield* missingFrom(table, held.filter(counts), granted, budget))
      missing.push(rule);
    if (isLast) break;
    yield;
  }
  return missing;
}

const allOf = (grants: readonly Grant[]): Grant => ({
  granted: grants.flatMap(({ granted }) => granted.filter(allows)),
  until: null,
});

const lasts = (validUntil: Date | undefined, until: Date | null): boolean =>
  validUntil === undefined || (until !== null && until <= validUntil);

/** start <= at < end (decision 6). */
export const isLiveAt = ({ source: { validFrom, validUntil } }: SourcedRule, at: Date): boolean =>
  (validFrom === undefined || validFrom <= at) && !hasEndedAt(validUntil, at);

const hasEndedAt = (validUntil: Date | undefined, at: Date): boolean =>
  validUntil !== undefined && validUntil <= at;

function withoutSource(held: SourcedRule): Rule {
  const { source: _, ...rule } = held;
  return rule;
}
