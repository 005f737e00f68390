import type { RuleSource } from '../../permissions/rule.js';

/** From a moment on, and before another. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** Returns the rest of a holding's span from `now` on; null where it has ended. */
export function spanOf({ validFrom, validUntil }: RuleSource, now: number): TimeSpan | null {
  const from = Math.max(now, validFrom?.getTime() ?? now);
  const until = validUntil?.getTime() ?? Infinity;
  return from < until ? { from, until } : null;
}

/** The times of all of them together, in order and apart from one another. */
export function union(spans: Iterable<TimeSpan>): TimeSpan[] {
  const merged: { from: number; until: number }[] = [];
  for (const { from, until } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else merged.push({ from, until });
  }
  return merged;
}

/** The times of the first that are none of the second; both as `union` gives them. */
export function without(spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] {
  const left: TimeSpan[] = [];
  let next = 0;
  for (const { from, until } of spans) {
    let at = from;
    while (next < others.length && others[next]!.until <= at) next++;
    for (let i = next; i < others.length && others[i]!.from < until; i++) {
      if (others[i]!.from > at) left.push({ from: at, until: others[i]!.from });
      at = Math.max(at, others[i]!.until);
    }
    if (at < until) left.push({ from: at, until });
  }
  return left;
}

/** The times that both have. */
export const common = (spans: readonly TimeSpan[], others: readonly TimeSpan[]): TimeSpan[] =>
  without(spans, without(spans, others));

export const isForever = ([first]: readonly TimeSpan[], now: number): boolean =>
  first !== undefined && first.from <= now && first.until === Infinity;
