/** Where a reference points: its folder and environment, and the key there. */
export interface ReferenceTarget {
  readonly environment: string;
  readonly secretPath: string;
  readonly key: string;
}

interface At {
  readonly environment: string;
  readonly secretPath: string;
}

/** `${KEY}`, `${env.KEY}`, `${env.folder.sub.KEY}`: letters, digits, `-`, `_`, and dots between the parts. */
const REFERENCE = /\$\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\}/g;

/** The target of what stands between the braces, seen from a folder. */
export function targetOf(name: string, from: At): ReferenceTarget {
  const parts = name.split('.');
  const key = parts.pop() ?? '';
  const [environment, ...folders] = parts;
  if (environment === undefined) return { ...from, key };
  return { environment, secretPath: `/${folders.join('/')}`, key };
}

export const addressOf = ({ environment, secretPath, key }: ReferenceTarget): string =>
  `${environment} ${secretPath} ${key}`;

/** What a text refers to, one by one: a text of a mebibyte may hold very many. */
export function* referencesIn(text: string, from: At): Generator<ReferenceTarget> {
  if (!text.includes('${')) return;
  for (const [, name = ''] of text.matchAll(REFERENCE)) yield targetOf(name, from);
}

export const MAX_DEPTH = 10;

/** Characters that one answer may gain by expansion: references to references multiply. */
export const MAX_EXPANSION = 32 * 1024 * 1024;

/** So that references cost something even where they lead to nothing. */
export const COST_OF_ONE = 256;

export class ExpansionTooLarge extends Error {}

/** Expands references from a set of known values. What is unknown, or leads back to itself, stays as written. */
export class Expander {
  private spent = 0;

  constructor(private readonly values: ReadonlyMap<string, string>) {}

  /** Throws ExpansionTooLarge once all that this expander made exceeds the bound. */
  expand(text: string, from: ReferenceTarget): string {
    return this.replace(text, from, [addressOf(from)]);
  }

  private replace(text: string, from: At, trail: readonly string[]): string {
    if (!text.includes('${')) return text;
    return text.replace(REFERENCE, (written, name: string) => {
      this.spend(COST_OF_ONE);
      const target = targetOf(name, from);
      const address = addressOf(target);
      const value = this.values.get(address);
      if (value === undefined || trail.length > MAX_DEPTH || trail.includes(address)) {
        return written;
      }
      const expanded = this.replace(value, target, [...trail, address]);
      this.spend(expanded.length);
      return expanded;
    });
  }

  private spend(cost: number): void {
    this.spent += cost;
    if (this.spent > MAX_EXPANSION) throw new ExpansionTooLarge();
  }
}
