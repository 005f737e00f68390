import type { ClaimantPart } from '../http/limits/fair-queue.js';
import { FairShares, type Payer } from './fair-shares.js';

/** The part of what the others leave that may be one's own, where something is held until it is given back. */
export const FIRST_PART = 5 / 6;

/** Parts a number of places between payers. Whoever has nothing gets one. */
export const sharesOfPlaces = (total: number) =>
  new FairShares({ total, first: FIRST_PART, least: 1 });

/** What an organization has at work, and waiting. */
interface Parts {
  readonly held: FairShares;
  readonly waiting: FairShares;
}

/** The parts that payers of an organization have of its calls under way, and of those that wait: no maker takes all of them. */
export class OutgoingParts {
  private readonly organizations = new Map<string, Parts>();

  constructor(
    private readonly places: number,
    private readonly waiting: number,
  ) {}

  of(organizationId: string, payer: Payer): { held: ClaimantPart; waiting: ClaimantPart } {
    const part = (name: keyof Parts): ClaimantPart => {
      let giveBack: () => void = () => undefined;
      return {
        isFree: () => this.partsOf(organizationId)[name].isFree(payer, { amount: 1 }),
        take: () => {
          const parts = this.partsOf(organizationId);
          this.organizations.set(organizationId, parts);
          giveBack = parts[name].take(payer, 1);
        },
        giveBack: () => {
          giveBack();
          const { held, waiting } = this.partsOf(organizationId);
          if (held.taken + waiting.taken === 0) this.organizations.delete(organizationId);
        },
      };
    };
    return { held: part('held'), waiting: part('waiting') };
  }

  private partsOf(organizationId: string): Parts {
    return (
      this.organizations.get(organizationId) ?? {
        held: sharesOfPlaces(this.places),
        waiting: sharesOfPlaces(this.waiting),
      }
    );
  }
}
