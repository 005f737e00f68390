import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  cannotGrant,
  gainedGrants,
  gainsBeyond,
  holdsEverything,
  missingForGrants,
  missingPermissionsDetails,
  reverseOf,
} from '../access/escalation/grants.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { runInSlices } from '../access/slices.js';
import { type RequestBudget, requestBudget, tooMuchToCompare } from '../access/work-budget.js';
import type { Actor } from '../auth/actor.js';
import { permissionDenied } from '../errors/api-error.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import type { Rule, SourcedRule } from '../permissions/rule.js';
import type { SubjectTable } from '../permissions/subject-table.js';
import { CredentialGuard, type GainScope } from './credential-guard.js';
import {
  HoldingSnapshots,
  type HoldingSnapshot,
  ORGANIZATION,
  snapshotKey,
  withReach,
} from './holding-snapshots.js';

/** Who may come to hold more or less by a change, and where. */
export interface Concerned {
  /** People and identities. */
  readonly holderIds: readonly string[];
  /** Identities among the holders: their credentials may have been made by others. */
  readonly identityIds: readonly string[];
  readonly scope: GainScope;
}

/** Rules in one scope: a project by its id, or `ORGANIZATION`. */
export interface ScopedRules {
  readonly scopeId: string;
  readonly rules: readonly SourcedRule[];
}

/** The caller in one scope: what may be handed on there. */
interface Granter {
  readonly table: SubjectTable;
  readonly held: readonly SourcedRule[];
  readonly now: Date;
  readonly budget: RequestBudget;
}

/** Somebody whose rights are looked at, and the request that looks. */
type Holder = Pick<Actor, 'orgId' | 'callerId' | 'request'>;

type Granters = ReadonlyMap<string, Granter>;

/** Whether rules that allow are added, and nothing else changes: then nobody loses, and nobody gains more than those. */
export function onlyWidens(before: readonly SourcedRule[], after: readonly SourcedRule[]): boolean {
  const known = new Set(before.map(textOf));
  const kept = new Set(after.map(textOf));
  return (
    before.every((rule) => kept.has(textOf(rule))) &&
    after.every((rule) => !rule.inverted || known.has(textOf(rule)))
  );
}

const textOf = ({ subject, action, conditions, inverted, source }: SourcedRule): string =>
  JSON.stringify([subject, action, conditions, inverted, source.validFrom, source.validUntil]);

/** Holders that one change weighs one by one; an administrator's change needs no weighing. */
const MAX_HOLDERS = 1_000;

/**
 * Changes that concern several holders in several scopes at once, such as joining or leaving a group. Nobody gives by
 * them what they do not hold, nor takes from somebody stronger. An administrator of the organization is strong in every
 * project.
 */
@Injectable()
export class WeighedChanges {
  constructor(
    private readonly snapshots: HoldingSnapshots,
    private readonly credentials: CredentialGuard,
    private readonly holdings: HoldingsRepository,
  ) {}

  /**
   * Does `change` under the locks of the scopes. Throws 403 where one of the holders comes to hold, or loses the
   * prohibition of, what the caller does not hold, or where a holder who is stronger than the caller loses anything; 409
   * as `CredentialGuard` does.
   */
  async during<T>(
    tx: EntityManager,
    actor: Actor,
    { holderIds, identityIds, scope }: Concerned,
    change: () => Promise<T>,
  ): Promise<T> {
    return this.credentials.changeHoldings(tx, actor, { identityIds, scope }, async () => {
      const granters = await this.grantersOf(tx, actor, scope);
      if (granters.size === 0 || holderIds.length === 0) return change();
      if (holderIds.length > MAX_HOLDERS) throw tooMuchToCompare();
      const before = await this.read(tx, actor, holderIds, scope);
      const result = await change();
      const after = await this.read(tx, actor, holderIds, scope);
      // Whoever could let itself into a project later may come to be bound or freed there: that counts as well.
      const reach = { before: withReach(before), after: withReach(after) };
      for (const holderId of holderIds)
        for (const change of [{ before, after }, reach])
          await requireWithin(granters, change, holderId, holderId === actor.callerId);
      return result;
    });
  }

  /** Throws 403 unless the caller holds all that the rules allow, each in its scope and for as long. */
  async requireHeld(tx: EntityManager, actor: Actor, rules: readonly ScopedRules[]): Promise<void> {
    const missing = await this.missingIn(tx, actor, rules);
    if (missing.length > 0) throw cannotGrant(missing, requestBudget(actor));
  }

