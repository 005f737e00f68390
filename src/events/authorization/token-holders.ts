import type { HeldToken } from './live-tokens.repository.js';

/** What was opened with one token from one address. */
export interface Holders<T> extends HeldToken {
  readonly all: Set<T>;
}

/** Who holds which token: each is asked about once, however many streams it has. */
export class TokenHolders<T extends { readonly token: HeldToken }> {
  private readonly byToken = new Map<string, Holders<T>>();

  list(): Holders<T>[] {
    return [...this.byToken.values()];
  }

  add(holder: T): void {
    const key = JSON.stringify(holder.token);
    const holders = this.byToken.get(key) ?? { ...holder.token, all: new Set() };
    this.byToken.set(key, holders);
    holders.all.add(holder);
  }

  remove(holder: T): void {
    const key = JSON.stringify(holder.token);
    const all = this.byToken.get(key)?.all;
    all?.delete(holder);
    if (all?.size === 0) this.byToken.delete(key);
  }
}
