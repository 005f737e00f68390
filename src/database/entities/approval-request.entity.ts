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
import { ApprovalPolicy } from './approval-policy.entity.js';
import { Dated } from './dated.js';
import { Environment } from './environment.entity.js';
import { Project } from './project.entity.js';

/** A change of secrets that a policy holds back. */
@Entity('approval_requests')
@Check(
  'ck_approval_requests_committer',
  'num_nonnulls(committer_user_id, committer_identity_id) = 1',
)
@Index('ix_approval_requests_project', ['projectId', 'createdAt', 'id'])
@Index('ix_approval_requests_open', ['projectId', 'isOpen'])
@Index('ix_approval_requests_policy', ['policyId'])
@Index('ix_approval_requests_environment', ['environmentId'])
@Index('ix_approval_requests_expires_at', ['expiresAt'], {
  where: `is_open or close_reason = 'person'`,
})
export class ApprovalRequest extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_requests' })
  id: string;

  @Column('text')
  slug: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_approval_requests_project' })
  project: Relation<Project>;

  @Column('uuid')
  policyId: string;

  @ManyToOne(() => ApprovalPolicy, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'policy_id', foreignKeyConstraintName: 'fk_approval_requests_policy' })
  policy: Relation<ApprovalPolicy>;

  /** The environment of the first governed item; null once it is gone. */
  @Column({ type: 'uuid', nullable: true })
  environmentId: string | null;

  @ManyToOne(() => Environment, { onDelete: 'SET NULL' })
  @JoinColumn({
    name: 'environment_id',
    foreignKeyConstraintName: 'fk_approval_requests_environment',
  })
  environment: Relation<Environment> | null;

  /** The folder of the first governed item. No foreign key: without the folder there is a conflict to tell of. */
  @Column('uuid')
  folderId: string;

  /** Ids of who asks keep their meaning when these have gone. */
  @Column({ type: 'uuid', nullable: true })
  committerUserId: string | null;

  @Column({ type: 'uuid', nullable: true })
  committerIdentityId: string | null;

  @Column('text')
  committerName: string;

  /** The audit action of the change, such as `secret.create`. */
  @Column('text')
  action: string;

  /** What the audit entry of the change would have told, as of the proposal. */
  @Column({ type: 'json', nullable: true })
  target: Readonly<Record<string, unknown>> | null;

  /** Keyed; of all that would be written. */
  @Column('bytea')
  digest: Buffer;

  /** Votes of an earlier round are void: the request was closed and opened again. */
  @Column({ type: 'integer', default: 1 })
  round: number;

  @Column({ type: 'boolean', default: true })
  isOpen: boolean;

  /** `merged`, `person`, `policy` or `expired`. */
  @Column({ type: 'text', nullable: true })
  closeReason: string | null;

  @Column({ type: 'uuid', nullable: true })
  statusChangedBy: string | null;

  @Column({ type: 'text', nullable: true })
  bypassReason: string | null;

  /** What kept the last merge from being done. */
  @Column({ type: 'json', nullable: true })
  conflicts: readonly object[] | null;

  /** The data key of the sealed parts of its items. */
  @Column('integer')
  keyVersion: number;

  @Column('bytea')
  salt: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** Each folder of its items once, new ones too; null where a server of a version before made it. */
  @Column({ type: 'uuid', array: true, nullable: true })
  folderIds: readonly string[] | null;

  /** Null where a server of a version before made it. */
  @Column({ type: 'integer', nullable: true })
  itemCount: number | null;
}

/** One secret of a request: what it was made from, and what it would become. */
@Entity('approval_items')
@Check('ck_approval_items_op', `op in ('create', 'update', 'delete')`)
@Index('ix_approval_items_request', ['requestId', 'position'])
export class ApprovalItem {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_items' })
  id: string;

  @Column('uuid')
  requestId: string;

  @ManyToOne(() => ApprovalRequest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'fk_approval_items_request' })
  request: Relation<ApprovalRequest>;

  @Column('integer')
  position: number;

  @Column('text')
  op: string;

  /** Null for a new secret. */
  @Column({ type: 'uuid', nullable: true })
  secretId: string | null;

  @Column({ type: 'integer', nullable: true })
  baseVersion: number | null;

  @Column('uuid')
  folderId: string;

  @Column('uuid')
  environmentId: string;

  /** As it was when the change was proposed, for when the folder is gone. */
  @Column('text')
  secretPath: string;

  @Column({ type: 'text', collation: 'C' })
  key: string;

  /** Where an update moves it to; null: it stays. */
  @Column({ type: 'uuid', nullable: true })
  newFolderId: string | null;

  @Column({ type: 'uuid', nullable: true })
  newEnvironmentId: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  newKey: string | null;

  @Column({ type: 'uuid', array: true })
  tagIds: readonly string[];

  /** What of the next state is not sealed, and what it overwrites or brings back. */
  @Column('json')
  more: object;

  /** Value, comment and metadata; null for a deletion, and once the request has ended. */
  @Column({ type: 'bytea', nullable: true })
  sealed: Buffer | null;
}

/** The vote of one person on one request: the last one counts. */
@Entity('approval_votes')
@Check('ck_approval_votes_status', `status in ('approved', 'rejected')`)
export class ApprovalVote extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_votes' })
  requestId: string;

  @ManyToOne(() => ApprovalRequest, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'fk_approval_votes_request' })
  request: Relation<ApprovalRequest>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_approval_votes' })
  userId: string;

  @Column('uuid')
  id: string;

  @Column('text')
  status: string;

  @Column('text')
  comment: string;

  @Column('integer')
  round: number;

  @Column('bytea')
  digest: Buffer;

  /** The place in the organization by which the vote was given: it ends with it. */
  @Column('uuid')
  orgMembershipId: string;

  /** Entries of the policy by which it was given, each with the place in a group if it was by a group. */
  @Column({ type: 'text', array: true })
  byPolicy: readonly string[];

  /** Memberships of the project by which it was given, in the same form. */
  @Column({ type: 'text', array: true })
  byMembership: readonly string[];
}
