import type { TargetedAct } from '../review/model';
import type { Row } from './model';

/** A name that waits in the draft, and that no environment has yet. */
const NOTHING_YET = {
  ...{ cells: new Map(), deletions: new Map() },
  last: { changedAt: 0, changedBy: '', isDeletion: false },
} as const;

/** Whether a row is there by the draft alone. */
export const isDrafted = ({ last }: Row): boolean => last === NOTHING_YET.last;

/** All rows, and one for each new name of the draft, in its place. */
export function withDrafted(rows: readonly Row[], acts: readonly TargetedAct[]): readonly Row[] {
  const keyOf = ({ path, name }: Pick<Row, 'path' | 'name'>) => `${path} ${name}`;
  const known = new Set(rows.map(keyOf));
  const added = new Map<string, Row>();
  for (const { target, act } of acts) {
    const row = { path: target.secretPath, name: target.secretKey, ...NOTHING_YET };
    if (act.kind === 'create' && !known.has(keyOf(row))) added.set(keyOf(row), row);
  }
  if (added.size === 0) return rows;
  return [...rows, ...added.values()].toSorted(
    (one, other) => compare(one.path, other.path) || compare(one.name, other.name),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
