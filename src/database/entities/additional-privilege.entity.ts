import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import { ProjectMembership } from './project-membership.entity.js';

/** Rules that a machine identity holds in a project beside those of its roles, for good or for a time. */
@Entity('additional_privileges')
@Unique('uq_additional_privileges_slug', ['projectMembershipId', 'slug'])
@Index('ix_additional_privileges_untold_end', ['temporaryAccessEndTime'], {
  where:
    'temporary_access_end_time is not null and expire_told_for is distinct from temporary_access_end_time',
})
export class AdditionalPrivilege {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_additional_privileges' })
  id: string;

  @Column('uuid')
  projectMembershipId: string;

  @ManyToOne(() => ProjectMembership, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'project_membership_id',
    foreignKeyConstraintName: 'fk_additional_privileges_membership',
  })
  projectMembership: Relation<ProjectMembership>;

  @Column('text')
  slug: string;

  /** `json`, not `jsonb`: rules come back exactly as they were sent, key order included (decision 4). */
  @Column('json')
  permissions: readonly Rule[];

  @Column({ type: 'boolean', default: false })
  isTemporary: boolean;

  @Column({ type: 'text', nullable: true })
  temporaryMode: string | null;

  @Column({ type: 'text', nullable: true })
  temporaryRange: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  temporaryAccessStartTime: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  temporaryAccessEndTime: Date | null;

  /** The end of which the event `privilege:expiring` has told; another one is news. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiringToldFor: Date | null;

  /** The same for `privilege:expire`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expireToldFor: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
