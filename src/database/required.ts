import { postgresError } from './failures.js';

/**
 * SQL that fails unless the condition holds. For statements that are sent together with their commit, so that nobody
 * looks at their rows before it: outside of functions PostgreSQL has no other way to fail than to compute what cannot be.
 */
export const required = (condition: string): string => `1 / coalesce((${condition})::int, 0)`;

const DIVISION_BY_ZERO = '22012';

/** Whether a condition of `required` did not hold. */
export const isUnmet = (error: unknown): boolean => postgresError(error)?.code === DIVISION_BY_ZERO;

/** Turns an unmet condition into another error, as `onFailure` of a statement. */
export const orElse =
  (other: () => Error) =>
  (error: unknown): unknown =>
    isUnmet(error) ? other() : error;

/** SQL that fails with the numbers in its message, and gives null where the text of them is null. */
export const refusedAt = (numbers: string): string => `('refused at ' || ${numbers})::int`;

/** Returns the numbers of `refusedAt`, or null for another error. */
export function refusedNumbers(error: unknown): number[] | null {
  if (postgresError(error)?.code !== '22P02' || !(error instanceof Error)) return null;
  const found = /"refused at ([\d ]+)"/.exec(error.message)?.[1];
  return found === undefined ? null : found.split(' ').map(Number);
}