  /** Whether somebody who could act now holds all that the rules allow, each in its scope and for as long. */
  async holds(tx: EntityManager, holder: Holder, rules: readonly ScopedRules[]): Promise<boolean> {
    if (!(await this.holdings.isLiving(tx, holder.orgId, holder.callerId))) return false;
    return (await this.missingIn(tx, holder, rules)).length === 0;
  }

  /** All that somebody holds in the scopes, or will once they are let in: as it reads for them. */
  async rulesOf(
    tx: EntityManager,
    reader: Holder,
    holderId: string,
    scope: GainScope,
  ): Promise<readonly ScopedRules[]> {
    const held = await this.read(tx, reader, [holderId], scope);
    return scopeIdsOf(scope).map((scopeId) => {
      return { scopeId, rules: held.get(snapshotKey(holderId, scopeId)) ?? [] };
    });
  }

  /** What the rules of one scope allow and the holder does not hold there, of the first scope where that is anything. */
  private async missingIn(
    tx: EntityManager,
    holder: Holder,
    rules: readonly ScopedRules[],
  ): Promise<readonly Rule[]> {
    const granters = await this.grantersOf(tx, holder, scopeOfRules(rules));
    for (const { scopeId, rules: granted } of rules) {
      const granter = granters.get(scopeId);
      if (!granter) continue;
      const change = { before: [], after: granted };
      const missing = await runInSlices(gainsBeyond(granter.table, granter, change));
      if (missing.length > 0) return missing;
    }
    return [];
  }

  /** The holder in each scope in which it does not hold everything. */
  private async grantersOf(tx: EntityManager, actor: Holder, scope: GainScope): Promise<Granters> {
    const caller = actor.callerId;
    const strength = await this.snapshots.read(tx, actor.orgId, [caller], scope, true);
    if (!strength) throw tooMuchToCompare();
    const now = await this.holdings.now(tx);
    const budget = requestBudget(actor);
    const granters = scopeIdsOf(scope).map((scopeId): [string, Granter] => {
      const table = scopeId === ORGANIZATION ? ORG_SUBJECTS : PROJECT_SUBJECTS;
      const held = strength.get(snapshotKey(caller, scopeId)) ?? [];
      return [scopeId, { table, held, now, budget }];
    });
    return new Map(granters.filter(([, granter]) => !holdsEverything(granter)));
  }

  private async read(
    tx: EntityManager,
    actor: Pick<Actor, 'orgId'>,
    holderIds: readonly string[],
    scope: GainScope,
  ): Promise<HoldingSnapshot> {
    const snapshot = await this.snapshots.read(tx, actor.orgId, holderIds, scope);
    if (!snapshot) throw tooMuchToCompare();
    return snapshot;
  }
}

async function requireWithin(
  granters: Granters,
  snapshots: { readonly before: HoldingSnapshot; readonly after: HoldingSnapshot },
  holderId: string,
  isCaller: boolean,
): Promise<void> {
  for (const [scopeId, granter] of granters) {
    const key = snapshotKey(holderId, scopeId);
    const [before, after] = [snapshots.before.get(key) ?? [], snapshots.after.get(key) ?? []];
    const change = { before, after };
    const { table } = granter;
    const gained = await runInSlices(gainedGrants(table, change, granter));
    const missing = await runInSlices(missingForGrants(table, granter, gained));
    if (missing.length > 0) throw cannotGrant(missing, granter.budget);
    if (isCaller) continue;
    const lost = await runInSlices(gainedGrants(table, reverseOf(change), granter));
    if (lost.length === 0) continue;
    const stronger = { before: [], after: before };
    const beyond = await runInSlices(gainsBeyond(table, granter, stronger));
    if (beyond.length > 0) throw isStronger(beyond);
  }
}

const isStronger = (beyond: Parameters<typeof missingPermissionsDetails>[0]) =>
  permissionDenied(
    'beyond-own-permissions',
    'You cannot take rights from somebody who holds more than you do, or for longer',
    missingPermissionsDetails(beyond),
  );

const scopeIdsOf = ({ organization, projectIds }: GainScope): string[] => [
  ...(organization ? [ORGANIZATION] : []),
  ...projectIds,
];

const scopeOfRules = (rules: readonly ScopedRules[]): GainScope => ({
  organization: rules.some(({ scopeId }) => scopeId === ORGANIZATION),
  projectIds: rules.map(({ scopeId }) => scopeId).filter((id) => id !== ORGANIZATION),
});
