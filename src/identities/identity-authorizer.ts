import { IdentityComparison } from '../access/escalation/identity-comparison.js';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import { raiseEpochsOfIdentity } from '../access/epoch.js';
import { missingPermissionsDetails } from '../access/escalation/grants.js';
import { runInSlices } from '../access/slices.js';
import { recordScope } from '../access/touched-scopes.js';
import { requestBudget } from '../access/work-budget.js';
import type { WorkBudget } from '../permissions/work.js';
import type { Actor } from '../auth/actor.js';
import { CredentialMakers } from '../credentials/credential-makers.js';
import { Database, statement } from '../database/database.js';
import { Identity } from '../database/entities/identity.entity.js';
import { toUuid } from '../database/uuid.js';
import { conflict, notFound, permissionDenied, tokenRevoked } from '../errors/api-error.js';
import { compile } from '../permissions/ability.js';
import { missingFrom } from '../permissions/covers.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import { type IdentityFacts, bindRules } from '../permissions/templates.js';

export type IdentityAction = (typeof ORG_SUBJECTS)['identity']['actions'][number];

/** An identity with the rules of its organization role, as they read for it. */
export interface IdentityWithRules extends IdentityFacts {
  readonly role: string;
  readonly roleSlug: string;
  readonly roleId: string | null;
  readonly isInstanceAdmin: boolean;
  readonly rules: readonly Rule[];
}

interface IdentityRow extends Omit<IdentityWithRules, 'rules' | 'roleSlug'> {
  readonly roleSlug: string | null;
  readonly permissions: readonly Rule[] | null;
}

/** By hand: caller and target with their roles in one statement, before every request about an identity. */
const WITH_RULES = statement(`
  select i.id, i.name, i.metadata, i.role, i.role_id "roleId", i.is_instance_admin "isInstanceAdmin",
    r.slug "roleSlug", r.permissions
  from identities i
  left join org_roles r on r.id = i.role_id
  where i.org_id = $1 and i.id = any($2)`);

/** Not `for update`: new rows that refer to the organization need not wait. */
const LOCK = 'select from organizations where id = $1 for no key update';

/** What the caller may do to one identity of its organization. */
export class IdentityAuthorization {
  constructor(
    readonly caller: IdentityWithRules,
    readonly target: IdentityWithRules,
    /** Rules that the target holds and the caller does not. */
    private readonly beyondCaller: readonly Rule[],
  ) {}

  /** Throws 403 unless the caller may read identities. */
  requireRead(): void {
    requireAction(this.caller, 'read');
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
  ) {}

  /**
   * The caller as of this moment, before it creates an identity. No organization role changes until the transaction
   * ends, so a right that is being taken away grants nothing any more.
   */
  async forCreate(tx: EntityManager, actor: Actor): Promise<IdentityWithRules> {
    const rows = await this.lock(tx, actor, []);
    await this.locked.lockCallerSession(tx, actor);
    return pick(rows, actor.identityId, tokenRevoked);
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
    const isSettled = caller.role === 'admin' || !abilityOf(caller).allows(action, 'identity');
    const beyond = isSettled ? [] : await this.comparison.rulesBeyondCaller(tx, actor, id);
    await this.locked.lockCallerSession(tx, actor);
    return new IdentityAuthorization(caller, target, [...beyond, ...inInstance(caller, target)]);
  }

  /** Caller and target for a read: nothing is locked. Throws 404 like `forChange`. */
  async forRead(actor: Actor, identityId: string): Promise<IdentityAuthorization> {
    const id = toUuid(identityId);
    const values = [actor.orgId, [actor.identityId, id]];
    const rows = await this.database.rows<IdentityRow>(WITH_RULES, values);
    const { caller, target } = both(rows, actor, id);
    recordScope(actor, null, caller.rules);
    const isItself = caller.id === target.id;
    const beyond = isItself
      ? []
      : await missingOrgRules(caller, target.rules, requestBudget(actor));
    return new IdentityAuthorization(caller, target, [...beyond, ...inInstance(caller, target)]);
  }

