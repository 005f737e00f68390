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
import { Project } from './project.entity.js';
import { Secret } from './secret.entity.js';
import { User } from './user.entity.js';

/**
 * A value of a secret that one person holds for themselves. Apart from `secrets`, so that nothing that reads those can show
 * it to others. Its name, folder and tags are those of the secret, with which it goes.
 */
@Entity('personal_secrets')
@Unique('uq_personal_secrets_holder', ['secretId', 'userId'])
@Index('ix_personal_secrets_user_id_project_id', ['userId', 'projectId'])
@Index('ix_personal_secrets_data_key', ['projectId', 'keyVersion', 'id'])
export class PersonalSecret extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_personal_secrets' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_personal_secrets_project' })
  project: Relation<Project>;

  /** The shared secret in whose place it stands for its holder. */
  @Column('uuid')
  secretId: string;

  @ManyToOne(() => Secret, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'secret_id', foreignKeyConstraintName: 'fk_personal_secrets_secret' })
  secret: Relation<Secret>;

  @Column('uuid')
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_personal_secrets_user' })
  user: Relation<User>;

  @Column('integer')
  version: number;

  /** The data key's version and the salt of the write: together they give the key of what is sealed. */
  @Column('integer')
  keyVersion: number;

  @Column('bytea')
  salt: Buffer;

  /** All of its content, as one text. */
  @Column('bytea')
  sealed: Buffer;
}

/** Names the state of all that one person holds in a project; absent for who never held anything there. */
@Entity('personal_secret_heads')
@Index('ix_personal_secret_heads_user_id', ['userId'])
export class PersonalSecretHead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_personal_secret_heads' })
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_personal_secret_heads_project' })
  project: Relation<Project>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_personal_secret_heads' })
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_personal_secret_heads_user' })
  user: Relation<User>;

  /** Another one after every write of the person. */
  @Column('uuid')
  stamp: string;
}
