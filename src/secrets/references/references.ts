import type { SecretLocation } from '../secret.js';
import type { SecretAddress } from '../secrets.repository.js';

/** `${KEY}`, `${env.KEY}`, `${env.folder.sub.KEY}`: letters, digits, `-`, `_`, and dots between the parts. */
const REFERENCE = /\$\{([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\}/g;

/** The address that a name between the braces means in a value of this folder. */
export function referenceTarget(name: string, from: SecretLocation): SecretAddress {
  const parts = name.split('.');
  const key = parts.pop() ?? '';
  const [environment, ...folders] = parts;
  if (environment === undefined) {
    return { environment: from.environment, secretPath: from.secretPath, key };
  }
  return { environment, secretPath: `/${folders.join('/')}`, key };
}

/** An address as a key of maps and sets. */
export const addressKey = ({ environment, secretPath, key }: SecretAddress): string =>
  `${environment} ${secretPath} ${key}`;

/** Yields the names between the braces one by one: a text of a mebibyte may hold very many. */
export function* referenceNamesIn(text: string): Generator<string> {
  if (!text.includes('${')) return;
  for (const [, name = ''] of text.matchAll(REFERENCE)) yield name;
}

/** Yields the addresses that a text refers to. */
export function* referencesIn(text: string, from: SecretLocation): Generator<SecretAddress> {
  for (const name of referenceNamesIn(text)) yield referenceTarget(name, from);
}

export const MAX_REFERENCE_DEPTH = 10;

/** Characters that one answer may gain by expansion: references to references multiply. */
export const MAX_EXPANSION = 32 * 1024 * 1024;

/** Characters that each reference counts as, so that those that lead to nothing cost something too. */
export const COST_OF_REFERENCE = 256;

/** References between two pauses: well under a millisecond. */
export const PAUSE_AFTER = 128;

export class ExpansionTooLarge extends Error {}

/** Why a reference stays as written. */
export const UNRESOLVED_REASONS = ['missing', 'forbidden', 'cycle', 'too deep'] as const;
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

/** A reference that stays as written, and the secret in whose value it stands. */
export interface UnexpandedReference {
  readonly holder: SecretAddress;
  readonly name: string;
  readonly target: SecretAddress;
  readonly reason: Exclude<UnresolvedReason, 'forbidden'>;
}

/**
 * Why a reference leads no further, or null. `trail` are the addresses on the way to it. Beyond the depth
 * limit nothing was looked for, so depth is asked first of what is not there.
 */
export function unresolvedReason(
  address: string,
  trail: readonly string[],
  values: ReadonlyMap<string, string>,
): UnexpandedReference['reason'] | null {
  if (trail.includes(address)) return 'cycle';
  if (trail.length > MAX_REFERENCE_DEPTH) return 'too deep';
  return values.has(address) ? null : 'missing';
}

/** Expands references from a set of known values. What is unknown, or leads back to itself, stays as written. */
export class Expander {
  private spent = 0;
  private steps = 0;

  constructor(
    private readonly values: ReadonlyMap<string, string>,
    private readonly onLeft: (left: UnexpandedReference) => void = () => undefined,
  ) {}

  /** Whether there is anything to expand: most values are plain. */
  static hasReferences = (text: string): boolean => text.includes('${');

  /**
   * The text, as the last value of a generator that pauses again and again, so that others have their turn: a value of
   * a mebibyte may hold very many references. Throws ExpansionTooLarge once all that this expander made exceeds the
   * bound.
   */
  expand(text: string, from: SecretAddress): Generator<undefined, string> {
    return this.replace(text, from, [addressKey(from)]);
  }

  private *replace(
    text: string,
    holder: SecretAddress,
    trail: readonly string[],
  ): Generator<undefined, string> {
    if (!Expander.hasReferences(text)) return text;
    // Joined in two steps, the first between pauses: hundreds of thousands of parts at once take long.
    const joined: string[] = [];
    let parts: string[] = [];
    let end = 0;
    for (const match of text.matchAll(REFERENCE)) {
      parts.push(text.slice(end, match.index));
      end = match.index + match[0].length;
      if (++this.steps % PAUSE_AFTER === 0) yield;
      if (parts.length >= PAUSE_AFTER) {
        joined.push(parts.join(''));
        parts = [];
      }
      this.spend(COST_OF_REFERENCE);
      const [written, name = ''] = match;
      const target = referenceTarget(name, holder);
      const address = addressKey(target);
      const reason = unresolvedReason(address, trail, this.values);
      if (reason === null) {
        const value = this.values.get(address)!;
        const expanded = yield* this.replace(value, target, [...trail, address]);
        this.spend(expanded.length);
        parts.push(expanded);
      } else {
        this.onLeft({ holder, name, target, reason });
        parts.push(written);
      }
    }
    return [...joined, ...parts, text.slice(end)].join('');
  }

  private spend(cost: number): void {
    this.spent += cost;
    if (this.spent > MAX_EXPANSION) throw new ExpansionTooLarge();
  }
}
