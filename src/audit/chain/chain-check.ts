import { BEGINNING, type ChainEntry, entryBytes, type Link } from './chain-bytes.js';
import { type ChainKeys, isSameMac } from './chain-keys.js';

/** A stored or exported link with its entry, which is null where it is gone. */
export interface FoundLink extends Link {
  readonly entry: ChainEntry | null;
  /** The MAC that a stored checkpoint has for this number. */
  readonly checkpoint?: Buffer | null;
}

/** A checkpoint that somebody kept outside of the database, such as in the server's log. */
export interface KnownCheckpoint {
  readonly number: number;
  readonly mac: Buffer;
}

export type FaultReason =
  | 'changed'
  | 'missing'
  | 'inserted'
  | 'reordered'
  | 'truncated'
  | 'contradicts a checkpoint'
  | 'made with an unknown key';

/** The first fault of a chain. An entry outside of the chain has no number. */
export interface ChainFault {
  readonly reason: FaultReason;
  readonly number?: number;
  readonly entryId?: string;
}

/** Checks the chain of one organization page by page, from its first link to the first fault. */
export class ChainCheck {
  private previous: Buffer = BEGINNING;
  private count = 0;
  private readonly known: ReadonlyMap<number, Buffer>;

  constructor(
    private readonly keys: ChainKeys,
    private readonly orgId: string,
    private readonly checkpoints: readonly KnownCheckpoint[] = [],
  ) {
    this.known = new Map(checkpoints.map(({ number, mac }) => [number, mac]));
  }

  /** The number of links checked without a fault. */
  get length(): number {
    return this.count;
  }

  get head(): Buffer {
    return this.previous;
  }

  /** Returns the first fault of the page, or null. Links that were swapped are recognized within one page. */
  checkPage(page: readonly FoundLink[]): ChainFault | null {
    for (const [index, found] of page.entries()) {
      const fault = this.findFault(found, page, index);
      if (fault) return fault;
      this.previous = found.mac;
      this.count++;
    }
    return null;
  }

  /** Comes after the last page. `lastCheckpoint`: the highest number of a stored checkpoint. */
  end(lastCheckpoint = 0): ChainFault | null {
    const last = Math.max(lastCheckpoint, ...this.checkpoints.map(({ number }) => number));
    return last > this.count ? { reason: 'truncated', number: this.count + 1 } : null;
  }

  private findFault(
    found: FoundLink,
    page: readonly FoundLink[],
    index: number,
  ): ChainFault | null {
    const number = this.count + 1;
    const { entryId } = found;
    const fault = (reason: FaultReason): ChainFault => ({ reason, number, entryId });
    if (found.number !== number) return this.gapAt(number, found, page);
    if (found.entry === null) return fault('missing');
    if (!this.keys.find(found.keyId)) return fault('made with an unknown key');
    if (!this.fits(number, found)) return fault(this.whyNot(number, found, page.slice(index + 1)));
    const macs = [this.known.get(number), found.checkpoint];
    if (macs.some((mac) => mac && !isSameMac(mac, found.mac)))
      return fault('contradicts a checkpoint');
    return null;
  }

  /** The fault where a link has another number than the one expected. */
  private gapAt(
    number: number,
    { number: stands, entryId }: FoundLink,
    page: readonly FoundLink[],
  ): ChainFault {
    if (stands < number) return { reason: 'inserted', number: stands, entryId };
    const later = page.find((each) => each.number === number);
    if (!later) return { reason: 'missing', number };
    return { reason: 'reordered', number: stands, entryId };
  }

  private fits(
    number: number,
    found: FoundLink,
    mac = found.mac,
    previous = this.previous,
  ): boolean {
    const { orgId } = this;
    const key = this.keys.find(found.keyId);
    if (!key || found.orgId !== orgId || found.entry?.id !== found.entryId) return false;
    const bytes = entryBytes({ orgId, number, entryId: found.entryId }, found.entry);
    return isSameMac(key.link(previous, bytes), mac);
  }

  /** Tells a changed link from swapped and inserted ones: it may fit further on, or another one here. */
  private whyNot(number: number, found: FoundLink, rest: readonly FoundLink[]): FaultReason {
    const next = rest.find((each) => this.fits(number, each));
    if (!next)
      return rest.some((each) => this.fits(number, each, found.mac)) ? 'reordered' : 'changed';
    return this.fits(number + 1, found, found.mac, next.mac) || rest[0] !== next
      ? 'reordered'
      : 'inserted';
  }
}
