import type { Actor } from '../auth/actor.js';
import type { Steps } from '../permissions/steps.js';
import type { WorkBudget } from '../permissions/glob-relations.js';
import { slices } from './slices.js';

/**
 * Steps, for a request. Weighing happens under the lock of a scope, so this is also how long one request holds up
 * all others there: about a quarter of a second at the worst. // Decision 448
 */
const STEPS = 100_000;

const newBudget = (): WorkBudget => ({ steps: STEPS });

const budgets = new WeakMap<Actor['request'], WorkBudget>();

/** The work that weighing may take in one request, over all scopes and grants. Decisions 413 and 448. */
export function requestBudget({ request }: Partial<Pick<Actor, 'request'>>): WorkBudget {
  if (request === undefined) return newBudget();
  const known = budgets.get(request) ?? newBudget();
  budgets.set(request, known);
  return known;
}

/** Does the work step by step, and lets other requests have their turn in between. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  const turn = slices();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (turn.isDue()) await turn();
  }
}
