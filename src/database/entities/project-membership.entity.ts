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
import { Group } from './group.entity.js';
import { Identity } from './identity.entity.js';
import { Project } from './project.entity.js';
import { User } from './user.entity.js';

/** The place of one identity, one person or one group in a project. */
@Entity('project_memberships')
@Unique('uq_project_memberships_identity', ['projectId', 'identityId'])
@Unique('uq_project_memberships_user', ['projectId', 'userId'])
@Unique('uq_project_memberships_group', ['projectId', 'groupId'])
@Check('ck_project_memberships_one', 'num_nonnulls(identity_id, user_id, group_id) = 1')
@Index('ix_project_memberships_identity', ['identityId'])
@Index('ix_project_memberships_user', ['userId'], { where: 'user_id is not null' })
@Index('ix_project_memberships_group', ['groupId'], { where: 'group_id is not null' })
@Index('ix_project_memberships_made', ['projectId', 'userId'], { where: 'made_for_privileges' })
export class ProjectMembership extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_project_memberships' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_project_memberships_project' })
  project: Relation<Project>;

  @Column({ type: 'uuid', nullable: true })
  identityId: string | null;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_project_memberships_identity' })
  identity: Relation<Identity> | null;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_project_memberships_user' })
  user: Relation<User> | null;

  @Column({ type: 'uuid', nullable: true })
  groupId: string | null;

  @ManyToOne(() => Group, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'fk_project_memberships_group' })
  group: Relation<Group> | null;

  /** Whether it is there for additional privileges alone, of a person who is in the project by a group: it ends with either. */
  @Column({ type: 'boolean', default: false })
  madeForPrivileges: boolean;
}
