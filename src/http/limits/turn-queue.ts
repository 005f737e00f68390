/** Pieces that are planned for a turn: each takes a fiftieth of a millisecond and more. */
const MAX_A_TURN = 64;

/**
 * Short pieces of work, done in the order in which they came for some milliseconds of each turn of the event loop.
 * Hundreds that come at once would be done in one turn, and hold it for as long.
 */
export class TurnQueue {
  private readonly waiting: (() => void)[] = [];
  /** When the first piece of this turn was begun. */
  private since: number | null = null;
  private isPlanned = false;

  constructor(private readonly milliseconds: number) {}

  /** Does the work at once where this turn has time left for it. */
  run(work: () => void): void {
    this.plan();
    if (this.waiting.length > 0 || this.isOver()) this.waiting.push(work);
    else work();
  }

  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setImmediate(() => this.endTurn());
  }

  private isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since >= this.milliseconds;
  }

  /**
   * Plans pieces for the next turn, each in a callback of its own: what a piece begins runs in promises, when its
   * callback ends, and counts as its time. In one callback all pieces would begin before any of it ran.
   */
  private endTurn(): void {
    this.isPlanned = false;
    this.since = null;
    const pieces = Math.min(this.waiting.length, MAX_A_TURN);
    for (let n = 0; n < pieces; n++) setImmediate(() => this.next());
    if (pieces > 0) this.plan();
  }

  private next(): void {
    if (!this.isOver()) this.waiting.shift()?.();
  }
}
