import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import type { Rule } from '../permissions/rule.js';

/** The project as the caller stands in it. */
export interface ProjectScope {
  readonly id: string;
  readonly slug: string;
  readonly orgId: string;
  readonly epoch: string;
  readonly membershipId: string;
  /** The database's clock at this request. */
  readonly now: Date;
}

/** A role held in a project, with the span in which it counts. */
export interface HeldRole {
  readonly role: string;
  readonly customRoleId: string | null;
  readonly slug: string | null;
  readonly permissions: readonly Rule[] | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
}

const scopeBy = (column: 'id' | 'slug') =>
  statement(`
    select p.id, p.slug, p.org_id "orgId", p.epoch, m.id "membershipId", now() "now"
    from projects p
    join project_memberships m on m.project_id = p.id and m.identity_id = $2
    where p.org_id = $1 and p.${column} = $3`);

const SCOPE_BY_ID = scopeBy('id');
const SCOPE_BY_SLUG = scopeBy('slug');

const HELD_ROLES = statement(`
  select h.role, h.custom_role_id "customRoleId", r.slug, r.permissions,
    h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil"
  from membership_roles h
  left join project_roles r on r.id = h.custom_role_id
  where h.membership_id = $1
  order by h.id`);

const ORG_ROLE = statement(`select slug, permissions from org_roles where org_id = $1 and id = $2`);

/** Gathers what a caller's rights follow from. */
@Injectable()
export class AccessRepository {
  constructor(private readonly database: Database) {}

  /** Null for a project of another organization, one that is not, and one the identity is no member of. */
  findProject(
    orgId: string,
    identityId: string,
    key: { readonly id: string } | { readonly slug: string },
  ): Promise<ProjectScope | null> {
    return 'id' in key
      ? this.database.row(SCOPE_BY_ID, [orgId, identityId, key.id])
      : this.database.row(SCOPE_BY_SLUG, [orgId, identityId, key.slug]);
  }

  listHeldRoles(membershipId: string): Promise<HeldRole[]> {
    return this.database.rows(HELD_ROLES, [membershipId]);
  }

  findOrgRole(
    orgId: string,
    roleId: string,
  ): Promise<{ readonly slug: string; readonly permissions: readonly Rule[] } | null> {
    return this.database.row(ORG_ROLE, [orgId, roleId]);
  }
}
