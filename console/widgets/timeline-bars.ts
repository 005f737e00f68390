/** One bar of a timeline. */
export interface Bar {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Counts moments, in milliseconds since 1970, into equal bars between two times. Both ends may be any. */
export function barsOf(moments: readonly number[], from: number, to: number, bars: number): Bar[] {
  const width = (to - from) / bars;
  const counts = Array.from({ length: bars }, () => 0);
  for (const moment of moments) {
    const bar = Math.floor((moment - from) / width);
    if (moment >= from && bar < bars) counts[bar]!++;
    else if (moment === to) counts[bars - 1]!++;
  }
  return counts.map((count, i) => ({ from: from + i * width, to: from + (i + 1) * width, count }));
}

/** The share of the height that a bar has: one change among many is still seen. */
export const heightOf = (count: number, most: number): number =>
  count === 0 ? 0 : Math.max(0.12, Math.sqrt(count / Math.max(most, 1)));

/** The moment after (`1`) or before (`-1`) a time; null where there is none. `moments` in rising order. */
export function nextMoment(
  moments: readonly number[],
  at: number,
  direction: 1 | -1,
): number | null {
  const found =
    direction === 1
      ? moments.find((moment) => moment > at)
      : moments.findLast((moment) => moment < at);
  return found ?? null;
}
