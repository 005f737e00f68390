import { LRUCache } from 'lru-cache';
import { slices } from '../../access/slices.js';
import { type CompiledGlob, compileGlob } from '../../permissions/glob.js';
import type { SecretLocation } from '../../secrets/secret.js';

/** What of a policy decides whether it governs a place. */
export interface GoverningPolicy {
  readonly id: string;
  readonly name: string | null;
  /** A folder, or a glob over folders. */
  readonly pattern: string;
  readonly environmentIds: readonly string[];
  /** Slugs of these environments today, in the order of their ids above. */
  readonly environmentSlugs: readonly string[];
  readonly exemptsMachines: boolean;
}

/** A folder by the path that it has today. */
export interface GovernedLocation {
  readonly environmentId: string;
  readonly secretPath: string;
}

const MAX_GLOBS = 1_000;
/** Places that a table remembers. */
const MAX_KNOWN = 1_000;
const globs = new LRUCache<string, CompiledGlob>({ max: MAX_GLOBS });

/** Patterns were checked when they came in. */
export function globOf(pattern: string): CompiledGlob {
  const known = globs.get(pattern);
  if (known) return known;
  const compiled = compileGlob(pattern);
  globs.set(pattern, compiled);
  return compiled;
}

/** Gives the policy that governs a place which was asked about before; null where none does. */
export type Governors = (place: GovernedLocation) => GoverningPolicy | null;

const keyOf = ({ environmentId, secretPath }: GovernedLocation): string =>
  `${environmentId} ${secretPath}`;

/** The policies of a project at one moment. Exactly one governs a place, or none. */
export class PolicyTable {
  private readonly known = new Map<string, GoverningPolicy | null>();

  /** Takes the policies with the older first, and of equally old ones that with the smaller id. */
  constructor(readonly policies: readonly GoverningPolicy[]) {}

  get isEmpty(): boolean {
    return this.policies.length === 0;
  }

  /**
   * Looks up the places, each once. A thousand folders against a hundred long patterns take seconds: it is done in slices, which
   * are charged to the caller. Whoever asks for another place is given an error.
   */
  async governors(places: Iterable<GovernedLocation>): Promise<Governors> {
    const found = new Map<string, GoverningPolicy | null>();
    const pause = slices();
    for (const place of places) {
      const key = keyOf(place);
      if (found.has(key)) continue;
      for (const policy of this.search(place)) {
        if (policy !== undefined) found.set(key, policy);
        if (pause.isDue()) await pause();
      }
    }
    return (place) => {
      const policy = found.get(keyOf(place));
      if (policy === undefined) throw new Error('This place was not looked up');
      return policy;
    };
  }

  /** The policy that governs one place. */
  async governing(place: GovernedLocation): Promise<GoverningPolicy | null> {
    return (await this.governors([place]))(place);
  }

  /** The place by the id of its environment; null for an environment of no policy. */
  placeAt({ environment, secretPath }: SecretLocation): GovernedLocation | null {
    for (const { environmentIds, environmentSlugs } of this.policies) {
      const environmentId = environmentIds[environmentSlugs.indexOf(environment)];
      if (environmentId !== undefined) return { environmentId, secretPath };
    }
    return null;
  }

  /** Ends with the policy of that very path, else the first whose glob matches it, else null; undefined after each glob before. */
  private *search(place: GovernedLocation): Generator<GoverningPolicy | null | undefined, void> {
    const { environmentId, secretPath } = place;
    const key = keyOf(place);
    const known = this.known.get(key);
    if (known !== undefined) return yield known;
    const there = this.policies.filter((each) => each.environmentIds.includes(environmentId));
    let found = there.find(({ pattern }) => pattern === secretPath);
    for (const policy of found ? [] : there) {
      yield undefined;
      if (!globOf(policy.pattern).matches(secretPath)) continue;
      found = policy;
      break;
    }
    if (this.known.size < MAX_KNOWN) this.known.set(key, found ?? null);
    yield found ?? null;
  }
}
