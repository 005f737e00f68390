import { LRUCache } from 'lru-cache';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';

/** An identity in a project. */
export interface HolderPlace {
  readonly projectId: string;
  readonly identityId: string;
}

const MAX_KNOWN = 10_000;

/**
 * Callers whose last grant in a project was allowed. What they ask for next is looked at under the lock of the project alone,
 * where everything is decided; what others ask for is looked at before as well, so that whoever may not grant holds
 * up nobody. It gives no right.
 */
export class KnownGranters {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  /** Null where the request has to be looked at before the lock: the caller is not known, or names the project by a slug. */
  placeOf(
    actor: Actor,
    address: {
      readonly identityId: string;
      readonly projectId?: string;
      readonly projectSlug?: string;
    },
  ): HolderPlace | null {
    const { identityId, projectId, projectSlug } = address;
    if (projectId === undefined || projectSlug !== undefined) return null;
    return this.known.has(nameOf(actor, projectId))
      ? { projectId, identityId: toUuid(identityId) }
      : null;
  }

  /** Knows the caller by how the grant ends. */
  async watch<T>(actor: Actor, { projectId }: HolderPlace, grant: Promise<T>): Promise<T> {
    const name = nameOf(actor, projectId);
    try {
      const done = await grant;
      this.known.set(name, true);
      return done;
    } catch (error) {
      this.known.delete(name);
      throw error;
    }
  }
}

const nameOf = ({ orgId, callerId }: Actor, projectId: string): string =>
  `${orgId} ${projectId} ${callerId}`;
