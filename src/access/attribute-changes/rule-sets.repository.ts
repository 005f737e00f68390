import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import type { Holding } from '../held-rules.js';
import { membershipsIn, notEnded } from '../holders.sql.js';
import { flatMapInSlices } from '../slices.js';
import { tooMuchToCompare } from '../work-budget.js';

/** Bytes of rules, and rows of holdings, that one weighing loads. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_HOLDINGS = 50_000;

/** The rules of roles and privileges that read alike, by their ids. */
export interface RuleSet {
  readonly ids: readonly string[];
  readonly rules: readonly Rule[];
}

export interface HoldingOfMember extends Omit<Holding, 'permissions'> {
  readonly holderId: string;
}

const bounded = (held: string) => `
  select ids, case when sum(octet_length(rules)) over () <= ${MAX_BYTES} then rules end rules
  from (select array_agg(id) ids, rules from (${held}) held group by rules) alike`;

/**
 * Predefined roles are not among them: their rules have no conditions. A service token counts as a holder of all that it
 * could ever do, whatever its maker may; an access policy as the holder of all that people may be given by it.
 */
const SPEAKING_OF = bounded(`
  select id, rules from (
    select r.id, r.permissions::text rules from project_roles r
    where r.project_id = $1 and exists (
      select from membership_roles h where h.custom_role_id = r.id and ${notEnded('h')})
    union all
    select a.id, a.permissions::text from project_memberships m
    join additional_privileges a on a.project_membership_id = m.id
    where m.project_id = $1 and ${notEnded('a')}
    union all
    select t.id, t.rules::text from service_tokens t
    where t.project_id = $1 and t.expires_at > clock_timestamp()
    union all
    select p.id, json_build_array(json_build_object('subject', 'secrets', 'action', p.access -> 'actions',
      'conditions', json_build_object(
        'environment', json_build_object('$in', (
          select json_agg(e.slug order by e.slug) from approval_policy_environments n
          join environments e on e.id = n.environment_id where n.policy_id = p.id)),
        'secretPath', json_build_object('$glob', p.secret_path))))::text
    from approval_policies p
    where p.project_id = $1 and p.access is not null and p.deleted_at is null
  ) sets
  where exists (select from unnest($2::text[]) field where strpos(rules, field) > 0)`);

const SHARE_PROJECTS = `
  select from projects where org_id = $1 order by id for share`;

const SPEAKING_IN_ALL = `
  select project_id "projectId",
    case when sum(octet_length(rules)) over () <= ${MAX_BYTES} then rules end rules
  from (
    select distinct r.project_id, r.permissions::text rules
    from project_roles r join projects p on p.id = r.project_id
    where p.org_id = $1 and exists (
      select from membership_roles h where h.custom_role_id = r.id and ${notEnded('h')})
    union
    select m.project_id, a.permissions::text
    from additional_privileges a
    join project_memberships m on m.id = a.project_membership_id
    join projects p on p.id = m.project_id
    where p.org_id = $1 and ${notEnded('a')}
  ) held
  where strpos(rules, $2) > 0
  order by project_id`;

const BY_IDS = bounded(`
  select id, permissions::text rules from project_roles where id = any($1)
  union all
  select id, permissions::text from additional_privileges where id = any($1)`);

const HOLDINGS_WITH = `
  with memberships as materialized (${membershipsIn('$1')}),
  telling as (
    select distinct m.holder_id from memberships m
    where exists (select from membership_roles h
        where h.membership_id = m.id and h.custom_role_id = any($2) and ${notEnded('h')})
      or exists (select from additional_privileges a
        where a.project_membership_id = m.id and a.id = any($2) and ${notEnded('a')})
  ), holders as (
    select m.id, m.holder_id from memberships m join telling t on t.holder_id = m.holder_id
  )
  select m.holder_id "holderId", 'role' kind, h.custom_role_id id, h.role slug,
    h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from holders m join membership_roles h on h.membership_id = m.id and ${notEnded('h')}
  union all
  select m.holder_id, 'privilege', a.id, a.slug,
    a.temporary_access_start_time, a.temporary_access_end_time
  from holders m join additional_privileges a on a.project_membership_id = m.id and ${notEnded('a')}
  union all
  select t.id, 'service-token', t.id, t.name, null, t.expires_at
  from service_tokens t where t.id = any($2) and t.expires_at > clock_timestamp()
  union all
  select p.id, 'privilege', p.id, p.name, null, null
  from approval_policies p where p.id = any($2) and p.deleted_at is null
  limit ${MAX_HOLDINGS + 1}`;

/** Who holds which rules in a project, each set of rules once. Under the lock on the project nothing of it changes. */
@Injectable()
export class RuleSetsRepository {
  /** What anybody holds, or will, that names one of the condition fields. */
  listNamingFields(
    tx: EntityManager,
    projectId: string,
    fields: readonly string[],
  ): Promise<RuleSet[]> {
    return rulesIn(tx, SPEAKING_OF, [projectId, fields.map((field) => `"${field}"`)]);
  }

  /** Keeps the rights in all projects of the organization as they are until the transaction ends. */
  async shareProjects(tx: EntityManager, orgId: string): Promise<void> {
    await tx.query(SHARE_PROJECTS, [orgId]);
  }

  /** What anybody holds, or will, in any project of the organization, that names the condition field. */
  async listNamingFieldInAll(
    tx: EntityManager,
    orgId: string,
    field: string,
  ): Promise<RulesInProject[]> {
    type Named = { readonly projectId: string; readonly rules: string | null };
    const rows = await tx.query<Named[]>(SPEAKING_IN_ALL, [orgId, `"${field}"`]);
    return flatMapInSlices(rows, ({ projectId, rules }) => {
      if (rules === null) throw tooMuchToCompare();
      return [{ projectId, rules: JSON.parse(rules) as Rule[] }];
    });
  }

  listByIds(tx: EntityManager, ids: readonly string[]): Promise<RuleSet[]> {
    return rulesIn(tx, BY_IDS, [ids]);
  }

  /** All that those hold who hold one of the roles or privileges. */
  async listHoldings(
    tx: EntityManager,
    projectId: string,
    ids: readonly string[],
  ): Promise<HoldingOfMember[]> {
    const rows = await tx.query<HoldingOfMember[]>(HOLDINGS_WITH, [projectId, ids]);
    if (rows.length > MAX_HOLDINGS) throw tooMuchToCompare();
    return rows;
  }
}

/** Rules that somebody holds in a project, or will. */
export interface RulesInProject {
  readonly projectId: string;
  readonly rules: readonly Rule[];
}

interface Row {
  readonly ids: readonly string[];
  readonly rules: string | null;
}

async function rulesIn(
  tx: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<RuleSet[]> {
  const rows = await tx.query<Row[]>(text, [...values]);
  return flatMapInSlices(rows, ({ ids, rules }) => {
    if (rules === null) throw tooMuchToCompare();
    return [{ ids, rules: JSON.parse(rules) as Rule[] }];
  });
}
