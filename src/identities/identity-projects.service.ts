import { Injectable } from '@nestjs/common';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import type { MembershipRecord } from '../memberships/memberships.presenter.js';
import { IdentityGate } from './identity-gate.js';

const ROLES = `
  select coalesce(json_agg(json_build_object(
    'id', h.id, 'role', h.role, 'isTemporary', h.is_temporary,
    'customRoleId', r.id, 'customRoleName', r.name, 'customRoleSlug', r.slug,
    'temporaryMode', h.temporary_mode, 'temporaryRange', h.temporary_range,
    'temporaryAccessStartTime', h.temporary_access_start_time,
    'temporaryAccessEndTime', h.temporary_access_end_time) order by h.id), '[]')
  from membership_roles h
  left join project_roles r on r.id = h.custom_role_id
  where h.membership_id = m.id`;

const MEMBERSHIPS = statement(`
  select m.id, i.id "identityId", m.created_at "createdAt", m.updated_at "updatedAt",
    (${ROLES}) "roles", i.name, i.org_id "orgId",
    i.has_delete_protection "hasDeleteProtection",
    exists (select from universal_auths a where a.identity_id = i.id) "hasUniversalAuth",
    exists (select from token_auths t where t.identity_id = i.id) "hasTokenAuth",
    p.id "projectId", p.name "projectName"
  from identities i
  join project_memberships m on m.identity_id = i.id
  join projects p on p.id = m.project_id
  where i.org_id = $1 and i.id = $2
  order by p.name, p.id`);

@Injectable()
export class IdentityProjectsService {
  constructor(
    private readonly gate: IdentityGate,
    private readonly database: Database,
  ) {}

  async list(actor: Actor, identityId: string): Promise<MembershipRecord[]> {
    const standing = await this.gate.lookTo(actor, identityId);
    standing.requireToSee('read');
    return this.database.rows<MembershipRecord>(MEMBERSHIPS, [actor.orgId, standing.target.id]);
  }
}
