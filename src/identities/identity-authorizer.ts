import { IdentityComparison } from '../access/escalation/identity-comparison.js';
import { LastOrgAdmin } from '../access/escalation/last-org-admin.js';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import { raiseEpochsOfIdentity } from '../access/epoch.js';
import { missingPermissionsDetails } from '../access/escalation/grants.js';
import { runInSlices } from '../access/slices.js';
import { recordScope } from '../access/touched-scopes.js';
import { requestBudget } from '../access/work-budget.js';
import type { WorkBudget } from '../permissions/work.js';
import type { Actor } from '../auth/actor.js';
import { CredentialMakers } from '../credentials/credential-makers.js';
import { Database } from '../database/database.js';
import { toUuid } from '../database/uuid.js';
import { notFound, permissionDenied, tokenRevoked } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { missingFrom } from '../permissions/covers.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import type { Rule } from '../permissions/rule.js';
import type { HolderFacts } from '../permissions/templates.js';
import { type HolderRow, type HolderWithRules, pick, WITH_RULES } from './holder-with-rules.js';

export type IdentityAction = (typeof ORG_SUBJECTS)['identity']['actions'][number];

/** A lock weaker than `for update`: new rows that refer to the organization need not wait. */
const LOCK = 'select from organizations where id = $1 for no key update';

/** What the caller may do to one identity of its organization. */
export class IdentityAuthorization {
  constructor(
    readonly caller: HolderWithRules,
    readonly target: HolderWithRules,
    /** Rules that the target holds and the caller does not. */
    private readonly beyondCaller: readonly Rule[],
  ) {}

  /** Throws 403 unless the caller may read identities. */
  requireRead(): void {
    requireAction(this.caller, 'read');
  }

  /** Whether `require` would let it pass. After `forRead` it says nothing of rights in projects: see `mayChange`. */
  may(action: IdentityAction): boolean {
    return abilityOf(this.caller).allows(action, 'identity') && this.beyondCaller.length === 0;
  }

  /**
   * Throws 403 unless the caller may do this to identities, and the target holds no more than the caller: whoever
   * may change an identity or its credentials may act as it.
   */
  require(action: IdentityAction): void {
    requireAction(this.caller, action);
    refuseMissing(this.beyondCaller);
  }
}

/** Reads and locks caller and target of a request about identities, and weighs one against the other. */
@Injectable()
export class IdentityAuthorizer {
  constructor(
    private readonly database: Database,
    private readonly locked: LockedAccess,
    private readonly comparison: IdentityComparison,
    private readonly makers: CredentialMakers,
    private readonly lastOrgAdmin: LastOrgAdmin,
  ) {}

  /**
   * The caller as of this moment, before it creates an identity. No organization role changes until the transaction
   * ends, so a right that is being taken away grants nothing any more.
   */
  async forCreate(tx: EntityManager, actor: Actor): Promise<HolderWithRules> {
    const rows = await this.lock(tx, actor, []);
    await this.locked.lockCallerSession(tx, actor);
    return pick(rows, actor.callerId, tokenRevoked);
  }

  /**
   * Caller and target, locked like by `forCreate`, before the caller does `action` to the target. Throws 404 unless
   * the target is in the caller's organization. A caller who may do this to no identity is refused without weighing.
   */
  async forChange(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
    action: IdentityAction,
  ): Promise<IdentityAuthorization> {
    const id = toUuid(identityId);
    const { caller, target } = both(await this.lock(tx, actor, [id]), actor, id);
    // Rights in every project count. An organization's admin covers everything in it.
    const isSettled = caller.isAdmin || !abilityOf(caller).allows(action, 'identity');
    const beyond = isSettled ? [] : await this.comparison.rulesBeyondCaller(tx, actor, id);
    await this.locked.lockCallerSession(tx, actor);
    return new IdentityAuthorization(caller, target, [...beyond, ...inInstance(caller, target)]);
  }

  /** Caller and target for a read: nothing is locked. Throws 404 like `forChange`. */
  async forRead(actor: Actor, identityId: string): Promise<IdentityAuthorization> {
    const id = toUuid(identityId);
    const values = [actor.orgId, [actor.callerId, id]];
    const rows = await this.database.rows<HolderRow>(WITH_RULES, values);
    const { caller, target } = both(rows, actor, id);
    recordScope(actor, null, caller.rules);
    const isItself = caller.id === target.id;
    const beyond = isItself
      ? []
      : await missingOrgRules(caller, target.rules, requestBudget(actor));
    return new IdentityAuthorization(caller, target, [...beyond, ...inInstance(caller, target)]);
  }

