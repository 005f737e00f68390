import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { loginFactsOf } from '../auth/login-facts.js';
import {
  personalStampOf,
  type ProjectKey,
  type ProjectNow,
  scopeQuery,
} from '../auth/prefetched-project.js';
import { Database, type Statement, statement } from '../database/database.js';
import type { Rule } from '../permissions/rule.js';
import { type HolderFacts, bindRules, haveTemplates } from '../permissions/templates.js';
import type { Holding } from './held-rules.js';
import { factsOf, heldBy, membershipsOfOne } from './holders.sql.js';
import type { OrgRoleHeld } from './holdings.repository.js';

const STAMP = personalStampOf('p.id', '$2');
const SCOPE_BY_ID = statement(scopeQuery('$1', '$2', 'id', '$3', STAMP));
const SCOPE_BY_SLUG = statement(scopeQuery('$1', '$2', 'slug', '$3', STAMP));

const IS_OWN_ID = statement('select id from projects where org_id = $1 and id = $2');
const IS_OWN_SLUG = statement('select id from projects where org_id = $1 and slug = $2');

/**
 * What has ended is not read for its rules; its end still tells from when on the rest is the same. What many groups of a
 * holder give for the same time is one row, with one of them: its own before those of groups.
 */
const HOLDINGS = statement(`
  with own as materialized (${membershipsOfOne('$1', '$2')})
  select distinct on (kind, id, slug, "validFrom", "validUntil")
    kind, id, slug, "validFrom", "validUntil", "groupId", "groupName",
    case when "validUntil" <= clock_timestamp() then null else permissions end permissions
  from (${heldBy(
    'select * from own',
    (row) => `(${row}.temporary_access_end_time is null
      or ${row}.temporary_access_end_time > clock_timestamp() - interval '1 minute')`,
  )}) held
  order by kind, id, slug, "validFrom", "validUntil", "groupId" nulls first`);

const FACTS = statement(factsOf('$1', 'array[$2::uuid]'));

const GROUP_ROLES = statement(`
  select coalesce(r.slug, g.role) slug, g.role_id id, r.permissions,
    g.id "groupId", g.name "groupName"
  from group_members m
  join groups g on g.id = m.group_id
  left join org_roles r on r.id = g.role_id
  where g.org_id = $1 and g.role <> 'no-access' and (m.identity_id = $2 or m.user_id = $2)
  order by g.id`);

const ORG_ROLE = statement(`select slug, permissions from org_roles where org_id = $1 and id = $2`);

/**
 * Gathers what a caller's rights follow from. SQL by hand: on the way of every request of a project, its row, the membership
 * and the epoch come in one statement.
 */
@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** Null for a project of another organization, one that is not, and one the caller is no member of. */
  async findProject(
    { orgId, callerId }: Pick<Actor, 'orgId' | 'callerId'>,
    key: ProjectKey,
    tx?: EntityManager,
  ): Promise<ProjectNow | null> {
    const [by, value] = key.id === undefined ? [SCOPE_BY_SLUG, key.slug] : [SCOPE_BY_ID, key.id];
    const [scope] = await this.rows<ProjectNow>(by, [orgId, callerId, value], tx);
    return scope ?? null;
  }

  /** Whether the organization has the project, whoever is its member. */
  async isProjectOf(orgId: string, { id, slug }: ProjectKey): Promise<boolean> {
    const [by, value] = id === undefined ? [IS_OWN_SLUG, slug] : [IS_OWN_ID, id];
    return (await this.database.row(by, [orgId, value])) !== null;
  }

  /** The roles and privileges of a holder in a project, those of its groups too, whether or not they count now. */
  listHoldings(projectId: string, holderId: string, tx?: EntityManager): Promise<Holding[]> {
    return this.rows(HOLDINGS, [projectId, holderId], tx);
  }

  /** What the groups of a holder hold in the organization. */
  listGroupRoles(orgId: string, holderId: string): Promise<OrgRoleHeld[]> {
    return this.database.rows(GROUP_ROLES, [orgId, holderId]);
  }

  findOrgRole(
    orgId: string,
    roleId: string,
  ): Promise<{ readonly slug: string; readonly permissions: readonly Rule[] } | null> {
    return this.database.row(ORG_ROLE, [orgId, roleId]);
  }

  /** The rules as they read for the caller in this login; looked at only where a rule speaks of its holder. */
  async bind<R extends Rule>(
    rules: readonly R[],
    actor: Pick<Actor, 'orgId' | 'callerId'> & Partial<Pick<Actor, 'claims'>>,
  ): Promise<readonly R[]> {
    if (!haveTemplates(rules)) return rules;
    const { orgId, callerId } = actor;
    const facts = await this.database.row<HolderFacts>(FACTS, [orgId, callerId]);
    return bindRules(rules, facts && { ...facts, auth: loginFactsOf(actor) });
  }

  /** In the transaction, or by itself where there is none. */
  private rows<T>(statement: Statement, values: readonly unknown[], tx?: EntityManager) {
    if (tx === undefined) return this.database.rows<T>(statement, values);
    return tx.query<T[]>(statement.text, [...values]);
  }
}
