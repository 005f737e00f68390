import { createHmac, randomBytes } from 'node:crypto';

/**
 * Tells equal values apart from others without keeping them: by digests under a key that lives as long as one
 * request. What it costs follows from the lengths of the values alone, whether or not any are equal.
 */
export class ValueClasses {
  private readonly key = randomBytes(32);

  digestOf(value: string): string {
    return createHmac('sha256', this.key).update(value).digest('base64');
  }

  forget(): void {
    this.key.fill(0);
  }
}

/** A letter for each text, the same for equal ones: `a` for the first, `b` for the next that differs from it. */
export function lettersOf(texts: readonly string[]): string[] {
  const letters = new Map<string, string>();
  return texts.map((text) => {
    const letter = letters.get(text) ?? letterOf(letters.size);
    letters.set(text, letter);
    return letter;
  });
}

/** `a` to `z`, then `aa`: a project may have a hundred environments. */
const letterOf = (index: number): string =>
  `${index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)}${String.fromCharCode(97 + (index % 26))}`;
