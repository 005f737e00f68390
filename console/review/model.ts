import type { Row } from '../secrets/model';

/** What somebody wants of one name in one environment. */
export interface Wish {
  readonly environment: string;
  /** Null: to delete it. */
  readonly value: string | null;
}

/** One act of one environment, as the server is asked for it. */
export interface Act {
  readonly environment: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly value: string | null;
  /** Of what was seen when it was wished for; null for what is not there. */
  readonly expectedVersion: number | null;
}

/** Acts that follow from wishes; what is imported has no secret of its own, and deleting nothing is no act. */
export const actsOf = (wishes: readonly Wish[], row: Row | undefined): Act[] =>
  wishes.flatMap(({ environment, value }) => {
    const cell = row?.cells.get(environment);
    const own = cell && !cell.source ? cell : null;
    if (value === null && !own) return [];
    const kind = value === null ? 'delete' : own ? 'update' : 'create';
    return [{ environment, kind, value, expectedVersion: own?.version ?? null } as const];
  });
