/** A request that asks for a place. */
export interface Claimant {
  /** An organization, or all strangers together. */
  readonly group: string;
  /** An identity, or the address of a stranger. */
  readonly caller: string;
  /** What those who hold a place with the same text would make one another wait for; null: nothing. */
  readonly contended: string | null;
  /** Memory that it holds while it waits. */
  readonly bytes: number;
  /** Bounds beside those of groups and callers, of places and of those who wait. */
  readonly parts?: { readonly held: ClaimantPart; readonly waiting: ClaimantPart };
}

/** What a claimant may have of something, by a bound of its own. */
export interface ClaimantPart {
  isFree(): boolean;
  take(): void;
  giveBack(): void;
}

export interface PlaceBounds {
  readonly total: number;
  readonly perGroup: number;
  /** As `perGroup`, for a group that holds its places for long, while others ask for some; as much where it is absent. */
  readonly perLongGroup?: number;
  readonly perCaller: number;
  readonly perContended: number;
}

export interface QueueBounds {
  readonly total: number;
  readonly perGroup: number;
  readonly perCaller: number;
  /** Bytes that all who wait hold together; one group at most half of them. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly patience: number;
}

/** The queue has no room, or none became free in time. */
export class QueueRefusal extends Error {
  constructor(readonly seconds: number) {
    super('No place became free.');
  }
}

/** The claimant went away while it waited. */
export class Abandoned extends Error {}

interface Waiter {
  readonly claimant: Claimant;
  readonly admit: () => void;
}

class Caller {
  held = 0;
  readonly waiters = new Set<Waiter>();
}

class Group {
  held = 0;
  /** Milliseconds that its places are held, smoothed. */
  heldFor = 0;
  waiting = 0;
  bytes = 0;
  readonly callers = new Map<string, Caller>();
  /** Callers who wait; the one whose turn is next comes first. */
  readonly turns = new Set<Caller>();

  constructor(readonly name: string) {}
}

/** Milliseconds from which on a place is held for long. */
const LONG = 50;
/** Milliseconds for which a group counts as active after it asked for a place; at most twice that. */
const ACTIVE_FOR = 1_000;

/** Tells whether others asked for places just now. */
export class ActiveGroups {
  private now = new Set<string>();
  private before = new Set<string>();
  private since = 0;

  note(name: string): void {
    const time = performance.now();
    if (time - this.since >= ACTIVE_FOR) {
      this.before = time - this.since < 2 * ACTIVE_FOR ? this.now : new Set();
      this.now = new Set();
      this.since = time;
    }
    // Two suffice: one of them is another than whoever asks.
    if (this.now.size < 2) this.now.add(name);
  }

  hasOthersThan(name: string): boolean {
    return [this.now, this.before].some((names) => names.size > (names.has(name) ? 1 : 0));
  }
}

/**
 * Places for work, and a queue that is fair between groups and, within each, between their callers. A group holds at
 * most twice as many as it leaves free, or one, and so does a caller of what its group may hold: however many there
 * are, each takes less than the one before, and the last free place goes to somebody who has none. Whoever holds
 * places for long holds few of them while others are active.
 */
export class FairQueue {
  private readonly groups = new Map<string, Group>();
  /** Groups with waiters; the one whose turn is next comes first. */
  private readonly turns = new Set<Group>();
  private readonly contended = new Map<string, number>();
  private held = 0;
  private waiting = 0;
  private bytes = 0;
  /** Milliseconds that a place is held, smoothed; for the seconds that a refusal names. */
  private heldFor = 20;

  constructor(
    readonly places: PlaceBounds,
    readonly queue: QueueBounds,
    /** May be shared with the queue of other work. */
    private readonly active = new ActiveGroups(),
  ) {}

  get atWork(): number {
    return this.held;
  }

  get queued(): number {
    return this.waiting;
  }

  /** Takes a place if there is one, without a promise or a timer. */
  tryEnter(claimant: Claimant): boolean {
    const group = this.groupOf(claimant.group);
    const caller = callerOf(group, claimant.caller);
    this.active.note(claimant.group);
    const isFree = this.isFreeFor(group, caller) && this.isUncontended(claimant);
    if (isFree) this.take(group, caller, claimant);
    else this.forget(claimant, group, caller);
    return isFree;
  }

