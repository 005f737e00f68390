import { LRUCache } from 'lru-cache';
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
const globs = new LRUCache<string, CompiledGlob>({ max: MAX_GLOBS });

/** Patterns were checked when they came in. */
export function globOf(pattern: string): CompiledGlob {
  const known = globs.get(pattern);
  if (known) return known;
  const compiled = compileGlob(pattern);
  globs.set(pattern, compiled);
  return compiled;
}

/** The policies of a project at one moment. Exactly one governs a place, or none. */
export class PolicyTable {
  private readonly known = new Map<string, GoverningPolicy | null>();

  /** Takes the policies with the older first, and of equally old ones that with the smaller id. */
  constructor(readonly policies: readonly GoverningPolicy[]) {}

  get isEmpty(): boolean {
    return this.policies.length === 0;
  }

  /** As `governing`, for an environment by its slug. */
  governingAt({ environment, secretPath }: SecretLocation): GoverningPolicy | null {
    for (const { environmentIds, environmentSlugs } of this.policies) {
      const environmentId = environmentIds[environmentSlugs.indexOf(environment)];
      if (environmentId !== undefined) return this.governing({ environmentId, secretPath });
    }
    return null;
  }

  /** The policy of that very path, else the first whose glob matches it. */
  governing({ environmentId, secretPath }: GovernedLocation): GoverningPolicy | null {
    const key = `${environmentId} ${secretPath}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const there = this.policies.filter((each) => each.environmentIds.includes(environmentId));
    const exact = there.find(({ pattern }) => pattern === secretPath);
    const found = exact ?? there.find(({ pattern }) => globOf(pattern).matches(secretPath)) ?? null;
    if (this.known.size < MAX_GLOBS) this.known.set(key, found);
    return found;
  }
}
