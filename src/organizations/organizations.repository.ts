import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { Organization } from '../database/entities/organization.entity.js';
import { User } from '../database/entities/user.entity.js';
import { newId } from '../database/uuid.js';
import type { OrganizationRecord } from './organizations.presenter.js';

/** An arbitrary number, the same in every replica. */
const BOOTSTRAP_LOCK = 'select pg_advisory_xact_lock(4712, 1)';

/** By hand: the ORM returns no row for one that a conflict left out. */
const INSERT = `
  insert into organizations (id, name, slug) values ($1, $2, $3)
  on conflict on constraint uq_organizations_slug do nothing
  returning id, name, slug`;

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
    const user = { id: newId(), email, passwordHash, superAdmin: true };
    await tx.withRepository(this.users).insert(user);
    return user;
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
