import type { Turn } from '../permissions/turn.js';

/** Milliseconds that work may hold the event loop before others get their turn. */
const SLICE = 15;

/** Long work in slices: `turn()` between two steps waits once a slice is used up. */
export function slices(): Turn {
  let began = performance.now();
  const isDue = () => performance.now() - began >= SLICE;
  const turn = async () => {
    if (!isDue()) return;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
  return Object.assign(turn, { isDue });
}

/** Rows that pass a check, which may be dear for each. */
export async function pickInSlices<T>(
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
