import { permissionDenied } from '../../errors/api-error.js';
import { gainedRulesInSteps, missingFrom } from '../../permissions/covers.js';
import { patternBytes } from '../../permissions/rule-weight.js';
import type { Rule, SourcedRule } from '../../permissions/rule.js';
import type { SubjectTable } from '../../permissions/subject-table.js';
import { finish, type SlicedWork, type WorkBudget } from '../../permissions/work.js';
import { hasEndedAt, isLiveAt } from '../held-rules.js';
import type { FreshAccess, FreshOrgAccess } from '../locked-access.js';
import { runInSlices } from '../slices.js';

/** Rules that somebody comes to hold, and the end of that; null: for ever. */
export interface Grant {
  readonly granted: readonly Rule[];
  readonly until: Date | null;
}

/** All that somebody holds in a scope, before and after a change: what one role forbids takes from another. */
export interface HoldingsChange {
  readonly before: readonly SourcedRule[];
  readonly after: readonly SourcedRule[];
}

/** What a change takes is what its reverse gives. */
export const reverseOf = <T>({ before, after }: { readonly before: T; readonly after: T }) => ({
  before: after,
  after: before,
});

/** Holdings that may be handed on, the moment, and the work that may still be done. */
export type Granter = Pick<FreshOrgAccess, 'held' | 'now'> & { readonly budget: WorkBudget };

/**
 * What somebody gains by a change: a grant for each span of time in which neither side changes. A prohibition that
 * ends is a gain too. Once the budget is used up, all of `after` counts as gained, for ever.
 */
export function* gainedGrants(
  table: SubjectTable,
  { before, after }: HoldingsChange,
  { now, budget }: Omit<Granter, 'held'>,
): SlicedWork<Grant[]> {
  const edges = edgesOf([...before, ...after], now);
  const grants: Grant[] = [];
  for (const [i, from] of [now, ...edges].entries()) {
    if (budget.steps <= 0)
      return [...grants, { granted: after.filter(allows).map(withoutSource), until: null }];
    const liveAt = (rules: readonly SourcedRule[]) => rules.filter((rule) => isLiveAt(rule, from));
    const gained = yield* gainedRulesInSteps(table, liveAt(before), liveAt(after), budget);
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
 * The granted rules that the granter may not hand on. What allows must be live now and last as long as the grant;
 * what forbids counts until it has ended. Once the budget is used up, all that is left counts as granted for ever.
 */
export function* missingForGrants(
  table: SubjectTable,
  { held, now, budget }: Granter,
  grants: readonly Grant[],
): SlicedWork<readonly Rule[]> {
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

function withoutSource(held: SourcedRule): Rule {
  const { source: _, ...rule } = held;
  return rule;
}

/** What somebody gains by a change and the granter may not hand on. */
export function* gainsBeyond(
  table: SubjectTable,
  granter: Granter,
  change: HoldingsChange,
): SlicedWork<readonly Rule[]> {
  const grants = yield* gainedGrants(table, change, granter);
  return yield* missingForGrants(table, granter, grants);
}

/** Without conditions a rule takes a step: enough for all that one membership may hold. */
const STEPS_FOR_EVERYTHING = 100_000;

/**
 * Whether somebody holds all that there is, for good and without conditions, as an administrator does. Nothing is
 * beyond such a caller, so nothing need be compared: what others hold does not slow down administrators.
 */
export function holdsEverything({
  table,
  held,
  now,
}: Pick<FreshOrgAccess, 'held' | 'now'> & { readonly table: SubjectTable }): boolean {
  if (held.some((rule) => rule.inverted)) return false;
  const unconditional = held.filter(
    ({ conditions, source }) => conditions === undefined && source.validUntil === undefined,
  );
  const all = Object.entries(table).map(([subject, { actions }]) => ({
    subject,
    action: [...actions],
  }));
  const granter = { held: unconditional, now, budget: { steps: STEPS_FOR_EVERYTHING } };
  return finish(missingForGrants(table, granter, [{ granted: all, until: null }])).length === 0;
}

/**
 * Throws 403 with `details.missingPermissions` unless the caller holds all that is granted, for as long as it is
 * granted. `access` was read in this transaction.
 */
export async function requireGrantable(
  access: FreshAccess | FreshOrgAccess,
  grants: readonly Grant[],
): Promise<void> {
  const missing = await runInSlices(missingForGrants(access.table, access, grants));
  if (missing.length > 0) throw cannotGrant(missing, access.budget);
}

/** Throws 403 unless the caller holds all that somebody gains by a change of all they hold in the scope. */
export async function requireGainsGrantable(
  access: FreshAccess | FreshOrgAccess,
  change: HoldingsChange,
): Promise<void> {
  if (holdsEverything(access)) return;
  await requireGrantable(access, await runInSlices(gainedGrants(access.table, change, access)));
}

/** The 403 that names what the caller does not hold. */
export function cannotGrant(missing: readonly Rule[], budget: WorkBudget) {
  const message = budget.steps <= 0 ? `${CANNOT_GRANT}. ${CUT_SHORT}` : CANNOT_GRANT;
  return permissionDenied('beyond-own-permissions', message, missingPermissionsDetails(missing));
}

const CANNOT_GRANT = 'You cannot grant more than you hold';
const CUT_SHORT =
  'The rules are too many, or their patterns too complex, to be weighed against yours: what is named was not ' +
  'weighed to the end. Change less at once, or let an administrator do it.';

/** A refusal names so many rules, and not more than these bytes of patterns. */
export const MAX_NAMED_RULES = 100;
const MAX_NAMED_BYTES = 64 * 1_024;

/** The details of a 403: rules, each once; `isComplete: false` where there are more. */
export function missingPermissionsDetails(missing: readonly Rule[]): {
  readonly missingPermissions: readonly Rule[];
  readonly isComplete?: false;
} {
  const named = new Map<string, Rule>();
  let bytes = 0;
  for (const rule of missing) {
    bytes += patternBytes(rule);
    const isFull = named.size >= MAX_NAMED_RULES || (bytes > MAX_NAMED_BYTES && named.size > 0);
    if (isFull) return { missingPermissions: [...named.values()], isComplete: false };
    named.set(JSON.stringify(rule), rule);
  }
  return { missingPermissions: [...named.values()] };
}
