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
import { Environment } from './environment.entity.js';

/** A folder, under its full path. Every environment has its root folder `/`. */
@Entity('folders')
@Unique('uq_folders_path', ['environmentId', 'path'])
@Index('ix_folders_parent', ['parentId'])
export class Folder extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_folders' })
  id: string;

  @Column('uuid')
  environmentId: string;

  @ManyToOne(() => Environment, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'environment_id', foreignKeyConstraintName: 'fk_folders_environment' })
  environment: Relation<Environment>;

  @Column({ type: 'uuid', nullable: true })
  parentId: string | null;

  @ManyToOne(() => Folder, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'parent_id', foreignKeyConstraintName: 'fk_folders_parent' })
  parent: Relation<Folder> | null;

  /** Last segment of the path; `root` for the root folder. */
  @Column('text')
  name: string;

  /** Canonical: `/`, `/a`, `/a/b`. */
  @Column({ type: 'text', collation: 'C' })
  path: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'integer', default: 1 })
  version: number;
}
