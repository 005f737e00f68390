import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orgRulesOf } from '../access/held-rules.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import type { Actor } from '../auth/actor.js';
import { ORGANIZATION } from '../credentials/holding-snapshots.js';
import { type ScopedRules, WeighedChanges } from '../credentials/weighed-changes.js';
import { bindRules } from '../permissions/templates.js';

/** A place that a link leads to, and how the link reaches its person. */
export interface LinkedPlace {
  readonly orgId: string;
  readonly userId: string;
  /** Whether the link goes to the address itself, so that who made it does not see it. */
  readonly isMailed: boolean;
}

/** Who makes a link, or made it. */
type Maker = Pick<Actor, 'orgId' | 'callerId' | 'request'>;

const INVITING: ScopedRules = {
  scopeId: ORGANIZATION,
  rules: orgRulesOf({
    ...{ id: '', slug: '', permissions: [{ subject: 'member', action: ['create'] }] },
    ...{ groupId: null, groupName: null },
  }),
};

/**
 * Who may make a link to a place, and whose link still leads there. Its maker may invite, and holds the role that is
 * offered. Whoever hands a link on can use it as well: where no mail is sent, its maker holds all that the person would,
 * whoever granted that, by themselves or by groups. Asked when a link is made, and again when it is used.
 */
@Injectable()
export class LinkMakers {
  constructor(
    private readonly weighed: WeighedChanges,
    private readonly holdings: HoldingsRepository,
  ) {}

  /** Under the lock of the organization. Throws 403 with what the caller does not hold. */
  async require(tx: EntityManager, actor: Actor, place: LinkedPlace): Promise<void> {
    await this.weighed.requireHeld(tx, actor, await this.neededFor(tx, actor, place));
  }

  /** Under the lock of the organization: whether who made the link is still there, and could make it again. */
  async stillLet(tx: EntityManager, maker: Maker, place: LinkedPlace): Promise<boolean> {
    return this.weighed.holds(tx, maker, await this.neededFor(tx, maker, place));
  }

  private async neededFor(
    tx: EntityManager,
    maker: Maker,
    { orgId, userId, isMailed }: LinkedPlace,
  ): Promise<readonly ScopedRules[]> {
    if (!isMailed) {
      const projects = await this.holdings.lockProjectsOf(tx, orgId, userId);
      const scope = { organization: true, projectIds: projects.map(({ id }) => id) };
      return [INVITING, ...(await this.weighed.rulesOf(tx, maker, userId, scope))];
    }
    const [held] = await this.holdings.listOrgHoldings(tx, orgId, [userId]);
    const own = (held?.roles ?? []).filter(({ groupId }) => groupId === null);
    const rules = held ? bindRules(own.flatMap(orgRulesOf), held.holder) : [];
    return [INVITING, { scopeId: ORGANIZATION, rules }];
  }
}
