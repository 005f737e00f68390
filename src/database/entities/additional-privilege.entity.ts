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
import type { Rule } from '../../permissions/rule.js';
import { ProjectMembership } from './project-membership.entity.js';
import type { RuleWeightColumns } from './rule-weight-columns.js';
import { TemporaryAccess } from './temporary-access.js';

/** Rules that a machine identity holds in a project beside those of its roles, for good or for a time. */
@Entity('additional_privileges')
@Unique('uq_additional_privileges_slug', ['projectMembershipId', 'slug'])
@Index('ix_additional_privileges_unnotified_end', ['temporaryAccessEndTime'], {
  where:
    'temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time',
})
export class AdditionalPrivilege extends TemporaryAccess implements RuleWeightColumns {
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

  /** `json`, not `jsonb`: rules come back exactly as they were sent, key order included. */
  @Column('json')
  permissions: readonly Rule[];

  @Column('integer', { default: 0 })
  ruleCount: number;

  @Column('integer', { default: 0 })
  patternBytes: number;
}
