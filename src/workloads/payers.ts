import type { Payer } from '../outgoing/fair-shares.js';

/** Who pays for the calls of a row: whoever set it up last, the outermost of those behind them first, and at last the row. */
export const payerOf = ({
  id,
  makers,
  configuredBy,
}: {
  readonly id: string;
  readonly makers: readonly string[];
  /** Null for a row of an older version. */
  readonly configuredBy: readonly string[] | null;
}): Payer => [...[...(configuredBy ?? makers)].reverse(), id];
