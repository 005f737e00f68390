import { finished } from 'node:stream';
import type { Request } from 'express';
import { ApiError, badRequest } from '../../errors/api-error.js';
import { TurnQueue } from '../limits/turn-queue.js';

const MIB = 1024 * 1024;

/** Seconds after which a body that found no room may be sent again: bodies do not stay for long. */
const RETRY_AFTER = 2;

/** Who sends a body. `group` is an organization's id, or once more the address where nobody is known. */
export interface Sender {
  readonly caller: string;
  readonly group: string;
  readonly isKnown: boolean;
}

/**
 * Counts the bytes of all bodies under way in this process, from the first byte until the answer begins. Whoever
 * signed in shares three quarters of them, strangers the rest, so that neither shuts out the other.
 */
export class BodyMemory {
  private readonly known: Pool;
  private readonly strangers: Pool;

  constructor(bytes = 128 * MIB) {
    this.known = new Pool((3 * bytes) / 4, bytes / 4);
    this.strangers = new Pool(bytes / 4, bytes / 16);
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.known.used + this.strangers.used;
  }

  /** Throws 429 where a body of the announced length has no room now, but takes none yet. */
  open(sender: Sender, announced: number): BodyRoom {
    const pool = sender.isKnown ? this.known : this.strangers;
    pool.check(sender, announced);
    return new BodyRoom(pool, sender);
  }
}

/** The bytes that are counted for one body. */
export class BodyRoom {
  private bytes = 0;

  constructor(
    private readonly pool: Pool,
    private readonly sender: Sender,
  ) {}

  /** Counts so many bytes instead of those before. Throws 429 where there is no room for more. */
  resize(bytes: number): void {
    this.pool.check(this.sender, bytes - this.bytes);
    this.pool.add(this.sender, bytes - this.bytes);
    this.bytes = bytes;
  }

  release(): void {
    this.pool.add(this.sender, -this.bytes);
    this.bytes = 0;
  }
}

/**
 * A group may hold half of what would then still be free, so that however much one takes, twice as much is left to the
 * others: the room shrinks with each that comes, and is never used up. A caller is bounded besides.
 */
class Pool {
  used = 0;
  private readonly callers = new Map<string, number>();
  private readonly groups = new Map<string, number>();

  constructor(
    private readonly size: number,
    private readonly perCaller: number,
  ) {}

  check({ caller, group }: Sender, bytes: number): void {
    if (bytes <= 0) return;
    const ofCaller = (this.callers.get(caller) ?? 0) + bytes;
    const ofGroup = (this.groups.get(group) ?? 0) + bytes;
    if (ofCaller > this.perCaller || ofGroup > (this.size - this.used - bytes) / 2) throw noRoom();
  }

  add({ caller, group }: Sender, bytes: number): void {
    this.used += bytes;
    addTo(this.callers, caller, bytes);
    addTo(this.groups, group, bytes);
  }
}

function addTo(held: Map<string, number>, key: string, bytes: number): void {
  const sum = (held.get(key) ?? 0) + bytes;
  if (sum > 0) held.set(key, sum);
  else held.delete(key);
}

const noRoom = () =>
  new ApiError(
    'rate-limited',
    `Too much is being sent at this moment. Try again in ${RETRY_AFTER} seconds.`,
    undefined,
    { 'Retry-After': String(RETRY_AFTER) },
  );

/** Bytes that are taken at first for a body whose length is unknown or greater. */
const FIRST = 16 * 1024;
/** Takes over what has come, of all bodies together, for so many milliseconds of each turn of the event loop. */
const taking = new TurnQueue(4);

/**
 * Reads a body of at most `limit` bytes, whatever was announced. Its room grows with what has come, at most twofold,
 * so that small pieces cost no more than large ones and nothing that was merely announced is held.
 */
export async function readBody(req: Request, limit: number, room: BodyRoom): Promise<Buffer> {
  const most = lengthOf(req) ?? limit;
  room.resize(Math.min(most, FIRST));
  let held = Buffer.allocUnsafeSlow(Math.min(most, FIRST));
  let size = 0;
  const take = (chunk: Buffer) => {
    if (size + chunk.length > limit) throw tooLarge(limit);
    if (size + chunk.length > held.length) {
      const length = Math.min(most, Math.max(2 * held.length, size + chunk.length));
      room.resize(length);
      const larger = Buffer.allocUnsafeSlow(length);
      held.copy(larger, 0, 0, size);
      held = larger;
    }
    size += chunk.copy(held, size);
  };
  await takeAll(req, take);
  room.resize(size);
  return held.subarray(0, size);
}

/** Hands over a body part by part. Throws 400 where it ends before it is complete, and whatever `take` throws. */
function takeAll(req: Request, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const end = (error?: unknown) => {
      isOver = true;
      req.off('readable', onReadable);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const takeWhatCame = () => {
      try {
        for (let chunk; !isOver && (chunk = req.read() as Buffer | null);) take(chunk);
      } catch (error) {
        end(error);
      }
    };
    const onReadable = () => taking.run(takeWhatCame);
    req.on('readable', onReadable);
    finished(req, { writable: false }, (error) => end(error ? incomplete() : undefined));
  });
}

const incomplete = () => badRequest('malformed-request', 'The body ended before it was complete.');

/** Returns the announced length in bytes; undefined for a body that comes in chunks. */
export function lengthOf({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}

export const tooLarge = (limit: number) =>
  new ApiError('body-too-large', `The body may have at most ${limit} bytes.`);
