import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { Organization } from '../database/entities/organization.entity.js';
import { OrganizationMembership } from '../database/entities/organization-membership.entity.js';
import { User } from '../database/entities/user.entity.js';
import { newId } from '../database/uuid.js';
import type { OrganizationRecord, OrganizationSettingsRecord } from './organizations.presenter.js';

/** An arbitrary number, the same in every replica. */
const BOOTSTRAP_LOCK = 'select pg_advisory_xact_lock(4712, 1)';

/** SQL by hand: the ORM returns no row for one that a conflict left out. */
const INSERT = `
  insert into organizations (id, name, slug) values ($1, $2, $3)
  on conflict on constraint uq_organizations_slug do nothing
  returning id, name, slug`;

const KEEP_INSTANCE_ADMIN = {
  identity: 'select id from identities where id = $1 and is_instance_admin for share',
  user: 'select id from users where id = $1 and super_admin for share',
};

/** Page and count from one snapshot; the count is there even where the page is empty. */
const PAGE = statement(`
  select total.n "totalCount", page.*
  from (select count(*)::int n from organizations) total
  left join (
    select id, name, slug, created_at "createdAt", updated_at "updatedAt"
    from organizations order by name, id limit $1 offset $2
  ) page on true
  order by page.name, page.id`);

@Injectable()
export class OrganizationsRepository {
  constructor(
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(OrganizationMembership)
    private readonly memberships: Repository<OrganizationMembership>,
    private readonly database: Database,
  ) {}

  /** One bootstrap at a time, over all replicas, until the transaction ends. */
  async lockBootstrap(tx: EntityManager): Promise<void> {
    await tx.query(BOOTSTRAP_LOCK);
  }

  /** Whether there is an organization, inside a transaction or at this moment. */
  hasOrganization(tx?: EntityManager): Promise<boolean> {
    const { organizations, database } = this;
    return (tx ? tx.withRepository(organizations) : database.bind(organizations)).exists();
  }

  /** Keeps the caller an admin of the instance until the transaction ends; whether it is one still. */
  async keepInstanceAdmin(tx: EntityManager, { kind, callerId }: Actor): Promise<boolean> {
    const rows = await tx.query<unknown[]>(KEEP_INSTANCE_ADMIN[kind], [callerId]);
    return rows.length > 0;
  }

  /** Null if the slug is taken. */
  async insert(
    tx: EntityManager,
    name: string,
    slug: string,
  ): Promise<Pick<Organization, 'id' | 'name' | 'slug'> | null> {
    const rows = await tx.query<Organization[]>(INSERT, [newId(), name, slug]);
    return rows[0] ?? null;
  }

  async insertSuperAdmin(
    tx: EntityManager,
    email: string,
    passwordHash: string,
  ): Promise<{ id: string; email: string }> {
    const user = { id: newId(), email, passwordHash, superAdmin: true, isEmailVerified: true };
    await tx.withRepository(this.users).insert(user);
    return user;
  }

  /** Makes the account an administrator of the organization. */
  async insertAdmin(tx: EntityManager, orgId: string, userId: string): Promise<void> {
    const membership = { id: newId(), orgId, userId, role: 'admin', status: 'accepted' } as const;
    await tx.withRepository(this.memberships).insert(membership);
  }

  async demand(
    tx: EntityManager,
    id: string,
    demands: Partial<Pick<Organization, 'enforceMfa' | 'authEnforced'>>,
  ): Promise<OrganizationSettingsRecord> {
    const organizations = tx.withRepository(this.organizations);
    await organizations.update({ id }, { ...demands, updatedAt: () => 'now()' });
    return organizations.findOneByOrFail({ id });
  }

  /** Whether the organization has a provider that is on, and by which one of its active members has signed in. */
  async hasTriedProvider(tx: EntityManager, orgId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select 1 from oidc_configurations c where c.org_id = $1 and c.is_active and exists (
         select from organization_memberships m where m.org_id = c.org_id and m.is_active
           and m.last_login_method = 'oidc' and m.last_login_at > c.created_at)`,
      [orgId],
    );
    return rows.length > 0;
  }

  async list(
    offset: number,
    limit: number,
  ): Promise<{ organizations: OrganizationRecord[]; totalCount: number }> {
    const rows = await this.database.rows<OrganizationRecord & { totalCount: number }>(PAGE, [
      limit,
      offset,
    ]);
    return {
      organizations: rows.filter(({ id }) => id !== null),
      totalCount: rows[0]?.totalCount ?? 0,
    };
  }
}
