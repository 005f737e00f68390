import { LRUCache } from 'lru-cache';
import { FairShares } from '../../outgoing/fair-shares.js';
import { FIRST_PART } from '../../outgoing/outgoing-parts.js';
import type { KeySource } from './key-documents.js';
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

/** For whom a set is held: the row whose settings led to it, with those behind it. */
type HeldFor = Pick<KeySource, 'orgId' | 'payer'>;

interface Held {
  readonly set: KeySet;
  readonly bytes: number;
  readonly heldFor: HeldFor;
  readonly giveBack: () => void;
}

/** The bytes of an organization's sets, and their names by who set up what led to them, the longest unused first. */
interface Share {
  readonly bytes: FairShares;
  readonly names: Map<string, Set<string>>;
}

/** Who set a row up: what its payer has before the row itself. */
export const makerOf = ({ orgId, payer }: HeldFor): string =>
  JSON.stringify([orgId, payer.slice(0, -1)]);

/**
 * The key sets that a process has at hand. Whoever runs an issuer decides how large its set is and how many issuers there
 * are, so bytes are bounded, in all and for one organization, whose are parted between its makers: beyond that a maker's own
 * oldest sets make room.
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
    const names = this.shareOf(found.heldFor).names.get(makerOf(found.heldFor))!; // it is held
    names.delete(name);
    names.add(name);
    return found.set;
  }

  /** Holds a set; one that is here already stays that of the same row, whoever loaded it anew. */
  set(name: string, set: KeySet, by: HeldFor): void {
    const { heldFor } = this.held.peek(name) ?? { heldFor: by };
    // A small set counts as much of the bytes as of the number.
    const bytes = Math.max(bytesOf(set), Math.ceil(this.bounds.bytes / this.bounds.sets));
    this.held.delete(name);
    if (bytes > this.bounds.bytesOfOrganization || !this.makeRoom(bytes, heldFor)) return;
    const share = this.shareOf(heldFor);
    this.shares.set(heldFor.orgId, share);
    const names = share.names.get(makerOf(heldFor)) ?? new Set();
    share.names.set(makerOf(heldFor), names.add(name));
    const giveBack = share.bytes.take(heldFor.payer, bytes);
    this.held.set(name, { set, bytes, heldFor, giveBack });
  }

  /** False where there is none though the maker has no set left. */
  private makeRoom(bytes: number, heldFor: HeldFor): boolean {
    for (;;) {
      const share = this.shareOf(heldFor);
      if (share.bytes.isFree(heldFor.payer, { amount: bytes })) return true;
      const [oldest] = share.names.get(makerOf(heldFor)) ?? [];
      if (oldest === undefined) return false;
      this.held.delete(oldest);
    }
  }

  private giveBack(name: string, { heldFor, giveBack }: Held): void {
    giveBack();
    const { names } = this.shareOf(heldFor);
    const own = names.get(makerOf(heldFor))!; // the name is one of them
    own.delete(name);
    if (own.size === 0) names.delete(makerOf(heldFor));
    if (names.size === 0) this.shares.delete(heldFor.orgId);
  }

  private shareOf({ orgId }: HeldFor): Share {
    const bytes = () =>
      new FairShares({ total: this.bounds.bytesOfOrganization, first: FIRST_PART });
    return this.shares.get(orgId) ?? { bytes: bytes(), names: new Map() };
  }
}

/** A text has up to two bytes a character. */
const bytesOf = ({ issuer, keys }: KeySet): number =>
  keys.reduce(
    (sum, { keyId }) => sum + KEY + 2 * (keyId?.length ?? 0),
    SET + 2 * (issuer?.length ?? 0),
  );
