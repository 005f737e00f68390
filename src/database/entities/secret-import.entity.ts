import {
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
import { Environment } from './environment.entity.js';
import { Folder } from './folder.entity.js';

/** What a folder takes over from a path of an environment. There need not be a folder at that path. */
@Entity('secret_imports')
@Unique('uq_secret_imports_source', ['folderId', 'sourceEnvironmentId', 'sourcePath'], {
  deferrable: 'INITIALLY IMMEDIATE',
})
@Unique('uq_secret_imports_position', ['folderId', 'position'], {
  deferrable: 'INITIALLY IMMEDIATE',
})
@Index('ix_secret_imports_source', ['sourceEnvironmentId', 'sourcePath'])
export class SecretImport {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secret_imports' })
  id: string;

  /** The folder that imports. */
  @Column('uuid')
  folderId: string;

  @ManyToOne(() => Folder, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'folder_id', foreignKeyConstraintName: 'fk_secret_imports_folder' })
  folder: Relation<Folder>;

  @Column('uuid')
  sourceEnvironmentId: string;

  @ManyToOne(() => Environment, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'source_environment_id',
    foreignKeyConstraintName: 'fk_secret_imports_source_environment',
  })
  sourceEnvironment: Relation<Environment>;

  /** Canonical, as the path of a folder is. */
  @Column({ type: 'text', collation: 'C' })
  sourcePath: string;

  /** 1 to n within the folder, without gaps. */
  @Column('integer')
  position: number;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** When it was last aimed or placed by a request of its own. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
