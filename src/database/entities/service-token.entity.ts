import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import { Dated } from './dated.js';
import { GroupMember } from './group-member.entity.js';
import { Project } from './project.entity.js';
import { ProjectMembership } from './project-membership.entity.js';

/** A token that reads or writes in some folders of one project, by the rights of whoever made it. */
@Entity('service_tokens')
@Index('ix_service_tokens_project_id', ['projectId'])
@Index('ix_service_tokens_membership_id', ['membershipId'])
@Index('ix_service_tokens_group_member_id', ['groupMemberId'])
@Index('ix_service_tokens_maker_id', ['makerId'])
@Index('ix_service_tokens_credential_id', ['credentialId'])
export class ServiceToken extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_service_tokens' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_service_tokens_project' })
  project: Relation<Project>;

  @Column('text')
  name: string;

  /** What `ServerKeys.digest` makes of the token, which is kept nowhere. */
  @Column('bytea')
  digest: Buffer;

  @Column('json')
  scopes: { readonly environment: string; readonly secretPath: string }[];

  @Column('text', { array: true })
  permissions: ('read' | 'write')[];

  /** What scopes and permissions mean, for those who weigh what a rename would open to whom. */
  @Column('json')
  rules: Rule[];

  /** The identity or person that made it. */
  @Column('uuid')
  makerId: string;

  /** Identities that made it, or what it was made with, as those of a client secret. */
  @Column('uuid', { array: true })
  makers: string[];

  /** The client secret, stored token, trust in workloads or console session that it was made with; null for a person's. */
  @Column({ type: 'uuid', nullable: true })
  credentialId: string | null;

  /** The trust epoch of the login that it was made with, where a workload made it. */
  @Column({ type: 'integer', nullable: true })
  trustEpoch: number | null;

  /** Whether it works only while, and from where, that credential does. */
  @Column({ type: 'boolean', default: false })
  endsWithCredential: boolean;

  /** The membership by which its maker was in the project: the maker's own, or that of a group. */
  @Column('uuid')
  membershipId: string;

  @ManyToOne(() => ProjectMembership, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'membership_id', foreignKeyConstraintName: 'fk_service_tokens_membership' })
  membership: Relation<ProjectMembership>;

  /** The maker's place in the group whose membership it was. */
  @Column({ type: 'uuid', nullable: true })
  groupMemberId: string | null;

  @ManyToOne(() => GroupMember, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'group_member_id',
    foreignKeyConstraintName: 'fk_service_tokens_group_member',
  })
  groupMember: Relation<GroupMember> | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** A minute late at most: not every request writes it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
