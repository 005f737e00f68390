import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
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
