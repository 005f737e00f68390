/** Milliseconds that one piece of work may hold the event loop before others get their turn. */
const SLICE = 10;

/** Long work in slices, others being served in between. */
export class TimeSlices {
  private began = performance.now();

  /** Whether the slice is used up: then `turn` is due. Costs next to nothing, for tight loops. */
  get isOver(): boolean {
    return performance.now() - this.began >= SLICE;
  }

  /** Does work that pauses again and again, and lets others have their turn in a pause where one is due. */
  async run<T>(work: Generator<undefined, T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (this.isOver) await this.turn();
    }
  }

  /** Lets others have their turn where the slice is used up. */
  async turn(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.began = performance.now();
  }
}
