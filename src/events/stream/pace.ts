/** The share of its time that a process spends on telling followers: with nothing else to do, and at least. */
const SHARE = { most: 0.25, least: 0.05 };
/** The share that other work takes of the rest from which on there is only the least. */
const BUSY = 0.25;
/** Milliseconds over which that is found out. */
const SPAN = 100;
/** Milliseconds. */
const LONGEST_PAUSE = 500;

/** Milliseconds: the clock, and how long the loop of the process has been active until then. */
export interface Moment {
  readonly now: number;
  readonly active: number;
}

const moment = (): Moment => ({
  now: performance.now(),
  active: performance.eventLoopUtilization().active,
});

/**
 * Says how long to pause after followers were told, so that telling many of them of a burst slows nobody else
 * down: the events of a pause go out together. All projects of a replica share it.
 */
export class Pace {
  private share = SHARE.most;
  private debt = 0;
  private last: Moment;
  /** When `share` was found out, and the milliseconds of telling since then. */
  private since: Moment;
  private told = 0;

  constructor(private readonly look: () => Moment = moment) {
    this.last = this.since = look();
  }

  /** Milliseconds to pause, after so many of telling. */
  pauseAfter(took: number): number {
    const now = this.look();
    const paid = (now.now - this.last.now) * this.share;
    this.debt = Math.max(0, this.debt - paid) + took;
    this.last = now;
    this.told += took;
    if (now.now - this.since.now >= SPAN) this.findShare(now);
    this.debt = Math.min(this.debt, LONGEST_PAUSE * this.share);
    return Math.max(0, this.debt / this.share - took);
  }

  private findShare(now: Moment): void {
    const rest = now.now - this.since.now - this.told;
    const others = now.active - this.since.active - this.told;
    const share = SHARE.most * (1 - others / (BUSY * Math.max(rest, 1)));
    this.share = Math.min(SHARE.most, Math.max(SHARE.least, share));
    this.since = now;
    this.told = 0;
  }
}
