/** Milliseconds between `g` and the letter of a place: enough for whoever types with one finger. */
const PAUSE = 4000;

/** `g`, and a letter soon after it. Times are in milliseconds since the page was opened, as events have them. */
export class KeyPair {
  private began = -Infinity;

  /** Returns the letter where the key ends a pair, `g` where it begins one, and null for any other. */
  take(key: string, at: number): { readonly letter: string } | 'g' | null {
    // Enter, Tab and the arrows do what they always do.
    const isSecond = at - this.began < PAUSE && key.length === 1;
    this.began = !isSecond && key === 'g' ? at : -Infinity;
    if (isSecond) return { letter: key };
    return key === 'g' ? 'g' : null;
  }
}
