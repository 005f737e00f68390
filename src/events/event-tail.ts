import { FramedEvent, type StoredEvent } from './event-frame.js';
import type { Page, ProjectState } from './events.repository.js';
import type { ProjectRights } from './project-rights.js';

const PAGE = 500;
const RING_EVENTS = 2_000;
const RING_BYTES = 4 * 1024 * 1024;
/** In a process that is as busy with other work, telling the followers takes no more than that share of its time. */
const BUSY = 0.5;
const SHARE = 0.05;
/** Milliseconds over which it is found out. */
const SPAN = 250;
/** Followers told at once; requests are served before the next ones are. */
const SLICE = 100;
/** Milliseconds. */
const LONGEST_PAUSE = 500;

/** How a tail reads the log of its project; null when the project is no more. */
export type ReadLog = (after: number, limit: number) => Promise<Page | null>;

interface Follower {
  readonly rights: ProjectRights;
  wake(): void;
}

/** Follows one project for all of its local streams: the last events, each framed once. */
export class EventTail {
  /** By their rights, of which there are fewer. */
  private readonly followers = new Map<ProjectRights, Set<Follower>>();
  private ring: FramedEvent[] = [];
  private bytes = 0;
  private end: number;
  private isReading = false;
  private since = performance.eventLoopUtilization();
  /** Milliseconds of telling since then. */
  private told = 0;
  private isBusy = false;
  private rangMeanwhile = false;
  isGone = false;

  constructor(
    private known: ProjectState,
    private readonly read: ReadLog,
    private readonly idOf: (event: StoredEvent) => string,
    private readonly noteReplay: (count: number) => void = () => undefined,
  ) {
    this.end = known.head;
  }

  /** The newest that is known of the project. */
  get state(): ProjectState {
    return this.known;
  }

  /** The number up to which it has read. */
  get reached(): number {
    return this.end;
  }

  get isLonely(): boolean {
    return this.followers.size === 0;
  }

  add(follower: Follower): void {
    const peers = this.followers.get(follower.rights) ?? new Set();
    this.followers.set(follower.rights, peers.add(follower));
  }

  remove(follower: Follower): void {
    const peers = this.followers.get(follower.rights);
    peers?.delete(follower);
    if (peers?.size === 0) this.followers.delete(follower.rights);
  }

  /** There may be news: reads until there is none. Rings during a read make for one more. */
  look(): void {
    this.rangMeanwhile = true;
    if (!this.isReading) void this.catchUp();
  }

  /** Takes note of a state that was read elsewhere; undefined when the project is no more. */
  observe(state: ProjectState | undefined): void {
    if (state === undefined) this.isGone = true;
    else this.note(state);
    this.wakeOutdated();
    if (this.known.head > this.end) this.look();
  }

  /** The events after a number: of the ring, or of the table for who is behind it. */
  async after(seq: number): Promise<readonly FramedEvent[]> {
    if (seq >= this.end) return [];
    const start = seq - (this.end - this.ring.length);
    if (start >= 0) return this.ring.slice(start, start + PAGE);
    const page = await this.read(seq, PAGE);
    if (!page) this.isGone = true;
    else this.note(page.state);
    this.noteReplay(page?.events.length ?? 0);
    return page?.events.map((event) => new FramedEvent(event, this.idOf(event))) ?? [];
  }

  private async catchUp(): Promise<void> {
    this.isReading = true;
    try {
      while (this.rangMeanwhile && !this.isGone) {
        this.rangMeanwhile = false;
        const page = await this.read(this.end, PAGE);
        if (!page) this.isGone = true;
        if (page && this.take(page)) await this.breathe(await this.wakeAll());
        else this.wakeOutdated();
      }
    } catch {
      // Whoever looks after the tails rings again before long.
    } finally {
      this.isReading = false;
    }
  }

  /**
   * Where the process has enough to do, many followers hear of a burst in a few writes, so that writers are
   * not slowed down by them. Where it has time, nobody waits.
   */
  private async breathe(took: number): Promise<void> {
    this.told += took;
    const { active, idle } = performance.eventLoopUtilization(this.since);
    if (active + idle >= SPAN) {
      this.isBusy = active - this.told > BUSY * (active + idle - this.told);
      this.since = performance.eventLoopUtilization();
      this.told = 0;
    }
    if (!this.isBusy) return;
    const pause = Math.min(LONGEST_PAUSE, (took * (1 - SHARE)) / SHARE);
    if (pause >= 1) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Whether there was anything new. */
  private take({ state, events }: Page): boolean {
    const before = this.end;
    this.note(state);
    // Both times of an event's way are the database's; from here on it is measured here.
    const behind = performance.now() - state.now;
    for (const event of events) {
      // What came between is thrown out already; the streams see the gap.
      if (event.seq !== this.end + 1) this.forget(this.ring.length);
      const framed = new FramedEvent(event, this.idOf(event), event.createdAt + behind);
      this.ring.push(framed);
      this.bytes += framed.whole.length;
      this.end = event.seq;
    }
    if (events.length === 0 && state.head > this.end) {
      this.forget(this.ring.length);
      this.end = state.head;
    }
    if (state.head > this.end) this.rangMeanwhile = true;
    while (this.ring.length > RING_EVENTS || this.bytes > RING_BYTES) {
      this.forget(Math.ceil(this.ring.length / 4));
    }
    return this.end > before;
  }

  private forget(count: number): void {
    for (const { whole } of this.ring.splice(0, count)) this.bytes -= whole.length;
  }

  /** States arrive in any order; each part of them only grows. */
  private note({ epoch, head, now }: ProjectState): void {
    this.known = {
      epoch: Math.max(epoch, this.known.epoch),
      head: Math.max(head, this.known.head),
      now: Math.max(now, this.known.now),
    };
  }

  /** Those whose rights must be looked at again, though there is no event. */
  private wakeOutdated(): void {
    for (const [rights, peers] of this.followers) {
      if (this.isGone || rights.isOutdated(this.known)) wake(peers);
    }
  }

  /** Gives the milliseconds it took the followers to write. */
  private async wakeAll(): Promise<number> {
    const all = [...this.followers.values()].flatMap((peers) => [...peers]);
    const start = performance.now();
    for (let i = 0; i < all.length; i += SLICE) {
      wake(all.slice(i, i + SLICE));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return performance.now() - start;
  }
}

function wake(followers: Iterable<Follower>): void {
  for (const follower of followers) follower.wake();
}
