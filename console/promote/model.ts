import { cellAt, isGap, letterIn, type Row, type View } from '../secrets/model';

/** A secret that is to be copied to another environment. */
export interface Copyable {
  readonly secretPath: string;
  readonly secretKey: string;
  /** Of what lies there; null for what does not. */
  readonly expectedVersion: number | null;
}

/** What becomes of marked rows when they are copied. */
export interface CopyPlan {
  readonly copied: readonly Copyable[];
  /** How many have the same value already, by the letters of the grid. */
  readonly same: number;
  readonly unreadable: number;
  /** How many are not set where they would be copied from. */
  readonly missing: number;
}

type Fate = Exclude<keyof CopyPlan, 'copied'> | 'copied';

export function copyPlan(rows: readonly Row[], view: View, from: string, to: string): CopyPlan {
  const fates = rows.map((row) => [fateOf(row, view, from, to), row] as const);
  const count = (fate: Fate) => fates.filter(([each]) => each === fate).length;
  return {
    copied: fates.flatMap(([fate, row]) => (fate === 'copied' ? [toCopyable(row, to)] : [])),
    ...{ same: count('same'), unreadable: count('unreadable'), missing: count('missing') },
  };
}

function fateOf(row: Row, view: View, from: string, to: string): Fate {
  const cell = row.cells.get(from);
  if (!cell) return isGap(row, from, view) ? 'missing' : 'unreadable';
  if (!cell.isReadable) return 'unreadable';
  const letter = letterIn(row, from, view);
  return letter !== '' && row.cells.has(to) && letter === letterIn(row, to, view)
    ? 'same'
    : 'copied';
}

const toCopyable = (row: Row, environment: string): Copyable => ({
  ...{ secretPath: row.path, secretKey: row.name },
  expectedVersion: cellAt([row], { path: row.path, name: row.name, environment })?.version ?? null,
});

/** Where marked rows are most likely copied from and to: the last two environments, as staging and prod. */
export const usualWay = (environments: readonly string[]): readonly [from: string, to: string] => [
  environments.at(-2) ?? environments[0] ?? '',
  environments.at(-1) ?? '',
];

/** The marks with one put on, or taken off. */
export function toggled(marks: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(marks);
  if (!next.delete(key)) next.add(key);
  return next;
}
