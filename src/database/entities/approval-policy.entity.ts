import {
  Check,
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
import { Environment } from './environment.entity.js';
import { Group } from './group.entity.js';
import { Project } from './project.entity.js';
import { User } from './user.entity.js';

/** Where changes of secrets wait for the consent of people. */
@Entity('approval_policies')
@Index('ix_approval_policies_project', ['projectId'])
export class ApprovalPolicy extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_policies' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_approval_policies_project' })
  project: Relation<Project>;

  @Column({ type: 'text', nullable: true })
  name: string | null;

  /** A folder, or a glob over folders. */
  @Column({ type: 'text', collation: 'C' })
  secretPath: string;

  /** How many people have to consent. */
  @Column('integer')
  approvals: number;

  @Column('boolean')
  isSoft: boolean;

  @Column('boolean')
  allowsOwnVote: boolean;

  @Column('boolean')
  exemptsMachines: boolean;

  /** What it gives on request; null for a policy about changes. */
  @Column({ type: 'json', nullable: true })
  access: object | null;

  /** Requests keep their policy for who looks at them later. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;
}

@Entity('approval_policy_environments')
@Index('ix_approval_policy_environments_environment', ['environmentId'])
export class ApprovalPolicyEnvironment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_policy_environments' })
  policyId: string;

  @ManyToOne(() => ApprovalPolicy, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'policy_id',
    foreignKeyConstraintName: 'fk_approval_policy_environments_policy',
  })
  policy: Relation<ApprovalPolicy>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_policy_environments' })
  environmentId: string;

  @ManyToOne(() => Environment, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'environment_id',
    foreignKeyConstraintName: 'fk_approval_policy_environments_environment',
  })
  environment: Relation<Environment>;

  /** Clients compare lists, so these keep their order. */
  @Column('integer')
  position: number;
}

/** Somebody, or a group, who may vote or who may merge without votes. Its id ends with it: so do the votes given by it. */
@Entity('approval_policy_people')
@Unique('uq_approval_policy_people_user', ['policyId', 'isBypasser', 'userId'])
@Unique('uq_approval_policy_people_group', ['policyId', 'isBypasser', 'groupId'])
@Check('ck_approval_policy_people_one', 'num_nonnulls(user_id, group_id) = 1')
@Index('ix_approval_policy_people_user', ['userId'])
@Index('ix_approval_policy_people_group', ['groupId'])
export class ApprovalPolicyPerson {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_policy_people' })
  id: string;

  @Column('uuid')
  policyId: string;

  @ManyToOne(() => ApprovalPolicy, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'policy_id', foreignKeyConstraintName: 'fk_approval_policy_people_policy' })
  policy: Relation<ApprovalPolicy>;

  @Column('boolean')
  isBypasser: boolean;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_approval_policy_people_user' })
  user: Relation<User> | null;

  @Column({ type: 'uuid', nullable: true })
  groupId: string | null;

  @ManyToOne(() => Group, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'fk_approval_policy_people_group' })
  group: Relation<Group> | null;

  @Column('integer')
  position: number;
}
