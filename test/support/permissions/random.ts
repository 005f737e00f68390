/** Cheap random choices from a seed that fast-check draws, for properties with millions of cases. */
export class Random {
  constructor(private state: number) {}

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  some<T>(list: readonly T[], percent = 50): T[] {
    const chosen = list.filter(() => this.chance(percent));
    return chosen.length > 0 ? chosen : [this.pick(list)];
  }

  times<T>(limit: number, make: () => T): T[] {
    return Array.from({ length: this.below(limit + 1) }, make);
  }
}
