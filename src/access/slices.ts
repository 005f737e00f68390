import { addCost } from '../http/limits/request-work.js';
import { TimeSlices } from '../http/limits/time-slices.js';
import type { Turn } from '../permissions/turn.js';

/** Long work in slices: `turn()` between two steps waits once a slice is used up. Each wait costs its caller a unit. */
export function slices(): Turn {
  const slice = new TimeSlices();
  const isDue = () => slice.isOver;
  const turn = async () => {
    if (await slice.turn()) addCost(1);
  };
  return Object.assign(turn, { isDue });
}

/** Rows that pass a check, which may be dear for each. */
export async function filterInSlices<T>(
  rows: Iterable<T>,
  isPicked: (row: T) => boolean,
): Promise<T[]> {
  const turn = slices();
  const picked: T[] = [];
  for (const row of rows) {
    if (isPicked(row)) picked.push(row);
    if (turn.isDue()) await turn();
  }
  return picked;
}

/** `map` over rows whose work may be dear for each. */
export async function mapInSlices<T, R>(
  rows: readonly T[],
  work: (row: T, index: number) => R,
): Promise<R[]> {
  const turn = slices();
  const results: R[] = [];
  for (const [index, row] of rows.entries()) {
    results.push(work(row, index));
    if (turn.isDue()) await turn();
  }
  return results;
}
