import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Project } from './project.entity.js';
import { Secret } from './secret.entity.js';

const PRIMARY_KEY = 'pk_secret_references';

/**
 * A reference in a secret's value. Names are readable here, as names of secrets are; values are not.
 * Environment and path are empty for one that means the secret's own folder.
 */
@Entity('secret_references')
@Index('ix_secret_references_target', ['projectId', 'environment', 'path', 'key'])
export class SecretReference {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: PRIMARY_KEY })
  sourceId: string;

  @ManyToOne(() => Secret, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'source_id', foreignKeyConstraintName: 'fk_secret_references_source' })
  source: Relation<Secret>;

  @Column('uuid')
  projectId: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  environment: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  path: string;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  key: string;
}

/** A project whose older secrets the index does not hold yet, and the last one that it does. */
@Entity('reference_backlog')
export class ReferenceBacklog {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_reference_backlog' })
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_reference_backlog_project' })
  project: Relation<Project>;

  @Column({ type: 'uuid', nullable: true })
  afterId: string | null;
}
