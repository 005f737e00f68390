import { orgRulesOfHolder } from '../access/held-rules.js';
import type { OrgHolding } from '../access/holdings.repository.js';
import { statement } from '../database/database.js';
import type { SourcedRule } from '../permissions/rule.js';
import { bindRules, type HolderFacts } from '../permissions/templates.js';

/** An identity or a person with the rules of its roles in the organization, as they read for it. */
export interface HolderWithRules extends HolderFacts {
  readonly kind: 'identity' | 'user';
  readonly role: string;
  readonly roleSlug: string;
  readonly roleId: string | null;
  readonly isInstanceAdmin: boolean;
  /** Whether it holds the predefined role `admin`, and nothing beside it that could forbid. */
  readonly isAdmin: boolean;
  readonly rules: readonly SourcedRule[];
}

export interface HolderRow extends Omit<HolderWithRules, 'rules' | 'roleSlug' | 'isAdmin'> {
  /** The role of the holder itself first, then those of its groups. */
  readonly roles: OrgHolding['roles'];
}

/** SQL by hand: caller and target with their roles in one statement, before every request about an identity. */
export const WITH_RULES = statement(`
  with holders as materialized (
    select 'identity' kind, i.id, i.name, null username, i.metadata, i.role, i.role_id,
      i.is_instance_admin
    from identities i where i.org_id = $1 and i.id = any($2)
    union all
    select 'user', u.id, '', u.email, m.metadata, m.role, m.role_id, u.super_admin
    from organization_memberships m join users u on u.id = m.user_id
    where m.org_id = $1 and m.user_id = any($2)
  ), held as (
    select id holder_id, role, role_id, null::uuid group_id, null::text group_name from holders
    union all
    select coalesce(m.identity_id, m.user_id), g.role, g.role_id, g.id, g.name
    from group_members m join groups g on g.id = m.group_id
    where g.org_id = $1 and (m.identity_id = any ($2) or m.user_id = any ($2))
      and g.role <> 'no-access'
  )
  select h.kind, h.id, h.name, h.username, h.metadata, h.role, h.role_id "roleId",
    h.is_instance_admin "isInstanceAdmin", (
      select json_agg(json_build_object('slug', coalesce(r.slug, held.role), 'id', held.role_id,
        'permissions', r.permissions, 'groupId', held.group_id, 'groupName', held.group_name)
        order by held.group_id nulls first)
      from held left join org_roles r on r.id = held.role_id where held.holder_id = h.id
    ) roles
  from holders h`);

/** Throws the refusal where the holder is not among the rows. */
export function pick(
  rows: readonly HolderRow[],
  id: string,
  refusal: () => Error,
): HolderWithRules {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refusal();
  const { roles, ...known } = row;
  const isAdmin = row.role === 'admin' && roles.length === 1;
  const rules = bindRules(orgRulesOfHolder(row), row);
  return { ...known, roleSlug: roles[0]!.slug, isAdmin, rules };
}
