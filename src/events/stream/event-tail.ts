import type { ProjectRights } from '../authorization/project-rights.js';
import type { EventPosition } from '../log/event-cursors.js';
import type { EventPage, ProjectState } from '../log/events.repository.js';
import { FramedEvent, type StoredEvent } from './event-frame.js';
import { type DeliveryPace, FanOut } from './fanout.js';
import { areSameFilters, type SubscriptionFilter } from './subscription-filter.js';

/** Events of one read. */
const PAGE = 500;
const MAX_RECENT_EVENTS = 2_000;
const MAX_RECENT_BYTES = 4 * 1024 * 1024;
/** Streams served at once; requests are served before the next ones are. */
const SLICE = 100;

/** Reads a page of the project's log; null if the project is gone. */
export type ReadLog = (after: number, limit: number) => Promise<EventPage | null>;

/** A stamp that is null is not known any more, so nothing can be compared. */
const isOtherStamp = (found: number | null, stamp: number | null): boolean =>
  found !== null && stamp !== null && found !== stamp;

/** Whether a project cannot have been in `state` after it was in `known`. */
const isBehind = (state: ProjectState, known: ProjectState): boolean =>
  state.epoch < known.epoch ||
  state.head < known.head ||
  (state.head === known.head && state.stamp !== known.stamp);

interface TailStream {
  readonly rights: ProjectRights;
  readonly filters: readonly SubscriptionFilter[];
  /** Tells the stream that there may be events, or other rights. */
  wake(): void;
  deliver(fanOut: FanOut): void;
}

/** Follows the log of one project for all of its streams here; keeps the last events, each formatted once. */
export class EventTail {
  private readonly streams = new Map<ProjectRights, Set<TailStream>>();
  private recent: FramedEvent[] = [];
  private recentBytes = 0;
  /** The last event read; its stamp is null until the next read finds it. Replaced whenever it changes. */
  private end: { readonly seq: number; readonly stamp: number | null };
  private mustProveHistory = false;
  private isRefreshing = false;
  private mustReadAgain = false;
  isGone = false;
  /** Raised when the log has lost its end: streams that were sent more of it are reset. */
  history = 0;

  constructor(
    private known: ProjectState,
    private readonly read: ReadLog,
    private readonly idOf: (event: StoredEvent) => string,
    private readonly pace: DeliveryPace,
    private readonly countReplayed: (count: number) => void = () => undefined,
  ) {
    this.end = { seq: known.head, stamp: known.stamp };
  }

  /** The newest known state of the project. */
  get state(): ProjectState {
    return this.known;
  }

  /** The number up to which it has read. */
  get reached(): number {
    return this.end.seq;
  }

  get hasNoStreams(): boolean {
    return this.streams.size === 0;
  }

  add(stream: TailStream): void {
    const peers = this.streams.get(stream.rights) ?? new Set();
    this.streams.set(stream.rights, peers.add(stream));
  }

  remove(stream: TailStream): void {
    const peers = this.streams.get(stream.rights);
    peers?.delete(stream);
    if (peers?.size === 0) this.streams.delete(stream.rights);
  }

  /** Returns the equal filters of a stream with the same rights, if there is one: both then share their deliveries. */
  sharedFilters(
    rights: ProjectRights,
    filters: readonly SubscriptionFilter[],
  ): readonly SubscriptionFilter[] {
    for (const each of this.streams.get(rights) ?? []) {
      if (areSameFilters(each.filters, filters)) return each.filters;
    }
    return filters;
  }

  /** Reads until there is nothing new. A call during a read makes for one more read. */
  refresh(): void {
    this.mustReadAgain = true;
    if (!this.isRefreshing) void this.readNew();
  }

  /** Takes note of a state that was read elsewhere; undefined if the project is gone. */
  observe(state: ProjectState | undefined): void {
    // It may only be late: the next read, which begins after all that is known, tells.
    const seemsLost = state !== undefined && isBehind(state, this.known);
    if (state === undefined) this.isGone = true;
    else this.mergeState(state);
    this.wakeOutdated();
    if (seemsLost || this.known.head > this.end.seq) this.refresh();
  }

  /** The database may have gone back in time: reads on only from an event that is proved to be the same. */
  verifyHistory(): void {
    this.mustProveHistory = true;
    this.refresh();
  }

  /** The events after a position, from memory or the table; null if the log has another event at that position. */
  async eventsAfter({ seq, stamp }: EventPosition): Promise<readonly FramedEvent[] | null> {
    const recent = this.recentAfter(seq);
    if (recent) return recent;
    const { history, end } = this;
    const page = await this.read(seq, PAGE);
    // Read after the event `end` had been read: a log that ends before it has lost it.
    if (page && this.end === end && page.state.head < end.seq) this.restartFrom(page.state);
    if (history !== this.history || (page && isOtherStamp(page.stampBefore, stamp))) {
      this.refresh();
      return null;
    }
    if (!page) this.isGone = true;
    else this.mergeState(page.state);
    this.countReplayed(page?.events.length ?? 0);
    return page?.events.map((event) => new FramedEvent(event, this.idOf(event))) ?? [];
  }

