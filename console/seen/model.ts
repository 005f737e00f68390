import type { components } from '../api/schema';

export type Seen = components['schemas']['ExposedSecret'];
export type SeenPage = components['schemas']['Exposure'];
type Status = Seen['status'];

/** A version that was shown, over all pages that were looked at. */
const keyOf = ({ projectId, environment, secretPath, secretKey, version }: Seen): string =>
  JSON.stringify([projectId, environment, secretPath, secretKey, version]);

/** Each version once, what is still valid first: a page knows nothing of the pages before it. */
export function seenIn(pages: readonly SeenPage[]): Seen[] {
  const found = new Map<string, Seen>();
  for (const seen of pages.flatMap(({ secrets }) => secrets)) {
    const known = found.get(keyOf(seen));
    found.set(
      keyOf(seen),
      known ? { ...known, timesShown: known.timesShown + seen.timesShown } : seen,
    );
  }
  return [...found.values()].sort((one, other) => RANK[one.status] - RANK[other.status]);
}

const RANK: Readonly<Record<Status, number>> = { current: 0, replaced: 1, gone: 2 };

export const seenKey = keyOf;

/** How many are as they were shown, and how many are ticked off. */
export function countsOf(seen: readonly Seen[]): Readonly<Record<Status, number>> {
  const counts = { current: 0, replaced: 0, gone: 0 };
  for (const { status } of seen) counts[status]++;
  return counts;
}

/** Reads that the pages only count: one entry names a thousand secrets at most. */
export const unnamedIn = (pages: readonly SeenPage[]): number =>
  pages.reduce((sum, { unnamed }) => sum + unnamed, 0);
