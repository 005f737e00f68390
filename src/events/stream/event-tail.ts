import type { Position } from '../log/event-cursors.js';
import { FramedEvent, type StoredEvent } from './event-frame.js';
import type { Page, ProjectState } from '../log/events.repository.js';
import { areAlike, type SubscriptionFilter } from './subscription-filter.js';
import type { Pace } from './pace.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import { Round } from './round.js';

const PAGE = 500;
const RING_EVENTS = 2_000;
const RING_BYTES = 4 * 1024 * 1024;
/** Followers told at once; requests are served before the next ones are. */
const SLICE = 100;

/** How a tail reads the log of its project; null when the project is no more. */
export type ReadLog = (after: number, limit: number) => Promise<Page | null>;

/** Null: not known any more, so that nothing can be compared. */
const isOther = (found: number | null, stamp: number | null): boolean =>
  found !== null && stamp !== null && found !== stamp;

/** Whether a project cannot have been in the one state after it was in the other. */
const isBehind = (state: ProjectState, known: ProjectState): boolean =>
  state.epoch < known.epoch ||
  state.head < known.head ||
  (state.head === known.head && state.stamp !== known.stamp);

interface Follower {
  readonly rights: ProjectRights;
  readonly interests: readonly SubscriptionFilter[];
  wake(): void;
  tell(round: Round): void;
}

/** Follows one project for all of its local streams: the last events, each framed once. */
export class EventTail {
  /** By their rights, of which there are fewer. */
  private readonly followers = new Map<ProjectRights, Set<Follower>>();
  private ring: FramedEvent[] = [];
  private bytes = 0;
  /** Stamp: null until the next read tells it. */
  private end: { readonly seq: number; readonly stamp: number | null };
  private isInDoubt = false;
  private isReading = false;
  private rangMeanwhile = false;
  isGone = false;
  /** Raised when the log has lost its end: who heard more of it must begin anew. */
  history = 0;

  constructor(
    private known: ProjectState,
    private readonly read: ReadLog,
    private readonly idOf: (event: StoredEvent) => string,
    private readonly pace: Pace,
    private readonly noteReplay: (count: number) => void = () => undefined,
  ) {
    this.end = { seq: known.head, stamp: known.stamp };
  }

  /** The newest that is known of the project. */
  get state(): ProjectState {
    return this.known;
  }

