/** For whom something is taken: those behind it, the outermost first, and at last what they set up. Empty: nobody in particular. */
export type Payer = readonly string[];

/** Makers by whom a payer is told apart, beside its last part. */
const MAKERS = 3;
/** The makers by whom a payer is told apart, the outermost first. */
export const outerMakersOf = (payer: Payer): Payer => payer.slice(0, -1).slice(0, MAKERS);

/** Shares of one maker that are told apart; those beyond them count as one. */
const SHARES = 64;
const OTHERS = 'others';

/** What one payer took, or all behind one maker. */
class Share {
  taken = 0;
  /** As much of it as the share above it, and so the others, feel. */
  felt = 0;
  readonly shares = new Map<string, Share>();

  constructor(readonly name: string) {}
}

export interface ShareBounds {
  /** The amount that all share. */
  readonly total: number;
  /** The part of what the others leave that one may have at first. */
  readonly first: number;
  /** What one may have in any case. */
  readonly least?: number;
  /** Less than this is nothing: else each of many who find a crumb would take a step by it. */
  readonly crumb?: number;
  /** Where nobody gets anything more: `total`, and what a step may take beyond what it was let take. */
  readonly limit?: number;
}

/**
 * Parts of one amount. Each payer may take a part of what the others leave: the second gets less than the first, and who
 * took nothing so far finds something. What somebody set up, and what was set up by those they made, is one part of this and
 * parted again below it: many rows of a maker, or many identities that one made, get no more than one. Who takes more than
 * was there is stopped by that for longer than the others.
 */
export class FairShares {
  private readonly all = new Share('');
  /** What was taken in all, felt or not. */
  private sum = 0;

  constructor(private readonly bounds: ShareBounds) {}

  get taken(): number {
    return this.sum;
  }

  /** `released`: from 0 to 1, how much of what is held back for others is given to who asks for it. */
  isFree(payer: Payer, { amount = 0, released = 0 } = {}): boolean {
    const { total, limit = total, crumb = 0 } = this.bounds;
    if (this.sum >= limit || this.sum + amount > limit) return false;
    const shares = this.sharesOf(payer, false);
    const bounds = this.boundsOf(shares, released);
    return shares.every(({ taken }, i) => {
      const room = bounds[i]! - taken;
      return room > 0 && room >= Math.max(amount, crumb);
    });
  }

  /** Returns what gives it back, for an amount that is lent. */
  take(payer: Payer, amount: number, released = 0): () => void {
    const shares = this.sharesOf(payer, true);
    const bounds = this.boundsOf(shares, released);
    const added: (readonly [Share, number, number])[] = [];
    this.sum += amount;
    let left = amount;
    for (let i = shares.length - 1; i >= 0; i--) {
      const share = shares[i]!;
      const room = Math.min(left, Math.max(0, bounds[i]! - share.taken));
      // What a maker set up is the maker's own in full; what goes beyond a maker's part is felt by no other maker.
      const felt = i > 0 && i === shares.length - 1 ? left : room;
      added.push([share, left, felt]);
      left = felt;
    }
    added.push([this.all, left, 0]);
    for (const [share, taken, felt] of added) add(share, taken, felt);
    return () => {
      this.sum -= amount;
      for (const [share, taken, felt] of added) add(share, -taken, -felt);
      this.forget(shares);
    };
  }

  /** What each may have taken in all, the outermost first. */
  private boundsOf(shares: readonly Share[], released: number): number[] {
    const { total, first, least = 0 } = this.bounds;
    const part = first + (1 - first) * released;
    let [bound, above] = [total, this.all];
    return shares.map((share) => {
      const left = bound - (above.taken - share.felt);
      [bound, above] = [Math.max(least, part * left), share];
      return bound;
    });
  }

  private sharesOf(payer: Payer, isKept: boolean): Share[] {
    const shares: Share[] = [];
    let above = this.all;
    for (const name of [...outerMakersOf(payer), ...payer.slice(-1)]) {
      const found = above.shares.get(name) ?? this.newShare(above, name, isKept);
      shares.push(found);
      above = found;
    }
    return shares;
  }

  private newShare(above: Share, wanted: string, isKept: boolean): Share {
    const name = above.shares.size < SHARES ? wanted : OTHERS;
    const known = above.shares.get(name);
    if (known) return known;
    const share = new Share(name);
    if (!isKept) return share;
    above.shares.set(name, share);
    return share;
  }

  private forget(shares: readonly Share[]): void {
    for (let i = shares.length - 1; i >= 0; i--) {
      const share = shares[i]!;
      const above = shares[i - 1] ?? this.all;
      if (share.taken > 0 || share.shares.size > 0) return;
      above.shares.delete(share.name);
    }
  }
}

function add(share: Share, taken: number, felt: number): void {
  share.taken += taken;
  share.felt += felt;
}
