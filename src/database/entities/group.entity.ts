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

/** People and identities that hold together what the group holds. A group is never a member of a group. */
@Entity('groups')
@Unique('uq_groups_name', ['orgId', 'name'])
@Unique('uq_groups_slug', ['orgId', 'slug'])
@Unique('uq_groups_external_id', ['orgId', 'externalId'])
@Index('ix_groups_role', ['roleId'], { where: 'role_id is not null' })
export class Group extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_groups' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_groups_org' })
  organization: Relation<Organization>;

  @Column({ type: 'text', collation: 'C' })
  name: string;

  @Column('text')
  slug: string;

  /** `admin`, `member`, `no-access`, or `custom` with `roleId`. */
  @Column({ type: 'text', default: 'no-access' })
  role: string;

  @Column({ type: 'uuid', nullable: true })
  roleId: string | null;

  @ManyToOne(() => OrgRole, { onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'role_id', foreignKeyConstraintName: 'fk_groups_role' })
  customRole: Relation<OrgRole> | null;

  /** SCIM touches these groups only. */
  @Column({ type: 'boolean', default: false })
  scimManaged: boolean;

  @Column({ type: 'text', nullable: true })
  externalId: string | null;
}
