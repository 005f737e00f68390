import { addCost } from '../http/request-work.js';
import { TimeSlices } from '../http/time-slices.js';

/** Long work in slices: `turn()` between two steps waits once a slice is used up. Each wait costs its caller a unit. */
export function slices(): () => Promise<void> {
  const slice = new TimeSlices();
  return async () => {
    if (await slice.turn()) addCost(1);
  };
}
