import type { StreamToken } from './live-tokens.repository.js';

/** What was opened with one token from one address. */
export interface TokenStreams<T> extends StreamToken {
  readonly all: Set<T>;
}

/** Who holds which token: each is asked about once, however many streams it has. */
export class StreamsByToken<T extends { readonly token: StreamToken }> {
  private readonly byToken = new Map<string, TokenStreams<T>>();

  list(): TokenStreams<T>[] {
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
