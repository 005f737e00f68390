import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Group } from './group.entity.js';
import { Identity } from './identity.entity.js';
import { User } from './user.entity.js';

/** The place of one person or one identity in a group. */
@Entity('group_members')
@Unique('uq_group_members_user', ['groupId', 'userId'])
@Unique('uq_group_members_identity', ['groupId', 'identityId'])
@Check('ck_group_members_one', 'num_nonnulls(user_id, identity_id) = 1')
@Index('ix_group_members_user', ['userId', 'groupId'], { where: 'user_id is not null' })
@Index('ix_group_members_identity', ['identityId', 'groupId'], { where: 'identity_id is not null' })
export class GroupMember {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_group_members' })
  id: string;

  @Column('uuid')
  groupId: string;

  @ManyToOne(() => Group, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'fk_group_members_group' })
  group: Relation<Group>;

  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_group_members_user' })
  user: Relation<User> | null;

  @Column({ type: 'uuid', nullable: true })
  identityId: string | null;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_group_members_identity' })
  identity: Relation<Identity> | null;

  /** Since when. */
  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