  /**
   * Whether `forChange` would let the caller do this to the target of a read: some of what an identity shows is for those
   * alone. Rights in every project count, which are weighed last.
   */
  async mayChange(
    actor: Actor,
    authorization: IdentityAuthorization,
    action: IdentityAction,
  ): Promise<boolean> {
    const { caller, target } = authorization;
    if (!authorization.may(action)) return false;
    if (caller.isAdmin) return true;
    const beyond = await this.database.transaction((tx) =>
      this.comparison.rulesBeyondReader(tx, actor, target.id),
    );
    return beyond.length === 0;
  }

  /**
   * Comes before an identity gets another name or other metadata: rules that speak of them give it other rights from
   * the commit on. Throws 403 for rights beyond the caller's.
   */
  async requireGainsByFacts(
    tx: EntityManager,
    actor: Actor,
    caller: HolderWithRules,
    facts: HolderFacts,
  ): Promise<void> {
    await raiseEpochsOfIdentity(tx, facts.id);
    // As in `forChange`.
    if (!caller.isAdmin) refuseMissing(await this.comparison.rulesGainedByFacts(tx, actor, facts));
  }

  /**
   * Comes before the caller changes who may log in as the target, or what its logins prove. Of another identity
   * `forChange` has weighed all that it may come to hold; the caller would choose its own rights. Throws 403.
   */
  async requireLoginsGrantable(
    tx: EntityManager,
    actor: Actor,
    { caller, target }: IdentityAuthorization,
  ): Promise<void> {
    if (caller.id !== target.id || caller.isAdmin) return;
    refuseMissing(await this.comparison.rulesGainedByLogins(tx, actor, target.id));
  }

  /** The identities behind a credential that the caller is about to make. Throws 400 where they are too many. */
  makersOf(tx: EntityManager, actor: Actor): Promise<string[]> {
    return this.makers.listMakersFor(tx, actor);
  }

  /** The caller and those behind what it signed in with, each made by the next. */
  chainOf(tx: EntityManager, actor: Actor): Promise<string[]> {
    return this.makers.chainOf(tx, actor);
  }

  /** The organization is locked, so two admins who demote each other come one after the other. */
  requireOtherAdmin(tx: EntityManager, orgId: string, { id }: HolderWithRules): Promise<void> {
    return this.lastOrgAdmin.requireOther(tx, orgId, id);
  }

  /** One request of the caller at a time waits for the organization, whose roles then stay as they are. */
  private async lock(
    tx: EntityManager,
    actor: Actor,
    others: readonly string[],
  ): Promise<HolderRow[]> {
    await this.locked.queueForLock(tx, actor, actor.orgId);
    await tx.query(LOCK, [actor.orgId]);
    const ids = [actor.callerId, ...others];
    const rows = await tx.query<HolderRow[]>(WITH_RULES.text, [actor.orgId, ids]);
    recordScope(actor, null, pick(rows, actor.callerId, tokenRevoked).rules);
    return rows;
  }
}

/** Throws 403 unless the caller's organization role allows the action on identities. */
export function requireAction(caller: HolderWithRules, action: IdentityAction): void {
  abilityOf(caller).require(action, 'identity');
}

/** Throws 403 unless the caller provably holds all that the rules grant. */
export async function requireHeld(
  caller: HolderWithRules,
  granted: readonly Rule[],
  budget: WorkBudget,
): Promise<void> {
  refuseMissing(await missingOrgRules(caller, granted, budget));
}

/** The rules that the caller does not provably hold in the organization. */
const missingOrgRules = (
  caller: HolderWithRules,
  rules: readonly Rule[],
  budget: WorkBudget,
): Promise<readonly Rule[]> => runInSlices(missingFrom(ORG_SUBJECTS, caller.rules, rules, budget));

function refuseMissing(missing: readonly Rule[]): void {
  if (missing.length === 0) return;
  throw permissionDenied(
    'beyond-own-permissions',
    'This reaches beyond the permissions you hold yourself.',
    missingPermissionsDetails(missing),
  );
}

const abilityOf = (caller: HolderWithRules) => compile(ORG_SUBJECTS, caller.rules);

const inInstance = (caller: HolderWithRules, target: HolderWithRules): readonly Rule[] =>
  target.isInstanceAdmin && !caller.isInstanceAdmin ? [INSTANCE_ADMIN] : [];

/** Named by the refusal like a rule. */
const INSTANCE_ADMIN: Rule = { subject: 'instance', action: ['administer'] };

const both = (rows: readonly HolderRow[], actor: Actor, targetId: string) => ({
  caller: pick(rows, actor.callerId, tokenRevoked),
  target: pick(
    rows.filter(({ kind }) => kind === 'identity'),
    targetId,
    notFound,
  ),
});
