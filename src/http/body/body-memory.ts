import { ApiError } from '../../errors/api-error.js';

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

  /** A body of so many bytes, if that is known: throws 429 where there is no room, but takes none yet. */
  open(sender: Sender, announced: number): BodyRoom {
    const pool = sender.isKnown ? this.known : this.strangers;
    pool.check(sender, announced);
    return new BodyRoom(pool, sender);
  }
}

/** The room of one body. */
export class BodyRoom {
  private bytes = 0;

  constructor(
    private readonly pool: Pool,
    private readonly sender: Sender,
  ) {}

  /** Throws 429 where there is not so much. */
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
    'RateLimitExceeded',
    `Too much is being sent at this moment. Try again in ${RETRY_AFTER} seconds.`,
    undefined,
    { 'Retry-After': String(RETRY_AFTER) },
  );
