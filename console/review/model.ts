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
  readonly kind: 'create' | 'update' | 'delete' | 'rename';
  /** Null where the value is not what changes. */
  readonly value: string | null;
  /** The former version whose value it is. */
  readonly again?: number;
  /** The new name of a renamed secret. */
  readonly newName?: string;
  /** Of what was seen when it was wished for; null for what is not there. */
  readonly expectedVersion: number | null;
}

/** The secret that acts are about. */
export interface Target {
  readonly projectId: string;
  readonly secretPath: string;
  readonly secretKey: string;
}

/** Whether both are the same secret, of one project. */
export const isSame = (one: Target, other: Target): boolean =>
  one.secretPath === other.secretPath && one.secretKey === other.secretKey;

export interface TargetedAct {
  readonly target: Target;
  readonly act: Act;
}

export const aimed = (target: Target, acts: readonly Act[]): TargetedAct[] =>
  acts.map((act) => ({ target, act }));

/** Acts that follow from wishes; what is imported has no secret of its own, and deleting nothing is no act. */
export const actsOf = (wishes: readonly Wish[], row: Row | undefined): Act[] =>
  wishes.flatMap(({ environment, value }) => {
    const own = ownCell(row, environment);
    if (value === null && !own) return [];
    const kind = value === null ? 'delete' : own ? 'update' : 'create';
    return [{ environment, kind, value, expectedVersion: own?.version ?? null } as const];
  });

/** The same act in every environment that has the secret itself: its new name, or without one its deletion. */
export const actsEverywhere = (
  row: Row,
  environments: readonly string[],
  newName: string | null,
): Act[] =>
  environments.flatMap((environment) => {
    const own = ownCell(row, environment);
    if (!own) return [];
    const act = { environment, value: null, expectedVersion: own.version };
    return [
      newName === null
        ? { ...act, kind: 'delete' as const }
        : { ...act, kind: 'rename' as const, newName },
    ];
  });

/** The version that each act was asked for on, by its environment; without those that were asked for on none. */
export const versionsOf = (acts: readonly Act[]): (readonly [string, number])[] =>
  acts.flatMap(({ environment, expectedVersion }) =>
    typeof expectedVersion === 'number' ? [[environment, expectedVersion] as const] : [],
  );

/** Environments that only import the secret: it is renamed or deleted where it lies. */
export const importedIn = (row: Row, environments: readonly string[]): string[] =>
  environments.filter((slug) => row.cells.get(slug)?.source);

/** What the environment has itself. */
export function ownCell(row: Row | undefined, environment: string) {
  const cell = row?.cells.get(environment);
  return cell && !cell.source ? cell : null;
}

/** The outcome of one act; `heldBy` is the request as which a held change waits. */
export type Outcome = { readonly heldBy: string | null } | { readonly error: AnsweredError };

interface AnsweredError {
  readonly status: number;
  readonly retryAfter: number | null;
}

/**
 * Whether the same act may still be done: what the server has no time for now, or did not answer, and not what it refused.
 * Secrets that changed since they were shown (409) are to be looked at again first.
 */
export const isOpen = (outcome: Outcome | undefined): boolean => {
  if (!outcome) return true;
  if (!('error' in outcome)) return false;
  const { status } = outcome.error;
  return status === 0 || status === 429 || status >= 500;
};

/** Milliseconds after which the acts that are open may be sent again; null where nothing keeps them. */
export const retryAfterOf = (outcomes: readonly Outcome[]): number | null => {
  const waits = outcomes.flatMap((outcome) =>
    'error' in outcome && isOpen(outcome) ? [outcome.error.retryAfter ?? 0] : [],
  );
  return waits.length > 0 ? Math.max(...waits) : null;
};