  /**
   * Comes before an identity gets another name or other metadata: rules that speak of them give it other rights from
   * the commit on. Throws 403 for rights beyond the caller's.
   */
  async requireGainsByFacts(
    tx: EntityManager,
    actor: Actor,
    caller: IdentityWithRules,
    facts: IdentityFacts,
  ): Promise<void> {
    await raiseEpochsOfIdentity(tx, facts.id);
    // As in `forChange`.
    if (caller.role !== 'admin')
      refuseMissing(await this.comparison.rulesGainedByFacts(tx, actor, facts));
  }

  /** The identities behind a credential that the caller is about to make. Throws 400 where they are too many. */
  makersOf(tx: EntityManager, actor: Actor): Promise<string[]> {
    return this.makers.listMakersFor(tx, actor);
  }

  /** The organization is locked, so two admins who demote each other come one after the other. */
  async requireOtherAdmin(
    tx: EntityManager,
    orgId: string,
    { role }: IdentityWithRules,
  ): Promise<void> {
    if (role !== 'admin') return;
    if ((await tx.countBy(Identity, { orgId, role })) > 1) return;
    throw conflict('last-administrator', 'The organization would be left without an admin.');
  }

  /** Only the admin of the instance makes organizations, and nobody can make another. */
  async requireOtherInstanceAdmin(
    tx: EntityManager,
    { id, isInstanceAdmin }: IdentityWithRules,
  ): Promise<void> {
    if (!isInstanceAdmin) return;
    if (await tx.existsBy(Identity, { isInstanceAdmin, id: Not(id) })) return;
    throw conflict('last-administrator', 'The instance would be left without an admin.');
  }

  /** One request of the caller at a time waits for the organization, whose roles then stay as they are. */
  private async lock(
    tx: EntityManager,
    actor: Actor,
    others: readonly string[],
  ): Promise<IdentityRow[]> {
    await this.locked.queueForLock(tx, actor, actor.orgId);
    await tx.query(LOCK, [actor.orgId]);
    const ids = [actor.identityId, ...others];
    const rows = await tx.query<IdentityRow[]>(WITH_RULES.text, [actor.orgId, ids]);
    recordScope(actor, null, pick(rows, actor.identityId, tokenRevoked).rules);
    return rows;
  }
}

/** Throws 403 unless the caller's organization role allows the action on identities. */
export function requireAction(caller: IdentityWithRules, action: IdentityAction): void {
  abilityOf(caller).require(action, 'identity');
}

/** Throws 403 unless the caller provably holds all that the rules grant. */
export async function requireHeld(
  caller: IdentityWithRules,
  granted: readonly Rule[],
  budget: WorkBudget,
): Promise<void> {
  refuseMissing(await missingOrgRules(caller, granted, budget));
}

/** The rules that the caller does not provably hold in the organization. */
const missingOrgRules = (
  caller: IdentityWithRules,
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

function abilityOf(caller: IdentityWithRules) {
  const source = { kind: 'role', slug: caller.roleSlug, id: caller.roleId ?? undefined } as const;
  return compile(
    ORG_SUBJECTS,
    caller.rules.map((rule) => ({ ...rule, source })),
  );
}

const inInstance = (caller: IdentityWithRules, target: IdentityWithRules): readonly Rule[] =>
  target.isInstanceAdmin && !caller.isInstanceAdmin ? [INSTANCE_ADMIN] : [];

/** Named by the refusal like a rule. */
const INSTANCE_ADMIN: Rule = { subject: 'instance', action: ['administer'] };

const both = (rows: readonly IdentityRow[], actor: Actor, targetId: string) => ({
  caller: pick(rows, actor.identityId, tokenRevoked),
  target: pick(rows, targetId, notFound),
});

function pick(rows: readonly IdentityRow[], id: string, refusal: () => Error): IdentityWithRules {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refusal();
  const { permissions, roleSlug, ...known } = row;
  const predefined = ORG_ROLES.find(({ slug }) => slug === row.role);
  const rules = row.roleId === null ? (predefined?.rules ?? []) : (permissions ?? []);
  return { ...known, roleSlug: roleSlug ?? row.role, rules: bindRules(rules, row) };
}