  /** The number up to which it has read. */
  get reached(): number {
    return this.end.seq;
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

  /** Those of a follower with the same rights that asks for the same: such followers are told the same. */
  sharedInterests(
    rights: ProjectRights,
    interests: readonly SubscriptionFilter[],
  ): readonly SubscriptionFilter[] {
    for (const each of this.followers.get(rights) ?? []) {
      if (areAlike(each.interests, interests)) return each.interests;
    }
    return interests;
  }

  /** There may be news: reads until there is none. Rings during a read make for one more. */
  look(): void {
    this.rangMeanwhile = true;
    if (!this.isReading) void this.catchUp();
  }

  /** Takes note of a state that was read elsewhere; undefined when the project is no more. */
  observe(state: ProjectState | undefined): void {
    // It may only be late: the next read, which begins after all that is known, tells.
    const seemsLost = state !== undefined && isBehind(state, this.known);
    if (state === undefined) this.isGone = true;
    else this.note(state);
    this.wakeOutdated();
    if (seemsLost || this.known.head > this.end.seq) this.look();
  }

  /** The database may be another one: reads on only from an event that is proved to be the same. */
  doubt(): void {
    this.isInDoubt = true;
    this.look();
  }

  /**
   * The events after a position: of the ring, or of the table for who is behind it. Null where the log has
   * another event at that position.
   */
  async after({ seq, stamp }: Position): Promise<readonly FramedEvent[] | null> {
    const recent = this.recent(seq);
    if (recent) return recent;
    const { history } = this;
    const page = await this.read(seq, PAGE);
    if (history !== this.history || (page && isOther(page.stampBefore, stamp))) {
      this.look();
      return null;
    }
    if (!page) this.isGone = true;
    else this.note(page.state);
    this.noteReplay(page?.events.length ?? 0);
    return page?.events.map((event) => new FramedEvent(event, this.idOf(event))) ?? [];
  }

  /** The events after a number, if the ring still holds them. */
  private recent(seq: number): readonly FramedEvent[] | null {
    if (seq >= this.end.seq) return [];
    const start = seq - (this.end.seq - this.ring.length);
    return start >= 0 ? this.ring.slice(start, start + PAGE) : null;
  }

  private async catchUp(): Promise<void> {
    this.isReading = true;
    try {
      while (this.rangMeanwhile && !this.isGone) {
        this.rangMeanwhile = false;
        const before = this.known;
        const page = await this.read(this.end.seq, PAGE);
        if (!page) this.isGone = true;
        else this.prove(page, before);
        if (page && this.take(page)) await this.breathe(await this.tellAll());
        else this.wakeOutdated();
      }
    } catch {
      // Whoever looks after the tails rings again before long.
    } finally {
      this.isReading = false;
    }
  }

  /**
   * Compares a page with what was known before it was asked for. Numbers and epochs of one history only grow, and no
   * two histories give an event or an epoch the same stamp or number.
   */
  private prove({ state, stampBefore }: Page, before: ProjectState): void {
    const { seq, stamp } = this.end;
    const isUnproved = this.isInDoubt && seq > 0 && stampBefore === null;
    this.isInDoubt = false;
    if (state.head < seq || isOther(stampBefore, stamp) || isUnproved) {
      this.history++;
      this.forget(this.ring.length);
      this.end = { seq: state.head, stamp: null };
    } else {
      this.end = { seq, stamp: stamp ?? stampBefore };
      if (state.epoch >= before.epoch) return;
    }
    this.known = { ...state, now: Math.max(state.now, before.now) };
    for (const rights of this.followers.keys()) rights.forget();
    for (const peers of this.followers.values()) for (const each of peers) each.wake();
  }

  /** Whether there was anything new. */
  private take({ state, events }: Page): boolean {
    const before = this.end.seq;
    this.note(state);
    // Both times of an event's way are the database's; from here on it is measured here.
    const behind = performance.now() - state.now;
    for (const event of events) {
      // Of a log that has lost its end since: it begins at the new one.
      if (event.seq <= this.end.seq) continue;
      // What came between is thrown out already; the streams see the gap.
      if (event.seq !== this.end.seq + 1) this.forget(this.ring.length);
      const framed = new FramedEvent(event, this.idOf(event), event.createdAt + behind);
      this.ring.push(framed);
      this.bytes += framed.whole.length;
      this.end = { seq: event.seq, stamp: event.stamp };
    }
    if (events.length === 0 && state.head > this.end.seq) {
      this.forget(this.ring.length);
      this.end = { seq: state.head, stamp: null };
    }
    if (state.head > this.end.seq) this.rangMeanwhile = true;
    while (this.ring.length > RING_EVENTS || this.bytes > RING_BYTES) {
      this.forget(Math.ceil(this.ring.length / 4));
    }
    return this.end.seq > before;
  }

  private forget(count: number): void {
    for (const { whole } of this.ring.splice(0, count)) this.bytes -= whole.length;
  }

  /** States arrive in any order; each part of them only grows. */
  private note({ epoch, head, stamp, now }: ProjectState): void {
    const last = head >= this.known.head ? { head, stamp } : this.known;
    this.known = {
      epoch: Math.max(epoch, this.known.epoch),
      head: last.head,
      stamp: last.stamp,
      now: Math.max(now, this.known.now),
    };
  }

  /** Those whose rights must be looked at again, though there is no event. */
  private wakeOutdated(): void {
    for (const [rights, peers] of this.followers) {
      if (!this.isGone && !rights.isOutdated(this.known)) continue;
      for (const each of peers) each.wake();
    }
  }

  private async breathe(took: number): Promise<void> {
    const pause = this.pace.pauseAfter(took);
    if (pause >= 1) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Gives the milliseconds it took to tell the followers. */
  private async tellAll(): Promise<number> {
    const all = [...this.followers.values()].flatMap((peers) => [...peers]);
    const round = new Round((seq) => this.recent(seq));
    let took = 0;
    for (let i = 0; i < all.length; i += SLICE) {
      const start = performance.now();
      for (const each of all.slice(i, i + SLICE)) each.tell(round);
      took += performance.now() - start;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return took;
  }
}
