import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockIdentity, raiseOrganizationEpoch } from '../access/epoch.js';
import { Database, statement } from '../database/database.js';
import { Identity, type MetadataEntry } from '../database/entities/identity.entity.js';
import { OrgRole } from '../database/entities/org-role.entity.js';
import type { Rule } from '../permissions/rule.js';

/** An identity, its membership of the organization and what hangs on it. */
export interface IdentityRecord {
  readonly id: string;
  readonly orgId: string;
  readonly membershipId: string;
  readonly name: string;
  readonly role: string;
  readonly roleId: string | null;
  readonly hasDeleteProtection: boolean;
  readonly metadata: readonly MetadataEntry[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly customRole: CustomRole | null;
  /** Of its universal auth. */
  readonly clientId: string | null;
  readonly hasTokenAuth: boolean;
  readonly lastLoginTime: Date | null;
}

export interface CustomRole {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly permissions: readonly Rule[];
}

export interface MembershipKey {
  readonly membershipId: string;
  readonly projectId: string;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export type IdentityChanges = Partial<
  Pick<Identity, 'name' | 'role' | 'roleId' | 'hasDeleteProtection' | 'isInstanceAdmin'>
> & { metadata?: MetadataEntry[]; updatedAt?: Date };

const COLUMNS = `
  i.id, i.org_id "orgId", i.membership_id "membershipId", i.name, i.role, i.role_id "roleId",
  i.has_delete_protection "hasDeleteProtection", i.metadata,
  i.created_at "createdAt", i.updated_at "updatedAt",
  case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'slug', r.slug,
    'description', r.description, 'permissions', r.permissions) end "customRole",
  a.client_id "clientId", t.id is not null "hasTokenAuth",
  (select max(s.last_used_at) from client_secrets s where s.universal_auth_id = a.id) "lastLoginTime"`;

const JOINS = `
  left join org_roles r on r.id = i.role_id
  left join universal_auths a on a.identity_id = i.id
  left join token_auths t on t.identity_id = i.id`;

const ONE = statement(
  `select ${COLUMNS} from identities i ${JOINS} where i.org_id = $1 and i.id = $2`,
);

/** Page and count from one snapshot; the count is there even where the page is empty (decision 27). */
const PAGE = statement(`
  select total.n "totalCount", page.*
  from (select count(*)::int n from identities where org_id = $1) total
  left join (
    select ${COLUMNS}
    from (select * from identities where org_id = $1 order by name, id limit $2 offset $3) i ${JOINS}
  ) page on true
  order by page.name, page.id`);

const LOCK_MEMBERSHIPS = `
  select id "membershipId", project_id "projectId" from project_memberships
  where identity_id = $1 order by project_id for update`;

const ORGANIZATION = statement('select id, name, slug from organizations where id = $1');

@Injectable()
export class IdentitiesRepository {
  constructor(private readonly database: Database) {}

  find(orgId: string, id: string): Promise<IdentityRecord | null> {
    return this.database.row<IdentityRecord>(ONE, [orgId, id]);
  }

  /** One that is known to exist, as it stands inside the transaction. */
  async reread(tx: EntityManager, orgId: string, id: string): Promise<IdentityRecord> {
    const rows = await tx.query<IdentityRecord[]>(ONE.text, [orgId, id]);
    return rows[0]!;
  }

  async list(
    orgId: string,
    { offset, limit }: Page,
  ): Promise<{ identities: IdentityRecord[]; totalCount: number }> {
    const rows = await this.database.rows<IdentityRecord & { totalCount: number }>(PAGE, [
      orgId,
      limit,
      offset,
    ]);
    const identities = rows.filter(({ id }) => id !== null);
    return { identities, totalCount: rows[0]?.totalCount ?? 0 };
  }

  getOrganization(id: string): Promise<{ id: string; name: string; slug: string } | null> {
    return this.database.row(ORGANIZATION, [id]);
  }

  findRole(tx: EntityManager, orgId: string, slug: string): Promise<OrgRole | null> {
    return tx.findOneBy(OrgRole, { orgId, slug });
  }

  async insert(
    tx: EntityManager,
    row: Pick<Identity, 'id' | 'orgId' | 'membershipId' | 'name' | 'role'> & IdentityChanges,
  ): Promise<void> {
    await tx.insert(Identity, row);
  }

  async update(tx: EntityManager, id: string, changes: IdentityChanges): Promise<void> {
    await tx.update(Identity, { id }, changes);
  }

  /**
   * All that the identity is a member of, in whichever project; there will be no more of them, and none of
   * these ends by another hand, until the transaction ends.
   */
  async lockMemberships(tx: EntityManager, id: string): Promise<MembershipKey[]> {
    await lockIdentity(tx, id);
    return tx.query(LOCK_MEMBERSHIPS, [id]);
  }

  /** Its memberships go with it. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(Identity, { id });
  }

  async listProjectIds(tx: EntityManager, identityId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      'select project_id id from project_memberships where identity_id = $1 order by 1',
      [identityId],
    );
    return rows.map(({ id }) => id);
  }

  /** Makes every replica compile the organization's rules anew at its next request. */
  async raiseEpoch(tx: EntityManager, orgId: string): Promise<void> {
    await raiseOrganizationEpoch(tx, orgId);
  }
}
