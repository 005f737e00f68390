import { permissionDenied } from '../errors/api-error.js';
import type { Rule } from '../permissions/rule.js';
import { slices } from './slices.js';

/** Steps that weighing one change against everybody's rules may take: a few seconds at the most. */
const STEPS = 20_000_000;

/** What one weighing may take, and the turns that it leaves to others. */
export class RequestBudget {
  private readonly turn = slices();

  constructor(private steps = STEPS) {}

  get left(): number {
    return this.steps;
  }

  /** Throws 403 when all is used up. A promise, where it is the turn of others. */
  spend(steps: number): Promise<void> | undefined {
    this.steps -= steps;
    if (this.steps < 0) throw tooMuchToCompare();
    return this.turn.isDue() ? this.turn() : undefined;
  }
}

const costs = new WeakMap<object, number>();

/** About what it takes to ask a rule: its conditions are looked at. Found once for conditions that many hold. */
export function costOfRule({ conditions }: Pick<Rule, 'conditions'>): number {
  if (typeof conditions !== 'object' || conditions === null) return 1;
  const known = costs.get(conditions);
  if (known !== undefined) return known;
  const cost = 1 + JSON.stringify(conditions).length / 16;
  costs.set(conditions, cost);
  return cost;
}

/** Like `flatMap`, leaving turns to others. */
export async function flatMapInSlices<T, R>(
  items: readonly T[],
  work: (item: T) => readonly R[],
): Promise<R[]> {
  const results: R[] = [];
  const turn = slices();
  for (const item of items) {
    for (const result of work(item)) results.push(result);
    if (turn.isDue()) await turn();
  }
  return results;
}

/** Who holds the rights without conditions needs no weighing, whatever the size. */
export const tooMuchToCompare = () =>
  permissionDenied(
    'What this changes is too much to be weighed against the rights of everybody in the project. ' +
      'Let somebody do it who holds these rights without conditions, such as an admin, or change less at once.',
  );
