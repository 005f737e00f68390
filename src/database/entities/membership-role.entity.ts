import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { ProjectMembership } from './project-membership.entity.js';
import { ProjectRole } from './project-role.entity.js';
import { TemporaryAccess } from './temporary-access.js';

/** A role held through a membership, for good or for a time. */
@Entity('membership_roles')
@Index('ix_membership_roles_membership', ['membershipId'])
@Index('ix_membership_roles_custom_role', ['customRoleId'], { where: 'custom_role_id is not null' })
@Index('ix_membership_roles_unnotified_end', ['temporaryAccessEndTime'], {
  where:
    'temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time',
})
export class MembershipRole extends TemporaryAccess {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_membership_roles' })
  id: string;

  @Column('uuid')
  membershipId: string;

  @ManyToOne(() => ProjectMembership, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'membership_id', foreignKeyConstraintName: 'fk_membership_roles_membership' })
  membership: Relation<ProjectMembership>;

  /** The slug of a predefined role, or `custom` with `customRoleId`. */
  @Column('text')
  role: string;

  @Column({ type: 'uuid', nullable: true })
  customRoleId: string | null;

  @ManyToOne(() => ProjectRole, { onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'custom_role_id', foreignKeyConstraintName: 'fk_membership_roles_role' })
  customRole: Relation<ProjectRole> | null;
}
