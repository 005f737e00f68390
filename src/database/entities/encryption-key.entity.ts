import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Project } from './project.entity.js';

/** What a root key must be able to open before the server starts. */
@Entity('root_keys')
export class RootKey {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_root_keys' })
  version: number;

  @Column('bytea')
  checkValue: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** A project's data key, wrapped by a root key. Goes with its project, and what it sealed with it. */
@Entity('data_keys')
@Index('ix_data_keys_root', ['rootVersion'])
export class DataKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_data_keys' })
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_data_keys_project' })
  project: Relation<Project>;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_data_keys' })
  version: number;

  @Column('uuid')
  orgId: string;

  @Column('integer')
  rootVersion: number;

  @ManyToOne(() => RootKey)
  @JoinColumn({ name: 'root_version', foreignKeyConstraintName: 'fk_data_keys_root' })
  root: Relation<RootKey>;

  @Column('bytea')
  wrapped: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
