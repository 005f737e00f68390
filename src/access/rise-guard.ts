import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';

/** Where identities come to hold something: in the organization, in projects of it, or both. */
export interface RiseScope {
  readonly organization: boolean;
  readonly projectIds: readonly string[];
}

/** Identities that may come to hold more, and where. */
export interface Rising {
  readonly identityIds: readonly string[];
  readonly scope: RiseScope;
}

export const IN_ORGANIZATION: RiseScope = { organization: true, projectIds: [] };

export const inProjects = (...projectIds: readonly string[]): RiseScope => ({
  organization: false,
  projectIds,
});

/** What else a change of holdings must not do. A port: credentials are known to a folder above this one. */
export abstract class RiseGuard {
  /** Does `change`, which the caller has locked the scope for, and throws where an identity must not rise like this. */
  abstract guard<T>(
    tx: EntityManager,
    actor: Actor,
    rising: Rising,
    change: () => Promise<T>,
  ): Promise<T>;
}
