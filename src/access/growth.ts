import { covers, gains, newBudget } from '../permissions/covers.js';
import type { Budget } from '../permissions/glob-relations.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';

/** Rules that somebody comes to hold, and the end of that; null: for ever. */
export interface Grant {
  readonly granted: readonly Rule[];
  readonly until: Date | null;
}

/**
 * What somebody gains when all they hold turns from `before` into `after`, one grant for each span
 * of time in which neither changes. Both must be complete: what one role forbids takes from another.
 */
export function growth(
  table: SubjectTable,
  before: readonly SourcedRule[],
  after: readonly SourcedRule[],
  now: Date,
  budget: Budget = newBudget(),
): Grant[] {
  const edges = edgesOf([...before, ...after], now);
  return [now, ...edges].flatMap((from, i) => {
    const liveAt = (rules: readonly SourcedRule[]) => rules.filter((rule) => isLiveAt(rule, from));
    const gained = gains(table, liveAt(before), liveAt(after), budget) as readonly SourcedRule[];
    if (gained.length === 0) return [];
    // With what it forbids, a grant is no more than it is.
    const forbidding = liveAt(after).filter((rule) => rule.inverted);
    const granted = [...gained, ...forbidding].map(withoutSource);
    return [{ granted, until: edges[i] ?? null }];
  });
}

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
export function beyond(
  table: SubjectTable,
  own: readonly SourcedRule[],
  grants: readonly Grant[],
  now: Date,
  budget: Budget = newBudget(),
): readonly Rule[] {
  return grants.flatMap((grant) => beyondOne(table, own, grant, now, budget));
}

function beyondOne(
  table: SubjectTable,
  own: readonly SourcedRule[],
  { granted, until }: Grant,
  now: Date,
  budget: Budget,
): readonly Rule[] {
  const counts = (rule: SourcedRule) =>
    rule.inverted
      ? !hasEndedAt(rule.source.validUntil, now)
      : isLiveAt(rule, now) && lasts(rule.source.validUntil, until);
  return covers(table, own.filter(counts), granted, budget).missing;
}

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
