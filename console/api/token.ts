// The access token, in a variable of this module and nowhere else: not on `window`, not in a store, not in a message.
let token: string | null = null;
let renew: () => Promise<boolean> = () => Promise.resolve(false);

export const accessToken = (): string | null => token;

export function setAccessToken(next: string | null): void {
  token = next;
}

/** `work` gets the next token by whatever the session lives on; false where the session is over. */
export function renewTokenBy(work: () => Promise<boolean>): void {
  renew = work;
}

let renewal: Promise<boolean> | null = null;

/** Gets the next token. Requests that find the token at its end in the same moment share one renewal. */
export function renewToken(): Promise<boolean> {
  renewal ??= renew().finally(() => {
    renewal = null;
  });
  return renewal;
}
