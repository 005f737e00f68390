import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { OidcConfiguration } from '../database/entities/oidc-configuration.entity.js';
import { orConflict } from '../database/failures.js';

export type OidcConfigurationRow = Omit<OidcConfiguration, 'organization'>;

/** A configuration with which people may sign in now, and the database's time in whole seconds. */
export type UsableConfiguration = OidcConfigurationRow & { readonly now: number };

/** SQL by hand: found by the slug of its organization, with the clock by which a login ends. */
const USABLE = statement(`
  select c.id, c.org_id "orgId", c.discovery_url "discoveryUrl", c.issuer,
    c.names_issuer "namesIssuer", c.client_id "clientId", c.sealed_secret "sealedSecret",
    c.is_active "isActive", c.is_jit_on "isJitOn", c.jit_role "jitRole", c.revision,
    c.created_at "createdAt", c.updated_at "updatedAt",
    floor(extract(epoch from now()))::int "now"
  from oidc_configurations c join organizations o on o.id = c.org_id
  where (o.slug = $1 or c.id = $2) and c.is_active`);

const TAKEN = {
  constraint: 'uq_oidc_configurations_org',
  message: 'The organization has a provider already: change it with PATCH.',
};

@Injectable()
export class OidcConfigurationsRepository {
  constructor(
    @InjectRepository(OidcConfiguration)
    private readonly configurations: Repository<OidcConfiguration>,
    private readonly database: Database,
  ) {}

  find(orgId: string): Promise<OidcConfigurationRow | null> {
    return this.database.bind(this.configurations).findOneBy({ orgId });
  }

  findLocked(tx: EntityManager, orgId: string): Promise<OidcConfigurationRow | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.configurations).findOne({ where: { orgId }, lock });
  }

  findBySlug(slug: string): Promise<UsableConfiguration | null> {
    return this.database.row<UsableConfiguration>(USABLE, [slug, null]);
  }

  findUsable(id: string): Promise<UsableConfiguration | null> {
    return this.database.row<UsableConfiguration>(USABLE, [null, id]);
  }

  /** Throws 409 where the organization has one. */
  async insert(
    tx: EntityManager,
    row: Omit<OidcConfigurationRow, 'revision' | 'createdAt' | 'updatedAt'>,
  ): Promise<OidcConfigurationRow> {
    const configurations = tx.withRepository(this.configurations);
    return orConflict(configurations.save(configurations.create(row)), TAKEN);
  }

  async update(
    tx: EntityManager,
    { id, revision }: OidcConfigurationRow,
    changes: Partial<OidcConfigurationRow>,
  ): Promise<void> {
    const columns = { ...changes, revision: revision + 1, updatedAt: () => 'now()' };
    await tx.withRepository(this.configurations).update({ id }, columns as object);
  }

  /** Whether the organization lets people in by its provider alone. */
  async isDemanded(tx: EntityManager, orgId: string): Promise<boolean> {
    const text = 'select 1 from organizations where id = $1 and auth_enforced';
    return (await tx.query<unknown[]>(text, [orgId])).length > 0;
  }

  /** Keeps the configuration as it is until the transaction ends; false where it was changed or turned off. */
  async hold(
    tx: EntityManager,
    { id, revision }: Pick<OidcConfigurationRow, 'id' | 'revision'>,
  ): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select from oidc_configurations where id = $1 and revision = $2 and is_active for share`,
      [id, revision],
    );
    return rows.length > 0;
  }
}
