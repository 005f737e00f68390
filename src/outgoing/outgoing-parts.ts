import type { ClaimantPart } from '../http/limits/fair-queue.js';
import { FairShares, type Payer } from './fair-shares.js';

/** The part of what the others leave that may be one's own, where something is held until it is given back. */
export const FIRST_PART = 5 / 6;
/** The part of an origin's eight places, so that each leaves one: an organization has seven, a maker six, a row five, or four where its maker was made by another. */
const FIRST_OF_ORIGIN = 7 / 8;

/** Parts a number of places between payers. Whoever has nothing gets one. */
export const sharesOfPlaces = (total: number, first = FIRST_PART) =>
  new FairShares({ total, first, least: 1 });

/** Shares by the name of what is shared, for as long as something of it is taken. */
class NamedShares {
  private readonly all = new Map<string, FairShares>();

  constructor(private readonly make: () => FairShares) {}

  partOf(name: string, payer: Payer): ClaimantPart {
    let giveBack: () => void = () => undefined;
    return {
      isFree: () => this.sharesOf(name).isFree(payer, { amount: 1 }),
      take: () => {
        const shares = this.sharesOf(name);
        this.all.set(name, shares);
        giveBack = shares.take(payer, 1);
      },
      giveBack: () => {
        giveBack();
        if (this.sharesOf(name).taken === 0) this.all.delete(name);
      },
    };
  }

  private sharesOf(name: string): FairShares {
    return this.all.get(name) ?? this.make();
  }
}

/** How many calls are under way and wait for an organization, and are under way to an origin. */
interface PartBounds {
  readonly ofOrganization: number;
  readonly waiting: number;
  readonly toOrigin: number;
}

/**
 * The parts that payers of an organization have of its calls under way, and of those that wait, and that organizations with their
 * payers have of the calls to an origin: nobody takes all of them.
 */
export class OutgoingParts {
  private readonly held: NamedShares;
  private readonly waiting: NamedShares;
  private readonly origins: NamedShares;

  constructor({ ofOrganization, waiting, toOrigin }: PartBounds) {
    this.held = new NamedShares(() => sharesOfPlaces(ofOrganization));
    this.waiting = new NamedShares(() => sharesOfPlaces(waiting));
    this.origins = new NamedShares(() => sharesOfPlaces(toOrigin, FIRST_OF_ORIGIN));
  }

  of(
    organizationId: string,
    payer: Payer,
    origin: string,
  ): { held: ClaimantPart; waiting: ClaimantPart } {
    const ofOrganization = this.held.partOf(organizationId, payer);
    const ofOrigin = this.origins.partOf(origin, [organizationId, ...payer]);
    return {
      held: bothOf(ofOrganization, ofOrigin),
      waiting: this.waiting.partOf(organizationId, payer),
    };
  }
}

const bothOf = (one: ClaimantPart, other: ClaimantPart): ClaimantPart => ({
  isFree: () => one.isFree() && other.isFree(),
  take: () => {
    one.take();
    other.take();
  },
  giveBack: () => {
    one.giveBack();
    other.giveBack();
  },
});
