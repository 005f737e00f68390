import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ProjectKey, type ProjectNow, scopeQuery } from '../auth/prefetched-project.js';
import { Database, type Statement, statement } from '../database/database.js';
import type { Rule } from '../permissions/rule.js';
import { type IdentityFacts, bindRules, haveTemplates } from '../permissions/templates.js';
import type { Holding } from './held-rules.js';

const SCOPE_BY_ID = statement(scopeQuery('$1', '$2', 'id', '$3'));
const SCOPE_BY_SLUG = statement(scopeQuery('$1', '$2', 'slug', '$3'));

const IS_OWN_ID = statement('select id from projects where org_id = $1 and id = $2');
const IS_OWN_SLUG = statement('select id from projects where org_id = $1 and slug = $2');

/** Every role and privilege of every membership, as `Holding` with `membershipId`. */
export const HELD = `
  select h.membership_id "membershipId", 'role' kind, h.custom_role_id id,
    coalesce(r.slug, h.role) slug, r.permissions,
    h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from membership_roles h
  left join project_roles r on r.id = h.custom_role_id
  union all
  select a.project_membership_id, 'privilege', a.id, a.slug, a.permissions,
    a.temporary_access_start_time, a.temporary_access_end_time
  from additional_privileges a`;

/** What has ended is not read for its rules; its end still tells from when on the rest is the same. */
const HOLDINGS = statement(`
  select kind, id, slug, "validFrom", "validUntil",
    case when "validUntil" <= clock_timestamp() then null else permissions end permissions
  from (${HELD}) held
  where "membershipId" = $1
    and ("validUntil" is null or "validUntil" > clock_timestamp() - interval '1 minute')`);

const FACTS = statement('select id, name, metadata from identities where id = $1');

const ORG_ROLE = statement(`select slug, permissions from org_roles where org_id = $1 and id = $2`);

/** Gathers what a caller's rights follow from. */
@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** Null for a project of another organization, one that is not, and one the identity is no member of. */
  async findProject(
    orgId: string,
    identityId: string,
    key: ProjectKey,
    tx?: EntityManager,
  ): Promise<ProjectNow | null> {
    const [by, value] = key.id === undefined ? [SCOPE_BY_SLUG, key.slug] : [SCOPE_BY_ID, key.id];
    const [scope] = await this.rows<ProjectNow>(by, [orgId, identityId, value], tx);
    return scope ?? null;
  }

  /** Whether the organization has the project, whoever is its member. */
  async isProjectOf(orgId: string, { id, slug }: ProjectKey): Promise<boolean> {
    const [by, value] = id === undefined ? [IS_OWN_SLUG, slug] : [IS_OWN_ID, id];
    return (await this.database.row(by, [orgId, value])) !== null;
  }

  /** The roles and privileges of a membership, whether or not they count now. */
  listHoldings(membershipId: string, tx?: EntityManager): Promise<Holding[]> {
    return this.rows(HOLDINGS, [membershipId], tx);
  }

  findOrgRole(
    orgId: string,
    roleId: string,
  ): Promise<{ readonly slug: string; readonly permissions: readonly Rule[] } | null> {
    return this.database.row(ORG_ROLE, [orgId, roleId]);
  }

  /** The rules as they read for the identity, which is looked at only where a rule speaks of it. */
  async bind<R extends Rule>(rules: readonly R[], identityId: string): Promise<readonly R[]> {
    if (!haveTemplates(rules)) return rules;
    return bindRules(rules, await this.database.row<IdentityFacts>(FACTS, [identityId]));
  }

  /** In the transaction, or by itself where there is none. */
  private rows<T>(statement: Statement, values: readonly unknown[], tx?: EntityManager) {
    if (tx === undefined) return this.database.rows<T>(statement, values);
    return tx.query<T[]>(statement.text, [...values]);
  }
}
