import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Dated } from './dated.js';
import { OrgRole } from './org-role.entity.js';
import { Organization } from './organization.entity.js';

export interface MetadataEntry {
  readonly id: string;
  readonly key: string;
  readonly value: string;
}

/** A machine identity and its one membership: that of its organization. */
@Entity('identities')
@Unique('uq_identities_membership', ['membershipId'])
@Index('ix_identities_org_name', ['orgId', 'name', 'id'])
@Index('ix_identities_role', ['roleId'], { where: 'role_id is not null' })
export class Identity extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_identities' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_identities_org' })
  organization: Relation<Organization>;

  /** The organization membership has an id of its own on the wire. */
  @Column('uuid')
  membershipId: string;

  @Column({ type: 'text', collation: 'C' })
  name: string;

  /** `admin`, `member`, `no-access`, or `custom` with `roleId`. */
  @Column('text')
  role: string;

  @Column({ type: 'uuid', nullable: true })
  roleId: string | null;

  @ManyToOne(() => OrgRole, { onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'role_id', foreignKeyConstraintName: 'fk_identities_role' })
  customRole: Relation<OrgRole> | null;

  @Column({ type: 'boolean', default: false })
  hasDeleteProtection: boolean;

  /** May create further organizations. Set by bootstrap alone. */
  @Column({ type: 'boolean', default: false })
  isInstanceAdmin: boolean;

  @Column({ type: 'json', default: '[]' })
  metadata: readonly MetadataEntry[];
}
