import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orgRulesOf } from '../../access/held-rules.js';
import type { Actor, ScimActor } from '../../auth/actor.js';
import { ORGANIZATION } from '../../credentials/holding-snapshots.js';
import { WeighedChanges } from '../../credentials/weighed-changes.js';
import { forbidden } from '../../errors/api-error.js';

/** What the maker of a token has to hold. */
const NEEDED = [
  { scopeId: ORGANIZATION, rules: orgRulesOf({ id: null, slug: 'admin', permissions: null }) },
];

/**
 * Who may make a token of SCIM: it moves people into and out of groups whatever these hold, and shuts out administrators.
 * Whoever made one may have kept it, so it lets people in only as long as its maker could make another. It shuts them
 * out for ever: that access ends must not depend on who is there.
 */
@Injectable()
export class ScimTokenMakers {
  constructor(private readonly weighed: WeighedChanges) {}

  /** Throws 403 unless the caller holds all that an administrator of the organization does. */
  require(tx: EntityManager, actor: Actor): Promise<void> {
    return this.weighed.requireHeld(tx, actor, NEEDED);
  }

  /**
   * Comes with whatever gives access to somebody, under the lock of the organization. Throws 403 unless the maker of the
   * token is there, active, and holds what makes one. To be asked before anything is written: a maker who is let in first
   * may hold it only by that.
   */
  async requireToLetIn(tx: EntityManager, actor: ScimActor): Promise<void> {
    if (!(await this.mayLetIn(tx, actor))) throw letsNobodyIn();
  }

  /** `requireToLetIn` for a change of which only the writing shows whether it lets anybody in. */
  mayLetIn(tx: EntityManager, { orgId, makerId, request }: ScimActor): Promise<boolean> {
    return this.weighed.holds(tx, { orgId, callerId: makerId, request }, NEEDED);
  }
}

export const letsNobodyIn = () =>
  forbidden(
    'scim-token-maker',
    'Who made this token of SCIM is gone or no longer an administrator, so it lets nobody in. Give the provider a new token.',
  );
