import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import { AdditionalPrivilege } from './additional-privilege.entity.js';
import { ApprovalPolicy } from './approval-policy.entity.js';
import { Dated } from './dated.js';
import { Project } from './project.entity.js';
import { User } from './user.entity.js';

/** A privilege that somebody asks for. */
@Entity('access_requests')
@Check('ck_access_requests_status', `status in ('pending', 'approved', 'rejected', 'revoked')`)
@Index('ix_access_requests_project', ['projectId', 'createdAt', 'id'])
@Index('ix_access_requests_policy', ['policyId'])
@Index('ix_access_requests_user', ['userId'])
@Index('ix_access_requests_privilege', ['privilegeId'])
export class AccessRequest extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_access_requests' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_access_requests_project' })
  project: Relation<Project>;

  @Column('uuid')
  policyId: string;

  @ManyToOne(() => ApprovalPolicy, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'policy_id', foreignKeyConstraintName: 'fk_access_requests_policy' })
  policy: Relation<ApprovalPolicy>;

  @Column('uuid')
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_access_requests_user' })
  user: Relation<User>;

  /** Slug of the environment, as the rules name it. */
  @Column('text')
  environment: string;

  /** A folder, or a glob over folders. */
  @Column('text')
  secretPath: string;

  @Column('json')
  permissions: readonly Omit<Rule, 'conditions'>[];

  /** Null: for good. */
  @Column({ type: 'text', nullable: true })
  temporaryRange: string | null;

  @Column('text')
  note: string;

  @Column({ type: 'text', nullable: true })
  editNote: string | null;

  @Column('text')
  status: string;

  @Column({ type: 'uuid', nullable: true })
  privilegeId: string | null;

  @ManyToOne(() => AdditionalPrivilege, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'privilege_id', foreignKeyConstraintName: 'fk_access_requests_privilege' })
  privilege: Relation<AdditionalPrivilege> | null;

  @Column({ type: 'text', nullable: true })
  bypassReason: string | null;

  @Column({ type: 'uuid', nullable: true })
  statusChangedBy: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** The vote of one person on one request for access. */
@Entity('access_votes')
@Check('ck_access_votes_status', `status in ('approved', 'rejected')`)
export class AccessVote extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_access_votes' })
  requestId: string;

  @ManyToOne(() => AccessRequest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'fk_access_votes_request' })
  request: Relation<AccessRequest>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_access_votes' })
  userId: string;

  @Column('uuid')
  id: string;

  @Column('text')
  status: string;

  /** The rows by which it was given: it ends with them. */
  @Column('uuid')
  orgMembershipId: string;

  @Column('text', { array: true })
  byPolicy: readonly string[];

  @Column('text', { array: true })
  byMembership: readonly string[];
}
