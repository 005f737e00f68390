import { LRUCache } from 'lru-cache';
import type { VerificationKey } from './verification-key.js';

/** Keys in memory. `loadedAt`: seconds of the database's clock. */
export interface KeySet {
  readonly issuer: string | null;
  readonly keys: readonly VerificationKey[];
  readonly freshFor: number;
  readonly loadedAt: number;
}

export interface KeySetBounds {
  readonly sets: number;
  /** Bytes, about, of all sets; and of those that the settings of one organization brought here. */
  readonly bytes: number;
  readonly bytesOfOrganization: number;
}

const BOUNDS: KeySetBounds = { sets: 2_000, bytes: 32 << 20, bytesOfOrganization: 8 << 20 };
/** Bytes, about, of a set without its texts, and of a key of the longest modulus with all that Node keeps beside it. */
const SET = 512;
const KEY = 3 * 1_024;

interface Held {
  readonly set: KeySet;
  readonly bytes: number;
  readonly orgId: string;
}

/** The names of an organization's sets, the longest unused first, and their bytes. */
interface Share {
  bytes: number;
  readonly names: Set<string>;
}

/**
 * The key sets that a process has at hand. Whoever runs an issuer decides how large its set is and how many issuers there
 * are, so bytes are bounded, in all and for one organization: beyond that its own oldest sets make room.
 */
export class KeySetMemory {
  private readonly shares = new Map<string, Share>();
  private readonly held: LRUCache<string, Held>;

  constructor(private readonly bounds = BOUNDS) {
    this.held = new LRUCache<string, Held>({
      max: bounds.sets,
      maxSize: bounds.bytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (held, name) => this.giveBack(name, held),
    });
  }

  /** Bytes, about, of all sets. */
  get bytes(): number {
    return this.held.calculatedSize;
  }

  get(name: string): KeySet | undefined {
    const found = this.held.get(name);
    if (!found) return undefined;
    const { names } = this.shareOf(found.orgId);
    names.delete(name);
    names.add(name);
    return found.set;
  }

  /** `orgId`: the organization whose settings led to it. */
  set(name: string, set: KeySet, orgId: string): void {
    const bytes = bytesOf(set);
    this.held.delete(name);
    if (bytes > this.bounds.bytesOfOrganization) return;
    for (let share = this.shareOf(orgId); share.bytes + bytes > this.bounds.bytesOfOrganization;) {
      const [oldest] = share.names;
      this.held.delete(oldest!); // it has bytes, so it has a set
    }
    const share = this.shareOf(orgId);
    share.bytes += bytes;
    share.names.add(name);
    this.shares.set(orgId, share);
    this.held.set(name, { set, bytes, orgId });
  }

  private giveBack(name: string, { bytes, orgId }: Held): void {
    const share = this.shareOf(orgId);
    share.bytes -= bytes;
    share.names.delete(name);
    if (share.names.size === 0) this.shares.delete(orgId);
  }

  private shareOf(orgId: string): Share {
    return this.shares.get(orgId) ?? { bytes: 0, names: new Set() };
  }
}

/** A text has up to two bytes a character. */
const bytesOf = ({ issuer, keys }: KeySet): number =>
  keys.reduce(
    (sum, { keyId }) => sum + KEY + 2 * (keyId?.length ?? 0),
    SET + 2 * (issuer?.length ?? 0),
  );