  /**
   * Waits for a place. `onLeave` is given what ends the wait of a claimant that went away. Rejects with QueueRefusal
   * where the queue is full or the wait took too long, with Abandoned where the claimant is gone.
   */
  enter(claimant: Claimant, onLeave: (abandon: () => void) => void): Promise<void> {
    const group = this.groupOf(claimant.group);
    const caller = callerOf(group, claimant.caller);
    if (!this.hasRoom(group, caller, claimant)) {
      const refusal = new QueueRefusal(this.secondsFor(caller));
      this.forget(claimant, group, caller);
      return Promise.reject(refusal);
    }
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.removeWaiter(waiter, group, caller);
        then();
      };
      const giveUp = (error: Error) => {
        if (!caller.waiters.has(waiter)) return;
        settle(() => reject(error));
        this.forget(claimant, group, caller);
      };
      const waiter = { claimant, admit: () => settle(resolve) };
      const late = () => giveUp(new QueueRefusal(this.secondsFor(caller)));
      const timer = setTimeout(late, this.queue.patience).unref();
      this.addWaiter(waiter, group, caller);
      onLeave(() => giveUp(new Abandoned()));
    });
  }

  /** Gives a place back that was held for so many milliseconds; the next in turn gets it. */
  leave(claimant: Claimant, heldFor: number): void {
    const group = this.groupOf(claimant.group);
    const caller = callerOf(group, claimant.caller);
    this.held--;
    group.held--;
    caller.held--;
    this.count(claimant.contended, -1);
    claimant.parts?.held.giveBack();
    this.heldFor += (heldFor - this.heldFor) / 16;
    group.heldFor += (heldFor - group.heldFor) / 4;
    this.forget(claimant, group, caller);
    if (this.waiting > 0) this.admitWaiters();
  }

  private admitWaiters(): void {
    while (this.held < this.places.total && this.admitOne());
  }

  private admitOne(): boolean {
    for (const group of this.turns) {
      for (const caller of group.turns) {
        const waiter = this.firstFree(group, caller);
        if (!waiter) continue;
        this.take(group, caller, waiter.claimant);
        waiter.admit();
        // A caller or group that still waits has its next turn after all others.
        if (group.turns.delete(caller)) group.turns.add(caller);
        if (this.turns.delete(group)) this.turns.add(group);
        return true;
      }
    }
    return false;
  }

  private firstFree(group: Group, caller: Caller): Waiter | null {
    if (!this.isFreeFor(group, caller)) return null;
    for (const waiter of caller.waiters) if (this.isUncontended(waiter.claimant)) return waiter;
    return null;
  }

  private isFreeFor(group: Group, caller: Caller): boolean {
    const { total, perCaller } = this.places;
    const perGroup = this.perGroup(group);
    const free = total - this.held;
    if (free <= 0 || group.held >= Math.min(perGroup, Math.max(1, 2 * free))) return false;
    return caller.held < Math.min(perCaller, Math.max(1, 2 * (perGroup - group.held)));
  }

  private perGroup(group: Group): number {
    const { perGroup, perLongGroup = perGroup } = this.places;
    const isLong = group.heldFor >= LONG && this.active.hasOthersThan(group.name);
    return isLong ? perLongGroup : perGroup;
  }

  private isUncontended({ contended, parts }: Claimant): boolean {
    const isFull =
      contended !== null && (this.contended.get(contended) ?? 0) >= this.places.perContended;
    return !isFull && (parts?.held.isFree() ?? true);
  }

  private hasRoom(group: Group, caller: Caller, { bytes, parts }: Claimant): boolean {
    const { queue } = this;
    if (parts && !parts.waiting.isFree()) return false;
    const areFew =
      this.waiting < queue.total &&
      group.waiting < queue.perGroup &&
      caller.waiters.size < queue.perCaller;
    return areFew && this.bytes + bytes <= queue.bytes && group.bytes + bytes <= queue.bytes / 2;
  }

  private take(group: Group, caller: Caller, { contended, parts }: Claimant): void {
    parts?.held.take();
    this.held++;
    group.held++;
    caller.held++;
    this.count(contended, 1);
  }

  private addWaiter(waiter: Waiter, group: Group, caller: Caller): void {
    caller.waiters.add(waiter);
    group.turns.add(caller);
    this.turns.add(group);
    waiter.claimant.parts?.waiting.take();
    this.countWaiting(group, 1, waiter.claimant.bytes);
  }

  private removeWaiter(waiter: Waiter, group: Group, caller: Caller): void {
    caller.waiters.delete(waiter);
    if (caller.waiters.size === 0) group.turns.delete(caller);
    if (group.turns.size === 0) this.turns.delete(group);
    waiter.claimant.parts?.waiting.giveBack();
    this.countWaiting(group, -1, -waiter.claimant.bytes);
  }

  private countWaiting(group: Group, by: 1 | -1, bytes: number): void {
    this.waiting += by;
    group.waiting += by;
    this.bytes += bytes;
    group.bytes += bytes;
  }

  private count(contended: string | null, by: 1 | -1): void {
    if (contended === null) return;
    const held = (this.contended.get(contended) ?? 0) + by;
    if (held === 0) this.contended.delete(contended);
    else this.contended.set(contended, held);
  }

  /** Returns the seconds until the caller's queue would be empty, from 1 to 30. */
  private secondsFor({ waiters }: Caller): number {
    const milliseconds = ((waiters.size + 1) * this.heldFor) / this.places.perCaller;
    return Math.min(30, Math.max(1, Math.ceil(milliseconds / 1_000)));
  }

  private groupOf(name: string): Group {
    let group = this.groups.get(name);
    if (!group) this.groups.set(name, (group = new Group(name)));
    return group;
  }

  private forget(claimant: Claimant, group: Group, caller: Caller): void {
    if (caller.held === 0 && caller.waiters.size === 0) group.callers.delete(claimant.caller);
    if (group.callers.size === 0) this.groups.delete(claimant.group);
  }
}

function callerOf(group: Group, name: string): Caller {
  let caller = group.callers.get(name);
  if (!caller) group.callers.set(name, (caller = new Caller()));
  return caller;
}
