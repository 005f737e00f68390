import type { Row } from '../secrets/model';
import { type Act, ownCell, type TargetedAct } from './model';

/** What somebody did with the secret after an act on it was wished for. */
export interface Stale {
  /** `gone`: not under this name in any environment, moved, renamed, or not to be seen any more. */
  readonly kind: 'created' | 'changed' | 'deleted' | 'gone';
  /** What is there now; null for nothing. */
  readonly version: number | null;
  /** Null where it is not known. */
  readonly by: string | null;
  /** Milliseconds since 1970. */
  readonly at: number | null;
}

/** Null where what the act was wished for is what is there. */
export function staleOf({ environment, expectedVersion }: Act, row: Row | undefined): Stale | null {
  const cell = ownCell(row, environment);
  if ((cell?.version ?? null) === expectedVersion) return null;
  if (cell) {
    const { version, changedBy: by, changedAt: at } = cell;
    return { kind: expectedVersion === null ? 'created' : 'changed', version, by, at };
  }
  const deleted = row?.deletions.get(environment);
  if (!deleted) return { kind: 'gone', version: null, by: null, at: null };
  return { kind: 'deleted', version: null, by: deleted.deletedBy, at: deleted.deletedAt };
}

/** The same wish upon what is there now; null where that leaves nothing to do. */
export function againOn(act: Act, { version }: Stale): Act | null {
  const isGone = version === null;
  if (isGone && (act.value === null || act.kind === 'rename')) return null;
  const isValue = act.kind === 'create' || act.kind === 'update';
  const kind = isGone ? 'create' : isValue ? 'update' : act.kind;
  return { ...act, kind, expectedVersion: version };
}

export const rowOfTarget = (rows: readonly Row[], { target }: TargetedAct): Row | undefined =>
  rows.find(({ path, name }) => path === target.secretPath && name === target.secretKey);

/** Acts of a draft whose secrets somebody changed since. */
export const staleActs = (acts: readonly TargetedAct[], rows: readonly Row[]): TargetedAct[] =>
  acts.filter((each) => staleOf(each.act, rowOfTarget(rows, each)) !== null);
