import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { orgRulesOfHolder } from '../access/held-rules.js';
import { IdentityComparison } from '../access/escalation/identity-comparison.js';
import { runInSlices } from '../access/slices.js';
import { requestBudget } from '../access/work-budget.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { conflict, permissionDenied } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { Rule } from '../permissions/rule.js';
import { bindRules } from '../permissions/templates.js';
import { CredentialsRepository, MAX_PAIRS, type MadeBy } from './credentials.repository.js';
import { HoldingSnapshots } from './holding-snapshots.js';
import { administratorsAmong, weakerMakers } from './maker-strength.js';

/** Where identities come to hold more: in the organization, in projects of it, or both. */
export interface GainScope {
  readonly organization: boolean;
  readonly projectIds: readonly string[];
}

/** Identities that may come to hold more, and where. */
export interface Gainers {
  readonly identityIds: readonly string[];
  readonly scope: GainScope;
  /** Makers of the credential that the caller signed in with count as strong: for what a caller does to itself. */
  readonly trustsMakersOfCaller?: boolean;
  /** The rows of `madeBy`, where they were read under the locks of the scope already. */
  readonly made?: readonly MadeBy[];
}

export const ORGANIZATION_SCOPE: GainScope = { organization: true, projectIds: [] };

export const projectScope = (...projectIds: readonly string[]): GainScope => ({
  organization: false,
  projectIds,
});

/** Whether the rules drop rules that allow, or gain rules that forbid, and change nothing else: then nobody gains. */
export function onlyNarrows(before: readonly Rule[], after: readonly Rule[]): boolean {
  const texts = new Set(before.map((rule) => JSON.stringify(rule)));
  const kept = new Set(after.map((rule) => JSON.stringify(rule)));
  return (
    after.every((rule) => rule.inverted || texts.has(JSON.stringify(rule))) &&
    before.every((rule) => !rule.inverted || kept.has(JSON.stringify(rule)))
  );
}

const MAX_NAMED = 100;
/** A credential made with one that is being revoked at this moment is found by the next round. */
const MAX_ROUNDS = 20;

/**
 * No identity gains rights while somebody who does not hold them made one of its credentials and may still have it: the
 * change is refused, or the credentials are revoked with it where the caller asks for that.
 */
@Injectable()
export class CredentialGuard {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly snapshots: HoldingSnapshots,
    private readonly holdings: HoldingsRepository,
    private readonly audit: Audit,
    private readonly comparison: IdentityComparison,
  ) {}

  /**
   * Does `change`, under the locks of the scope, and compares what the identities hold before and after it. Throws 409
   * if one of them gains what a maker of its credentials does not hold; `details` have the credentials where the caller could revoke them.
   */
  async changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    gainers: Gainers,
    change: () => Promise<T>,
  ): Promise<T> {
    const suspects = await this.listSuspects(tx, actor, gainers);
    if (suspects.length === 0) return change();
    if (suspects.length >= MAX_PAIRS) throw tooMany();
    const { scope } = gainers;
    const holders = [...new Set(suspects.map(({ identityId }) => identityId))];
    const before = await this.snapshots.read(tx, actor.orgId, holders, scope);
    if (!before) throw tooMany();
    const done = await change();
    const after = await this.snapshots.read(tx, actor.orgId, holders, scope);
    if (!after) throw tooMany();
    const makers = [...new Set(suspects.map(({ maker }) => maker))];
    const strength = await this.snapshots.read(tx, actor.orgId, makers, scope, true);
    const budget = requestBudget(actor);
    const now = await this.holdings.now(tx);
    const comparison = { before, after, strength: strength ?? new Map(), scope, budget, now };
    const weaker = await runInSlices(weakerMakers(suspects, comparison));
    if (weaker.length > 0) await this.refuseOrRevoke(tx, actor, weaker);
    return done;
  }

  /** Pairs of an identity and a maker who does not administer the scope. */
  private async listSuspects(
    tx: EntityManager,
    actor: Actor,
    { identityIds, scope, trustsMakersOfCaller, made: read }: Gainers,
  ): Promise<MadeBy[]> {
    if (identityIds.length === 0) return [];
    const made = read ?? (await this.credentials.listMadeBy(tx, actor, identityIds));
    if (made.length === 0) return [];
    const trusted = new Set(
      trustsMakersOfCaller ? await this.credentials.listMakers(tx, actor) : [],
    );
    const makers = [...new Set(made.map(({ maker }) => maker))].filter((id) => !trusted.has(id));
    const strength = await this.snapshots.read(tx, actor.orgId, makers, scope, true);
    const now = await this.holdings.now(tx);
    const strong = strength
      ? await runInSlices(
          administratorsAmong(makers, strength, { scope, budget: requestBudget(actor), now }),
        )
      : new Set<string>();
    return made.filter(({ maker }) => !trusted.has(maker) && !strong.has(maker));
  }

  private async refuseOrRevoke(
    tx: EntityManager,
    actor: Actor,
    weaker: readonly MadeBy[],
  ): Promise<void> {
    const [caller] = await this.holdings.listOrgHoldings(tx, actor.orgId, [actor.callerId]);
    const holders = [...new Set(weaker.map(({ identityId }) => identityId))];
    const [role, ...ofGroups] = caller?.roles ?? [];
    const isAdmin = role?.id === null && role.slug === 'admin' && ofGroups.length === 0;
    // A caller who may not touch an identity's credentials neither sees nor revokes them.
    for (const holder of isAdmin ? [] : holders) {
      const beyond = await this.comparison.rulesBeyondCaller(tx, actor, holder);
      if (beyond.length > 0) throw notYours();
    }
    if (!actor.request.revokesWeakerCredentials) {
      throw madeByWeaker(await this.credentials.list(tx, weaker, MAX_NAMED));
    }
    const rules = caller ? bindRules(orgRulesOfHolder(caller), caller.holder) : [];
    compile(ORG_SUBJECTS, rules).require('delete-token', 'identity');
    await this.revoke(tx, actor, weaker);
  }

  private async revoke(tx: EntityManager, actor: Actor, weaker: readonly MadeBy[]): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const named = await this.credentials.list(tx, weaker, MAX_NAMED);
      const counts = await this.credentials.revoke(tx, weaker);
      if (counts.size === 0) return;
      for (const [identityId, count] of counts) {
        const credentials = named
          .filter((each) => each.identityId === identityId)
          .map(({ id, kind }) => ({ id, kind }));
        const target = { identityId, credentials, count };
        await this.audit.record(tx, actor, { action: 'credentials.revoke-weaker', target });
      }
    }
    throw tooMany();
  }
}

const madeByWeaker = (credentials: Awaited<ReturnType<CredentialsRepository['list']>>) =>
  conflict(
    'weaker-credentials',
    'This would give rights to an identity that others can act as: they made credentials of it and hold less ' +
      'themselves. Revoke those credentials, or send the request again with the header ' +
      'X-Revoke-Weaker-Credentials: true.',
    {
      credentials: credentials.map(({ id, kind, name, identityId, makers }) => {
        return { id, kind, name, identityId, makers };
      }),
    },
  );

const notYours = () =>
  permissionDenied(
    'credentials-out-of-reach',
    'This would give rights to an identity that others can act as, since they made credentials of it. The identity ' +
      'holds more than you do, so its credentials are not yours to know or to revoke: ask an administrator of the ' +
      'organization.',
  );

const tooMany = () =>
  conflict(
    'weaker-credentials',
    'Too many identities would come to hold more at once, with credentials that others made. Revoke some of those ' +
      'first, or change less at once.',
  );
