/**
 * Milliseconds of one turn of the event loop that all long work together may have. A short request takes about a dozen
 * turns, and waits for a slice in each.
 */
export const SLICE = 2;

/** When the slice of this turn of the loop began; null while nobody has used it. */
let began: number | null = null;
/** Work whose slice is over, in the order in which it goes on: one piece a turn of the loop. */
const waiting: (() => void)[] = [];
let isPlanned = false;

function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    began = null;
    waiting.shift()?.();
    if (waiting.length > 0) plan();
  });
}

/** Long work in slices, others being served in between. All long work of the process shares the slice of each turn. */
export class TimeSlices {
  /** Whether the slice is used up: then `turn` is due. Costs next to nothing, for tight loops. */
  get isOver(): boolean {
    if (began === null) {
      began = performance.now();
      plan();
    }
    return performance.now() - began >= SLICE;
  }

  /** Does work that pauses again and again, and lets others have their turn in a pause where one is due. */
  async run<T>(work: Generator<undefined, T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (this.isOver) await this.turn();
    }
  }

  /** `map` over what may be very many items. */
  async map<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
    const results: R[] = [];
    for (const item of items) {
      results.push(work(item));
      if (this.isOver) await this.turn();
    }
    return results;
  }

  /** Lets others have their turn where the slice is used up. True if it waited. */
  async turn(): Promise<boolean> {
    if (!this.isOver) return false;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      plan();
    });
    return true;
  }
}
