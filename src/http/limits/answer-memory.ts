import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tooManyRequests } from '../../errors/api-error.js';

const MIB = 1024 * 1024;

/** Bytes below which an answer is not counted: what is read and sent of it is bounded by places and connections. */
const SMALL = 256 * 1024;
/** An answer is held several times while it is made: as opened values, as text, and as what is sent. */
const COPIES = 3;
/** Milliseconds that a request waits for memory. */
const PATIENCE = 10_000;
/** Seconds after which a request that found no memory may come again. */
const RETRY_AFTER = 2;

interface Waiter {
  readonly group: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Counts the bytes of large answers in this process, from the moment their rows are read until their readers have
 * taken them. An organization holds at most half of what would then be free; one that holds nothing, all of that.
 */
export class AnswerMemory {
  private used = 0;
  private readonly groups = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();

  constructor(
    private readonly size = 192 * MIB,
    private readonly patience = PATIENCE,
  ) {}

  get held(): number {
    return this.used;
  }

  /** `group`: an organization. */
  open(group: string): AnswerRoom {
    return new AnswerRoom(this, group);
  }

  /** No answer counts for more than a group may hold: by itself it is within the bounds of its route. */
  countOf(bytes: number): number {
    return Math.min(bytes, Math.floor(this.size / 3));
  }

  hasRoom(group: string, bytes: number): boolean {
    const held = this.groups.get(group) ?? 0;
    const free = this.size - this.used - bytes;
    return held + bytes <= free / 2 || (held === 0 && free >= 0);
  }

  add(group: string, bytes: number): void {
    this.used += bytes;
    const held = (this.groups.get(group) ?? 0) + bytes;
    if (held > 0) this.groups.set(group, held);
    else this.groups.delete(group);
    if (bytes < 0) this.admitWaiters();
  }

  /** Takes so many bytes once there is room. Throws 429 if that takes too long. */
  async take(group: string, bytes: number): Promise<void> {
    if (this.hasRoom(group, bytes)) return this.add(group, bytes);
    await new Promise<void>((resolve, reject) => {
      const waiter = { group, bytes, admit: () => settle(resolve) };
      const timer = setTimeout(
        () => settle(() => reject(tooManyRequests(RETRY_AFTER))),
        this.patience,
      );
      const settle = (then: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(waiter);
        then();
      };
      this.waiting.add(waiter);
    });
  }

  private admitWaiters(): void {
    for (const { group, bytes, admit } of this.waiting) {
      if (!this.hasRoom(group, bytes)) continue;
      this.add(group, bytes);
      admit();
    }
  }
}

/** The memory of one request's answer. */
export class AnswerRoom {
  private bytes = 0;
  /** Bytes of rows for whose answer memory was taken before they were read. */
  private read = 0;

  constructor(
    private readonly memory: AnswerMemory,
    private readonly group: string,
  ) {}

  /**
   * Takes memory for an answer made of so many bytes. Only the first call of a request waits: two requests that wait
   * for more while they hold some would wait for one another. Throws 429.
   */
  async reserve(bytes: number): Promise<void> {
    const known = Math.min(this.read, bytes);
    this.read -= known;
    await this.take(bytes - known);
  }

  /** Takes memory for the answer of rows before they are read: the answer reserves none for them then. Throws 429. */
  async reserveReading(bytes: number): Promise<void> {
    await this.take(bytes);
    this.read += bytes;
  }

  private async take(bytes: number): Promise<void> {
    if (bytes < SMALL) return;
    const counted = this.memory.countOf(COPIES * bytes);
    if (this.bytes > 0) this.memory.add(this.group, counted);
    else await this.memory.take(this.group, counted);
    this.bytes += counted;
  }

  /** Counts the answer itself instead of what was reserved for making it. False where there is no room. */
  settle(bytes: number): boolean {
    const more = (bytes < SMALL ? 0 : this.memory.countOf(bytes)) - this.bytes;
    if (more > 0 && !this.memory.hasRoom(this.group, more)) return false;
    this.count(bytes);
    return true;
  }

  /** Does what `settle` does, whether there is room or not. */
  count(bytes: number): void {
    const more = (bytes < SMALL ? 0 : this.memory.countOf(bytes)) - this.bytes;
    this.bytes += more;
    if (more !== 0) this.memory.add(this.group, more);
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  release(): void {
    const { bytes } = this;
    this.bytes = 0;
    if (bytes > 0) this.memory.add(this.group, -bytes);
  }
}

const untaken = new WeakMap<Socket, Set<() => void>>();

/** Calls `done` once an answer was taken or its connection has ended; not all of these end with a `close` of their own. */
export function onceTaken(res: ServerResponse, done: () => void): void {
  const { socket } = res.req;
  if (res.closed || socket.destroyed) return done();
  let pending = untaken.get(socket);
  if (!pending) {
    const all = new Set<() => void>();
    untaken.set(socket, (pending = all));
    socket.once('close', () => all.forEach((each) => each()));
  }
  pending.add(done);
  res.once('close', () => {
    pending.delete(done);
    done();
  });
}
