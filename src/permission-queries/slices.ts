import { addCost } from '../http/request-work.js';

/** Milliseconds that work may hold the event loop before others get their turn. */
const SLICE = 15;

/** Long work in slices: `turn()` between two steps waits once a slice is used up. */
export function slices(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < SLICE) return;
    addCost(1);
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
}
