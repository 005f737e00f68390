import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The bytes that an organization stores, as they were last counted, and what was written since. No foreign
 * key: its lock would stand in the way of changes to the organization.
 */
@Entity('organization_storage')
export class OrganizationStorage {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_organization_storage' })
  orgId: string;

  @Column('bigint')
  bytes: string;

  /** Null while nobody has counted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  countedAt: Date | null;
}
