import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { lockIdentity } from '../access/epoch.js';
import { membershipsOf } from '../access/holders.sql.js';
import { Database, statement } from '../database/database.js';
import { Identity, type MetadataEntry } from '../database/entities/identity.entity.js';
import { Organization } from '../database/entities/organization.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import type { Rule } from '../permissions/rule.js';

/** Projects in which an identity is, by itself or by a group. */
const PROJECT_IDS = `
  select distinct project_id id from (${membershipsOf('array[$1::uuid]')}) m order by project_id`;

/** An identity with its membership of the organization, its role and its ways to sign in. */
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
  /** The client id of its universal auth. */
  readonly clientId: string | null;
  readonly hasTokenAuth: boolean;
  /** Methods by which workloads sign in as it. */
  readonly workloadMethods: readonly string[];
  readonly lastLoginTime: Date | null;
  /** The method of that login; null where nobody has signed in. */
  readonly lastLoginMethod: string | null;
}

export interface CustomRole {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly permissions: readonly Rule[];
}

export interface IdentityPage {
  readonly offset: number;
  readonly limit: number;
}

export type IdentityChanges = Partial<
  Pick<Identity, 'name' | 'role' | 'roleId' | 'hasDeleteProtection' | 'isInstanceAdmin'>
> & { metadata?: MetadataEntry[]; updatedAt?: Date };

/** The fields of an `IdentityRecord`, for `i` with its joins. */
export const IDENTITY_COLUMNS = `
  i.id, i.org_id "orgId", i.membership_id "membershipId", i.name, i.role, i.role_id "roleId",
  i.has_delete_protection "hasDeleteProtection", i.metadata,
  i.created_at "createdAt", i.updated_at "updatedAt",
  case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'slug', r.slug,
    'description', r.description, 'permissions', r.permissions) end "customRole",
  a.client_id "clientId", t.id is not null "hasTokenAuth",
  coalesce(w.methods, '{}') "workloadMethods",
  greatest(c.last_used_at, w.last_login_at) "lastLoginTime",
  case when c.last_used_at is not null and c.last_used_at >= coalesce(w.last_login_at, c.last_used_at)
    then 'universal-auth' else w.last_method end "lastLoginMethod"`;

export const IDENTITY_JOINS = `
  left join org_roles r on r.id = i.role_id
  left join universal_auths a on a.identity_id = i.id
  left join token_auths t on t.identity_id = i.id
  left join lateral (
    select max(s.last_used_at) last_used_at from client_secrets s where s.universal_auth_id = a.id
  ) c on true
  left join lateral (
    select array_agg(method order by method) methods, max(last_login_at) last_login_at,
      (array_agg(method order by last_login_at desc) filter (where last_login_at is not null))[1] last_method
    from workload_auths where identity_id = i.id
  ) w on true`;

/** SQL by hand, as the page is: role, ways to sign in and the last login come in one statement. */
const ONE = statement(
  `select ${IDENTITY_COLUMNS} from identities i ${IDENTITY_JOINS} where i.org_id = $1 and i.id = $2`,
);

/** Page and count from one snapshot; the count is there even where the page is empty. */
const PAGE = statement(`
  select total.n "totalCount", page.*
  from (select count(*)::int n from identities where org_id = $1) total
  left join (
    select ${IDENTITY_COLUMNS}
    from (select * from identities where org_id = $1 order by name, id limit $2 offset $3) i ${IDENTITY_JOINS}
  ) page on true
  order by page.name, page.id`);

@Injectable()
export class IdentitiesRepository {
  constructor(
    @InjectRepository(Identity) private readonly identities: Repository<Identity>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(ProjectMembership) private readonly members: Repository<ProjectMembership>,
    private readonly database: Database,
  ) {}

  find(orgId: string, id: string): Promise<IdentityRecord | null> {
    return this.database.row<IdentityRecord>(ONE, [orgId, id]);
  }

  /** An identity that is known to exist, as it stands inside the transaction. */
  async reread(tx: EntityManager, orgId: string, id: string): Promise<IdentityRecord> {
    const rows = await tx.query<IdentityRecord[]>(ONE.text, [orgId, id]);
    return rows[0]!;
  }

  async list(
    orgId: string,
    { offset, limit }: IdentityPage,
  ): Promise<{ identities: IdentityRecord[]; totalCount: number }> {
    type Row = IdentityRecord & { totalCount: number };
    const rows = await this.database.rows<Row>(PAGE, [orgId, limit, offset]);
    const identities = rows.filter(({ id }) => id !== null);
    return { identities, totalCount: rows[0]?.totalCount ?? 0 };
  }

  findOrganization(id: string): Promise<Pick<Organization, 'id' | 'name' | 'slug'> | null> {
    const select = { id: true, name: true, slug: true };
    return this.database.bind(this.organizations).findOne({ select, where: { id } });
  }

  async insert(
    tx: EntityManager,
    row: Pick<Identity, 'id' | 'orgId' | 'membershipId' | 'name' | 'role'> & IdentityChanges,
  ): Promise<void> {
    await tx.withRepository(this.identities).insert(row);
  }

  async update(tx: EntityManager, id: string, changes: IdentityChanges): Promise<void> {
    await tx.withRepository(this.identities).update({ id }, changes);
  }

  /**
   * All memberships of the identity, in whichever project. Until the transaction ends there will be no more of them,
   * and none of these ends by another hand.
   */
  async lockMemberships(tx: EntityManager, id: string): Promise<ProjectMembership[]> {
    await lockIdentity(tx, id);
    return tx.withRepository(this.members).find({
      where: { identityId: id },
      order: { projectId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Deletes an identity; its memberships go with it. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.identities).delete({ id });
  }

  async listProjectIds(tx: EntityManager, identityId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(PROJECT_IDS, [identityId]);
    return rows.map(({ id }) => id);
  }
}