  /** The events in memory after a number; null if some are in the table only. */
  private recentAfter(seq: number): readonly FramedEvent[] | null {
    if (seq >= this.end.seq) return [];
    const start = seq - (this.end.seq - this.recent.length);
    return start >= 0 ? this.recent.slice(start, start + PAGE) : null;
  }

  private async readNew(): Promise<void> {
    this.isRefreshing = true;
    try {
      while (this.mustReadAgain && !this.isGone) {
        this.mustReadAgain = false;
        await this.readPage();
      }
    } catch {
      // The monitor refreshes again before long.
    } finally {
      this.isRefreshing = false;
    }
  }

  private async readPage(): Promise<void> {
    const { end, known, mustProveHistory } = this;
    const page = await this.read(end.seq, PAGE);
    if (page && this.end !== end) {
      // A stream found meanwhile that the log has lost its end.
      this.mustReadAgain = true;
      return;
    }
    if (mustProveHistory) this.mustProveHistory = false;
    if (!page) this.isGone = true;
    else this.compareHistory(page, known, mustProveHistory);
    if (!page || !this.appendPage(page)) this.wakeOutdated();
    else await this.pauseAfter(await this.deliverAll());
  }

  /**
   * Compares a page with what was known before it was asked for. Numbers and epochs of one history only grow, and no
   * two histories give an event or an epoch the same stamp or number.
   */
  private compareHistory(
    { state, stampBefore }: EventPage,
    before: ProjectState,
    mustProve: boolean,
  ): void {
    const { seq, stamp } = this.end;
    const isUnproved = mustProve && seq > 0 && stampBefore === null;
    if (state.head < seq || isOtherStamp(stampBefore, stamp) || isUnproved) {
      this.restartFrom(state);
    } else {
      if (stamp === null) this.end = { seq, stamp: stampBefore };
      if (state.epoch < before.epoch) this.replaceState(state);
    }
  }

  /** The log has lost its end: everything read of it is dropped, and all streams are reset. */
  private restartFrom(state: ProjectState): void {
    this.history++;
    this.dropOldest(this.recent.length);
    this.end = { seq: state.head, stamp: null };
    this.replaceState(state);
  }

  private replaceState(state: ProjectState): void {
    this.known = { ...state, now: Math.max(state.now, this.known.now) };
    for (const [rights, peers] of this.streams) {
      rights.invalidate();
      for (const each of peers) each.wake();
    }
  }

  /** Returns whether there was anything new. */
  private appendPage({ state, events }: EventPage): boolean {
    const before = this.end.seq;
    this.mergeState(state);
    // Events and state have times of the database's clock; from here on the process's clock counts.
    const clockOffset = performance.now() - state.now;
    for (const event of events) {
      // A page of before the log lost its end.
      if (event.seq <= this.end.seq) continue;
      // Events between were thrown out already; the streams find the gap.
      if (event.seq !== this.end.seq + 1) this.dropOldest(this.recent.length);
      const framed = new FramedEvent(event, this.idOf(event), event.createdAt + clockOffset);
      this.recent.push(framed);
      this.recentBytes += framed.frame.length;
      this.end = { seq: event.seq, stamp: event.stamp };
    }
    if (events.length === 0 && state.head > this.end.seq) {
      this.dropOldest(this.recent.length);
      this.end = { seq: state.head, stamp: null };
    }
    if (state.head > this.end.seq) this.mustReadAgain = true;
    while (this.recent.length > MAX_RECENT_EVENTS || this.recentBytes > MAX_RECENT_BYTES) {
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

  /** Wakes the streams whose rights must be read again, though there is no event. */
  private wakeOutdated(): void {
    for (const [rights, peers] of this.streams) {
      if (!this.isGone && !rights.isOutdated(this.known)) continue;
      for (const each of peers) each.wake();
    }
  }

  private async pauseAfter(took: number): Promise<void> {
    const pause = this.pace.pauseAfter(took);
    if (pause >= 1) await new Promise((resolve) => setTimeout(resolve, pause));
  }

  /** Delivers to all streams; returns the milliseconds that it took, without those of requests between. */
  private async deliverAll(): Promise<number> {
    const all = [...this.streams.values()].flatMap((peers) => [...peers]);
    const fanOut = new FanOut((seq) => this.recentAfter(seq));
    let took = 0;
    for (let i = 0; i < all.length; i += SLICE) {
      const start = performance.now();
      for (const each of all.slice(i, i + SLICE)) each.deliver(fanOut);
      took += performance.now() - start;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return took;
  }
}
