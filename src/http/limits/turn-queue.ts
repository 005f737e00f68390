/**
 * Short pieces of work, done in the order in which they came for some milliseconds of each turn of the event loop.
 * Hundreds that come at once would be done in one turn, and hold it for as long.
 */
export class TurnQueue {
  private readonly waiting: (() => void)[] = [];
  /** When the first piece of this turn was begun. */
  private since: number | null = null;

  constructor(private readonly milliseconds: number) {}

  /** Does the work at once where this turn has time left for it. */
  run(work: () => void): void {
    if (this.since === null) setImmediate(() => this.endTurn());
    if (this.isOver() || this.waiting.length > 0) this.waiting.push(work);
    else work();
  }

  private isOver(): boolean {
    this.since ??= performance.now();
    return performance.now() - this.since >= this.milliseconds;
  }

  private endTurn(): void {
    this.since = null;
    while (this.waiting.length > 0 && !this.isOver()) this.waiting.shift()!();
    if (this.since !== null) setImmediate(() => this.endTurn());
  }
}
