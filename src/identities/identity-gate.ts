import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { toUuid } from '../database/uuid.js';
import { notFound, unauthorized } from '../errors/api-error.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import type { Rule } from '../permissions/rule.js';
import { heldBeyond, type Holder, Standing } from './standing.js';

interface HolderRow extends Omit<Holder, 'rules' | 'roleSlug'> {
  readonly roleSlug: string | null;
  readonly permissions: readonly Rule[] | null;
}

const HOLDERS = statement(`
  select i.id, i.name, i.role, i.role_id "roleId", i.is_instance_admin "isInstanceAdmin",
    r.slug "roleSlug", r.permissions
  from identities i
  left join org_roles r on r.id = i.role_id
  where i.org_id = $1 and i.id = any($2)`);

/** Not `for update`: new rows that refer to the organization need not wait. */
const LOCK = 'select from organizations where id = $1 for no key update';

/** Finds out who stands where in an organization, before anything of an identity is shown or changed. */
@Injectable()
export class IdentityGate {
  constructor(private readonly database: Database) {}

  /**
   * The caller's rights of this moment. Nobody's organization role changes until the transaction ends,
   * so a right that is being taken away grants nothing any more.
   */
  async enter(tx: EntityManager, actor: Actor): Promise<Holder> {
    await tx.query(LOCK, [actor.orgId]);
    return pick(await this.inside(tx, actor, []), actor.identityId, unauthorized);
  }

  /** Like `enter`, towards one identity. Throws 404 unless it is in the caller's organization. */
  async enterTo(tx: EntityManager, actor: Actor, identityId: string): Promise<Standing> {
    const id = toUuid(identityId);
    await tx.query(LOCK, [actor.orgId]);
    return this.standingOf(await this.inside(tx, actor, [id]), actor, id);
  }

  /** For reads: nothing is locked. Throws 404 unless the identity is in the caller's organization. */
  async lookTo(actor: Actor, identityId: string): Promise<Standing> {
    const id = toUuid(identityId);
    const values = [actor.orgId, [actor.identityId, id]];
    return this.standingOf(await this.database.rows<HolderRow>(HOLDERS, values), actor, id);
  }

  private inside(tx: EntityManager, actor: Actor, others: readonly string[]): Promise<HolderRow[]> {
    return tx.query<HolderRow[]>(HOLDERS.text, [actor.orgId, [actor.identityId, ...others]]);
  }

  private async standingOf(
    rows: readonly HolderRow[],
    actor: Actor,
    identityId: string,
  ): Promise<Standing> {
    const caller = pick(rows, actor.identityId, unauthorized);
    const target = pick(rows, identityId, notFound);
    return new Standing(caller, target, await this.whatTargetHoldsBeyond(caller, target));
  }

  /** Decision 27c: every scope counts. Rights in projects are to be weighed here as well. */
  private async whatTargetHoldsBeyond(caller: Holder, target: Holder): Promise<readonly Rule[]> {
    if (caller.id === target.id) return [];
    const inInstance = target.isInstanceAdmin && !caller.isInstanceAdmin ? [INSTANCE_ADMIN] : [];
    return [...heldBeyond(caller, target.rules), ...inInstance];
  }
}

/** In the words of a rule, for the refusal to name it. */
const INSTANCE_ADMIN: Rule = { subject: 'instance', action: ['administer'] };

function pick(rows: readonly HolderRow[], id: string, refusal: () => Error): Holder {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refusal();
  const { permissions, roleSlug, ...known } = row;
  const predefined = ORG_ROLES.find(({ slug }) => slug === row.role);
  const rules = row.roleId === null ? (predefined?.rules ?? []) : (permissions ?? []);
  return { ...known, roleSlug: roleSlug ?? row.role, rules };
}
