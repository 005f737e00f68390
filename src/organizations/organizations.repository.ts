import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { Organization } from '../database/entities/organization.entity.js';
import { User } from '../database/entities/user.entity.js';
import { newId } from '../database/uuid.js';
import type { OrganizationRecord } from './organizations.presenter.js';

/** Any number of ours, the same in every replica. */
const BOOTSTRAP_LOCK = 'select pg_advisory_xact_lock(4712, 1)';

const HAS_ORGANIZATION = statement('select exists (select from organizations) "isFounded"');

const INSERT = `
  insert into organizations (id, name, slug) values ($1, $2, $3)
  on conflict on constraint uq_organizations_slug do nothing
  returning id, name, slug`;

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
  constructor(private readonly database: Database) {}

  /** One founder at a time, over all replicas, until the transaction ends. */
  async lockBootstrap(tx: EntityManager): Promise<void> {
    await tx.query(BOOTSTRAP_LOCK);
  }

  /** Whether there is an organization, inside a transaction or at this moment. */
  async hasOrganization(tx?: EntityManager): Promise<boolean> {
    const rows = tx
      ? await tx.query<{ isFounded: boolean }[]>(HAS_ORGANIZATION.text)
      : await this.database.rows<{ isFounded: boolean }>(HAS_ORGANIZATION, []);
    return rows[0]!.isFounded;
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
    await tx.insert(User, user);
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
