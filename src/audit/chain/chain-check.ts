import { BEGINNING, type ChainEntry, entryBytes, type Link } from './chain-bytes.js';
import { type ChainKeys, isSameMac } from './chain-keys.js';

/** A link as it was found, and what it leads to: null where that is gone. */
export interface Found extends Link {
  readonly entry: ChainEntry | null;
  /** What a stored checkpoint says of this number. */
  readonly checkpoint?: Buffer | null;
}

/** What was told outside of the database: that the chain had come so far. */
export interface Told {
  readonly number: number;
  readonly mac: Buffer;
}

export type Reason =
  | 'changed'
  | 'missing'
  | 'inserted'
  | 'reordered'
  | 'truncated'
  | 'contradicts a checkpoint'
  | 'made with an unknown key';

/** The first thing that is wrong. Without a number: an entry outside of the chain. */
export interface Fault {
  readonly reason: Reason;
  readonly number?: number;
  readonly entryId?: string;
}

/** Goes along the chain of one organization, page by page, from its first link. Stops at the first fault. */
export class ChainCheck {
  private previous: Buffer = BEGINNING;
  private count = 0;
  private readonly told: ReadonlyMap<number, Buffer>;

  constructor(
    private readonly keys: ChainKeys,
    private readonly orgId: string,
    private readonly checkpoints: readonly Told[] = [],
  ) {
    this.told = new Map(checkpoints.map(({ number, mac }) => [number, mac]));
  }

  /** How many links are right. */
  get length(): number {
    return this.count;
  }

  get head(): Buffer {
    return this.previous;
  }

  /** The first fault of the page, or null. The same page should hold what may have changed places. */
  take(page: readonly Found[]): Fault | null {
    for (const [index, found] of page.entries()) {
      const fault = this.faultOf(found, page, index);
      if (fault) return fault;
      this.previous = found.mac;
      this.count++;
    }
    return null;
  }

  /** After the last page. `lastTold`: the highest number of a stored checkpoint. */
  end(lastTold = 0): Fault | null {
    const last = Math.max(lastTold, ...this.checkpoints.map(({ number }) => number));
    return last > this.count ? { reason: 'truncated', number: this.count + 1 } : null;
  }

  private faultOf(found: Found, page: readonly Found[], index: number): Fault | null {
    const number = this.count + 1;
    const { entryId } = found;
    const fault = (reason: Reason): Fault => ({ reason, number, entryId });
    if (found.number !== number) return this.gapAt(number, found, page);
    if (found.entry === null) return fault('missing');
    if (!this.keys.find(found.keyId)) return fault('made with an unknown key');
    if (!this.fits(number, found)) return fault(this.whyNot(number, found, page.slice(index + 1)));
    const told = [this.told.get(number), found.checkpoint];
    if (told.some((mac) => mac && !isSameMac(mac, found.mac)))
      return fault('contradicts a checkpoint');
    return null;
  }

  /** Another number stands where this one should. */
  private gapAt(number: number, { number: stands, entryId }: Found, page: readonly Found[]): Fault {
    if (stands < number) return { reason: 'inserted', number: stands, entryId };
    const later = page.find((each) => each.number === number);
    if (!later) return { reason: 'missing', number };
    return { reason: 'reordered', number: stands, entryId };
  }

  private fits(number: number, found: Found, mac = found.mac, previous = this.previous): boolean {
    const { orgId } = this;
    const key = this.keys.find(found.keyId);
    if (!key || found.orgId !== orgId || found.entry?.id !== found.entryId) return false;
    const bytes = entryBytes({ orgId, number, entryId: found.entryId }, found.entry);
    return isSameMac(key.link(previous, bytes), mac);
  }

  /** What does not fit here may fit further on, and something from there may fit here. */
  private whyNot(number: number, found: Found, rest: readonly Found[]): Reason {
    const next = rest.find((each) => this.fits(number, each));
    if (!next)
      return rest.some((each) => this.fits(number, each, found.mac)) ? 'reordered' : 'changed';
    return this.fits(number + 1, found, found.mac, next.mac) || rest[0] !== next
      ? 'reordered'
      : 'inserted';
  }
}
