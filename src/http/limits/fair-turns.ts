type Start = () => void;

/** One at a time, and callers by turns: whoever waits with many does not go before who waits with one. */
export class FairTurns {
  private isTaken = false;
  /** By caller; the first of the map is next. */
  private readonly waiting = new Map<string, Start[]>();

  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.isTaken) await this.wait(caller);
    this.isTaken = true;
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  private wait(caller: string): Promise<void> {
    return new Promise((start) => {
      const own = this.waiting.get(caller);
      if (own) own.push(start);
      else this.waiting.set(caller, [start]);
    });
  }

  /** The turn goes over without becoming free in between. */
  private next(): void {
    const [caller, starts] = this.waiting.entries().next().value ?? [];
    if (caller === undefined || !starts) {
      this.isTaken = false;
      return;
    }
    this.waiting.delete(caller);
    const start = starts.shift();
    if (starts.length > 0) this.waiting.set(caller, starts);
    start?.();
  }
}
