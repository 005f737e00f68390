/** Work that may still be done, in steps. A question that finds none left is not proved, which refuses. */
export interface WorkBudget {
  steps: number;
}

/** Steps of a question that is asked alone. */
const STEPS_PER_QUESTION = 50_000;

export const budgetOfQuestion = (): WorkBudget => ({ steps: STEPS_PER_QUESTION });

/** Long work that yields every few milliseconds, so that whoever drives it can serve others in between. */
export type SlicedWork<T> = Generator<void, T>;

/** Does sliced work without a pause. */
export function finish<T>(work: SlicedWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Serves others once a slice of work is used up; `isDue` costs next to nothing, for tight loops. */
export interface Pause {
  (): Promise<void>;
  readonly isDue: () => boolean;
}
