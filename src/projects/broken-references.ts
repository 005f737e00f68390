import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import type { SecretChange } from '../events/log/event-log.js';

export interface BrokenReferenceTarget {
  readonly environment: string;
  readonly secretPath: string;
  readonly key: string;
}

/** A secret whose value refers to a secret that is no longer at the target. */
export interface BrokenReference extends BrokenReferenceTarget {
  readonly id: string;
  readonly target: BrokenReferenceTarget;
}

/** Only references that the caller may know of. */
export interface BrokenReferences {
  readonly rows: readonly BrokenReference[];
  /** False where there may be more: the index does not know all values yet, or they are too many. */
  readonly isComplete: boolean;
}

/**
 * Port: finds the secrets that still refer to addresses which a change of folders or environments took away.
 * The module `secrets`, which keeps the index of references, provides it.
 */
export abstract class BrokenReferenceFinder {
  /** Runs in the transaction of the change and after it was written. Null if nothing is known to refer there. */
  abstract findBroken(
    tx: EntityManager,
    project: ProjectAccess,
    removed: readonly SecretChange[],
  ): Promise<BrokenReferences | null>;
}
