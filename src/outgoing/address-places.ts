import { OutgoingFailure } from './failure.js';

/** Places at addresses: so many for each. */
export class AddressPlaces {
  private readonly taken = new Map<string, number>();

  constructor(private readonly perAddress: number) {}

  /** Takes a place at each address that may be called. Throws `busy` where one of them has none. */
  take(addresses: readonly string[]): void {
    const isFull = (address: string) => (this.taken.get(address) ?? 0) >= this.perAddress;
    if (addresses.some(isFull)) throw new OutgoingFailure('busy');
    for (const address of addresses) this.taken.set(address, (this.taken.get(address) ?? 0) + 1);
  }

  giveBack(addresses: readonly string[]): void {
    for (const address of addresses) {
      const left = (this.taken.get(address) ?? 0) - 1;
      if (left > 0) this.taken.set(address, left);
      else this.taken.delete(address);
    }
  }
}
