import { Injectable } from '@nestjs/common';
import { type EntityManager, Not } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import { raiseEpochsOfIdentity } from '../access/epoch.js';
import { requestBudget } from '../access/weighing.js';
import { LastAdmin } from '../access/escalation/last-admin.js';
import type { GainingIdentities } from '../access/rise-guard.js';
import type { Actor } from '../auth/actor.js';
import { CredentialMakers } from '../credentials/credential-makers.js';
import { Database, statement } from '../database/database.js';
import { Identity } from '../database/entities/identity.entity.js';
import { toUuid } from '../database/uuid.js';
import { conflict, notFound, unauthorized } from '../errors/api-error.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import { type IdentityFacts, bindRules } from '../permissions/templates.js';
import {
  heldBeyond,
  type Holder,
  type IdentityAction,
  mayAct,
  refuseBeyond,
  IdentityAuthorization,
} from './identity-authorization.js';

interface HolderRow extends Omit<Holder, 'rules' | 'roleSlug'> {
  readonly roleSlug: string | null;
  readonly permissions: readonly Rule[] | null;
}

const HOLDERS = statement(`
  select i.id, i.name, i.metadata, i.role, i.role_id "roleId", i.is_instance_admin "isInstanceAdmin",
    r.slug "roleSlug", r.permissions
  from identities i
  left join org_roles r on r.id = i.role_id
  where i.org_id = $1 and i.id = any($2)`);

/** Not `for update`: new rows that refer to the organization need not wait. */
const LOCK = 'select from organizations where id = $1 for no key update';

/** Finds out who stands where in an organization, before anything of an identity is shown or changed. */
@Injectable()
export class IdentityGate {
  constructor(
    private readonly database: Database,
    private readonly boundary: LockedAccess,
    private readonly lastAdmin: LastAdmin,
    private readonly makers: CredentialMakers,
  ) {}

  /**
   * The caller's rights of this moment. Nobody's organization role changes until the transaction ends,
   * so a right that is being taken away grants nothing any more.
   */
  async enter(tx: EntityManager, actor: Actor): Promise<Holder> {
    await this.boundary.queueForLock(tx, actor, actor.orgId);
    await tx.query(LOCK, [actor.orgId]);
    await this.boundary.lockCallerSession(tx, actor);
    return pick(await this.inside(tx, actor, []), actor.identityId, unauthorized);
  }

  /**
   * Like `enter`, towards one identity, to do this to it. Throws 404 unless it is in the caller's organization.
   * Whoever may do this to no identity at all is refused without being weighed.
   */
  async enterTo(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
    action: IdentityAction,
  ): Promise<IdentityAuthorization> {
    const id = toUuid(identityId);
    await this.boundary.queueForLock(tx, actor, actor.orgId);
    await tx.query(LOCK, [actor.orgId]);
    const { caller, target } = this.bothOf(await this.inside(tx, actor, [id]), actor, id);
    // Decision 27c: every scope counts. An organization's admin covers everything in it.
    const isSettled = caller.role === 'admin' || !mayAct(caller, action);
    const more = isSettled ? [] : await this.boundary.rulesBeyondCaller(tx, actor, id);
    await this.boundary.lockCallerSession(tx, actor);
    return new IdentityAuthorization(caller, target, [...more, ...inInstance(caller, target)]);
  }

  /** The frame of a change by which identities come to hold more. Throws 409 (F8). */
  changeHoldings<T>(
    tx: EntityManager,
    actor: Actor,
    rising: GainingIdentities,
    change: () => Promise<T>,
  ): Promise<T> {
    return this.boundary.changeHoldings(tx, actor, rising, change);
  }

  /** Who the makers of a credential are that the caller is about to make. */
  makersOf(tx: EntityManager, actor: Actor): Promise<string[]> {
    return this.makers.listMakersFor(tx, actor);
  }

  /** For reads: nothing is locked. Throws 404 unless the identity is in the caller's organization. */
  async lookTo(actor: Actor, identityId: string): Promise<IdentityAuthorization> {
    const id = toUuid(identityId);
    const values = [actor.orgId, [actor.identityId, id]];
    const rows = await this.database.rows<HolderRow>(HOLDERS, values);
    const { caller, target } = this.bothOf(rows, actor, id);
    const more =
      caller.id === target.id ? [] : await heldBeyond(caller, target.rules, requestBudget(actor));
    return new IdentityAuthorization(caller, target, [...more, ...inInstance(caller, target)]);
  }

  /**
   * To be asked before the identity is known by another name or other metadata: rules that speak of them
   * give it other rights from the commit on. Throws 403 for rights beyond the caller's.
   */
  async requireFacts(
    tx: EntityManager,
    actor: Actor,
    caller: Holder,
    facts: IdentityFacts,
  ): Promise<void> {
    await raiseEpochsOfIdentity(tx, facts.id);
    // As in `enterTo`.
    if (caller.role !== 'admin')
      refuseBeyond(await this.boundary.rulesGainedByFacts(tx, actor, facts));
  }

  /** The organization is locked, so two admins who demote each other come one after the other. */
  async requireOtherAdmin(tx: EntityManager, orgId: string, { role }: Holder): Promise<void> {
    if (role !== 'admin') return;
    if ((await tx.countBy(Identity, { orgId, role })) > 1) return;
    throw conflict('The organization would be left without an admin.');
  }

  /** Only the admin of the instance makes organizations, and nobody can make another. */
  async requireOtherInstanceAdmin(
    tx: EntityManager,
    { id, isInstanceAdmin }: Holder,
  ): Promise<void> {
    if (!isInstanceAdmin) return;
    if (await tx.existsBy(Identity, { isInstanceAdmin, id: Not(id) })) return;
    throw conflict('The instance would be left without an admin.');
  }

  /** Throws 409 if projects would be left without an admin were the identity deleted. */
  async requireOtherAdmins(tx: EntityManager, orgId: string, identityId: string): Promise<void> {
    const projects = await this.lastAdmin.listProjectsAdministeredOnlyBy(tx, orgId, identityId);
    if (projects.length === 0) return;
    throw conflict('Projects would be left without an admin.', { projects });
  }

  private inside(tx: EntityManager, actor: Actor, others: readonly string[]): Promise<HolderRow[]> {
    return tx.query<HolderRow[]>(HOLDERS.text, [actor.orgId, [actor.identityId, ...others]]);
  }

  private bothOf(rows: readonly HolderRow[], actor: Actor, identityId: string) {
    const caller = pick(rows, actor.identityId, unauthorized);
    return { caller, target: pick(rows, identityId, notFound) };
  }
}

const inInstance = (caller: Holder, target: Holder): readonly Rule[] =>
  target.isInstanceAdmin && !caller.isInstanceAdmin ? [INSTANCE_ADMIN] : [];

/** In the words of a rule, for the refusal to name it. */
const INSTANCE_ADMIN: Rule = { subject: 'instance', action: ['administer'] };

function pick(rows: readonly HolderRow[], id: string, refusal: () => Error): Holder {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refusal();
  const { permissions, roleSlug, ...known } = row;
  const predefined = ORG_ROLES.find(({ slug }) => slug === row.role);
  const rules = row.roleId === null ? (predefined?.rules ?? []) : (permissions ?? []);
  return { ...known, roleSlug: roleSlug ?? row.role, rules: bindRules(rules, row) };
}
