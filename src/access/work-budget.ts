import type { Caller } from '../auth/actor.js';
import { permissionDenied } from '../errors/api-error.js';
import type { Rule } from '../permissions/rule.js';
import type { WorkBudget } from '../permissions/work.js';
import { slices } from './slices.js';

/** Steps of each kind of comparison. A step of one kind does not take as long as one of another. */
const STEPS = {
  /**
   * Rules against rules, over all scopes and grants of a request. This happens under the lock of a scope, so it is
   * also how long one request holds up others there: a quarter of a second at most (2.5 µs a step).
   */
  grants: 100_000,
  /** Names, paths and tags that change, against the rules of everybody: a few seconds at most, under a shared lock. */
  attributes: 40_000_000,
  /** A preview of a change, which holds no lock. */
  preview: 10_000_000,
} as const;

type Kind = keyof typeof STEPS;

/** What a request may still put into comparing rights. Every budget of a request is made by `requestBudget`. */
export class RequestBudget implements WorkBudget {
  private readonly pause = slices();

  constructor(public steps: number) {}

  /** Throws 403 when all is used up. Returns a promise where others are to be served first. */
  spend(steps: number): Promise<void> | undefined {
    this.steps -= steps;
    if (this.steps < 0) throw tooMuchToCompare();
    return this.pause.isDue() ? this.pause() : undefined;
  }
}

const budgets = new WeakMap<object, Map<Kind, RequestBudget>>();

/** The budget of a kind: one for a whole request, so that asking often is no way around it. */
export function requestBudget(
  { request }: Partial<Pick<Caller, 'request'>>,
  kind: Kind = 'grants',
) {
  if (request === undefined) return new RequestBudget(STEPS[kind]);
  const ofRequest = budgets.get(request) ?? new Map<Kind, RequestBudget>();
  const budget = ofRequest.get(kind) ?? new RequestBudget(STEPS[kind]);
  budgets.set(request, ofRequest.set(kind, budget));
  return budget;
}

const costs = new WeakMap<object, number>();

/** Steps that testing a rule takes, by the length of its conditions. Computed once for conditions that many hold. */
export function costOfRule({ conditions }: Pick<Rule, 'conditions'>): number {
  if (typeof conditions !== 'object' || conditions === null) return 1;
  const known = costs.get(conditions);
  if (known !== undefined) return known;
  const cost = 1 + JSON.stringify(conditions).length / 16;
  costs.set(conditions, cost);
  return cost;
}

/** The 403 for a comparison that is too large. A caller who holds the rights without conditions needs none. */
export const tooMuchToCompare = () =>
  permissionDenied(
    'too-much-to-weigh',
    'What this changes is too much to be weighed against the rights of everybody in the project. ' +
      'Let somebody do it who holds these rights without conditions, such as an admin, or change less at once.',
  );
