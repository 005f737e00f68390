import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import type { Rule } from '../permissions/rule.js';

/** Where identities come to hold something: in the organization, in projects of it, or both. */
export interface GainScope {
  readonly organization: boolean;
  readonly projectIds: readonly string[];
}

/** Identities that may come to hold more, and where. */
export interface GainingIdentities {
  readonly identityIds: readonly string[];
  readonly scope: GainScope;
  /** Whoever made what the caller signed in with is no hindrance: for what the caller does to itself. */
  readonly trustsMakersOfCaller?: boolean;
}

export const ORGANIZATION_SCOPE: GainScope = { organization: true, projectIds: [] };

export const projectScope = (...projectIds: readonly string[]): GainScope => ({
  organization: false,
  projectIds,
});

/** What else a change of holdings must not do. A port: credentials are known to a folder above this one. */
export abstract class RiseGuard {
  /** Does `change`, which the caller has locked the scope for, and throws where an identity must not rise like this. */
  abstract changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    rising: GainingIdentities,
    change: () => Promise<T>,
    /** Whether the identity holds more than the caller, anywhere. */
    isStronger: (identityId: string) => Promise<boolean>,
  ): Promise<T>;
}

/** Whether the rules give up rules that allow, and change nothing else: then nobody rises by them. */
export function onlyNarrows(before: readonly Rule[], after: readonly Rule[]): boolean {
  const texts = new Set(before.map((rule) => JSON.stringify(rule)));
  const kept = new Set(after.map((rule) => JSON.stringify(rule)));
  return (
    after.every((rule) => rule.inverted || texts.has(JSON.stringify(rule))) &&
    before.every((rule) => !rule.inverted || kept.has(JSON.stringify(rule)))
  );
}
