import { finish } from '../permissions/steps.js';
import type { SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';
import { missingForGrants } from './escalation/gained-grants.js';

/**
 * Whether somebody holds all that there is, for good and without conditions, as an administrator does. Nothing can be
 * granted to others, or taken from them, that is beyond such a caller, so nothing need be weighed: what others hold
 * does not make the work of administrators dear. // Decision 448
 */
export function holdsEverything(
  table: SubjectTable,
  { held, now }: { readonly held: readonly SourcedRule[]; readonly now: Date },
): boolean {
  if (held.some((rule) => rule.inverted)) return false;
  const plain = held.filter(
    ({ conditions, source }) => conditions === undefined && source.validUntil === undefined,
  );
  const all = Object.entries(table).map(([subject, { actions }]) => ({
    subject,
    action: [...actions],
  }));
  const grants = [{ granted: all, until: null }];
  const budget = { steps: STEPS };
  return finish(missingForGrants(table, { held: plain, now }, grants, budget)).length === 0;
}

/** Without conditions a rule takes a step: enough for all that one membership may hold. */
const STEPS = 100_000;
