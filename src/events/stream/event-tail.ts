import type { EventPosition } from '../log/event-cursors.js';
import { FramedEvent, type StoredEvent } from './event-frame.js';
import type { EventPage, ProjectState } from '../log/events.repository.js';
import { areSameFilters, type SubscriptionFilter } from './subscription-filter.js';
import type { Pace } from './pace.js';
import type { ProjectRights } from '../authorization/project-rights.js';
import { Round } from './round.js';

const PAGE = 500;
const RING_EVENTS = 2_000;
const RING_BYTES = 4 * 1024 * 1024;
/** Followers told at once; requests are served before the next ones are. */
const SLICE = 100;

/** How a tail reads the log of its project; null when the project is no more. */
export type ReadLog = (after: number, limit: number) => Promise<EventPage | null>;

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
  readonly filters: readonly SubscriptionFilter[];
  wake(): void;
  deliver(round: Round): void;
}

/** Follows one project for all of its local streams: the last events, each framed once. */
export class EventTail {
  /** By their rights, of which there are fewer. */
  private readonly followers = new Map<ProjectRights, Set<Follower>>();
  private recent: FramedEvent[] = [];
  private recentBytes = 0;
  /** Stamp: null until the next read tells it. */
  private end: { readonly seq: number; readonly stamp: number | null };
  private mustProveHistory = false;
  private isRefreshing = false;
  private mustReadAgain = false;
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

  get hasNoStreams(): boolean {
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
  sharedFilters(
    rights: ProjectRights,
    filters: readonly SubscriptionFilter[],
  ): readonly SubscriptionFilter[] {
    for (const each of this.followers.get(rights) ?? []) {
      if (areSameFilters(each.filters, filters)) return each.filters;
    }
    return filters;
  }

  /** There may be news: reads until there is none. Rings during a read make for one more. */
  refresh(): void {
    this.mustReadAgain = true;
    if (!this.isRefreshing) void this.catchUp();
  }

  /** Takes note of a state that was read elsewhere; undefined when the project is no more. */
  observe(state: ProjectState | undefined): void {
    // It may only be late: the next read, which begins after all that is known, tells.
    const seemsLost = state !== undefined && isBehind(state, this.known);
    if (state === undefined) this.isGone = true;
    else this.mergeState(state);
    this.wakeOutdated();
    if (seemsLost || this.known.head > this.end.seq) this.refresh();
  }

  /** The database may be another one: reads on only from an event that is proved to be the same. */
  verifyHistory(): void {
    this.mustProveHistory = true;
    this.refresh();
  }

  /**
   * The events after a position: of the ring, or of the table for who is behind it. Null where the log has
   * another event at that position.
   */
  async eventsAfter({ seq, stamp }: EventPosition): Promise<readonly FramedEvent[] | null> {
    const recent = this.recentAfter(seq);
    if (recent) return recent;
    const { history } = this;
    const page = await this.read(seq, PAGE);
    if (history !== this.history || (page && isOther(page.stampBefore, stamp))) {
      this.refresh();
      return null;
    }
    if (!page) this.isGone = true;
    else this.mergeState(page.state);
    this.noteReplay(page?.events.length ?? 0);
    return page?.events.map((event) => new FramedEvent(event, this.idOf(event))) ?? [];
  }

  /** The events after a number, if the ring still holds them. */
  private recentAfter(seq: number): readonly FramedEvent[] | null {
    if (seq >= this.end.seq) return [];
    const start = seq - (this.end.seq - this.recent.length);
    return start >= 0 ? this.recent.slice(start, start + PAGE) : null;
  }

  private async catchUp(): Promise<void> {
    this.isRefreshing = true;
    try {
      while (this.mustReadAgain && !this.isGone) {
        this.mustReadAgain = false;
        const before = this.known;
        const page = await this.read(this.end.seq, PAGE);
        if (!page) this.isGone = true;
        else this.compareHistory(page, before);
        if (page && this.appendPage(page)) await this.pauseAfter(await this.deliverAll());
        else this.wakeOutdated();
      }
    } catch {
      // Whoever looks after the tails rings again before long.
    } finally {
      this.isRefreshing = false;
    }
  }

  /**
   * Compares a page with what was known before it was asked for. Numbers and epochs of one history only grow, and no
   * two histories give an event or an epoch the same stamp or number.
   */
  private compareHistory({ state, stampBefore }: EventPage, before: ProjectState): void {
    const { seq, stamp } = this.end;
    const isUnproved = this.mustProveHistory && seq > 0 && stampBefore === null;
    this.mustProveHistory = false;
    if (state.head < seq || isOther(stampBefore, stamp) || isUnproved) {
      this.history++;
      this.dropOldest(this.recent.length);
      this.end = { seq: state.head, stamp: null };
    } else {
      this.end = { seq, stamp: stamp ?? stampBefore };
      if (state.epoch >= before.epoch) return;
    }
    this.known = { ...state, now: Math.max(state.now, before.now) };
    for (const rights of this.followers.keys()) rights.invalidate();
    for (const peers of this.followers.values()) for (const each of peers) each.wake();
  }

  /** Whether there was anything new. */
  private appendPage({ state, events }: EventPage): boolean {
    const before = this.end.seq;
    this.mergeState(state);
    // Both times of an event's way are the database's; from here on it is measured here.
    const behind = performance.now() - state.now;
    for (const event of events) {
      // Of a log that has lost its end since: it begins at the new one.
      if (event.seq <= this.end.seq) continue;
      // What came between is thrown out already; the streams see the gap.
      if (event.seq !== this.end.seq + 1) this.dropOldest(this.recent.length);
      const framed = new FramedEvent(event, this.idOf(event), event.createdAt + behind);
      this.recent.push(framed);
      this.recentBytes += framed.frame.length;
      this.end = { seq: event.seq, stamp: event.stamp };
    }
    if (events.length === 0 && state.head > this.end.seq) {
      this.dropOldest(this.recent.length);
      this.end = { seq: state.head, stamp: null };
    }
    if (state.head > this.end.seq) this.mustReadAgain = true;
    while (this.recent.length > RING_EVENTS || this.recentBytes > RING_BYTES) {
      this.dropOldest(Math.ceil(this.recent.length / 4));
    }
    return this.end.seq > before;
  }

  private dropOldest(count: number): void {
    for (const { frame } of this.recent.splice(0, count)) this.recentBytes -= frame.length;
  }

  /** States arrive in any order; each part of them only grows. */
  private mergeState({ epoch, head, stamp, now }: ProjectState): void {
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

  private async pauseAfter(took: number): Promise<void> {
    const pause = this.pace.pauseAfter(took);
    if (pause >= 1) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Gives the milliseconds it took to tell the followers. */
  private async deliverAll(): Promise<number> {
    const all = [...this.followers.values()].flatMap((peers) => [...peers]);
    const round = new Round((seq) => this.recentAfter(seq));
    let took = 0;
    for (let i = 0; i < all.length; i += SLICE) {
      const start = performance.now();
      for (const each of all.slice(i, i + SLICE)) each.deliver(round);
      took += performance.now() - start;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return took;
  }
}
