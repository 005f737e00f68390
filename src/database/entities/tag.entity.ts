import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Dated } from './dated.js';
import { Project } from './project.entity.js';

@Entity('tags')
@Unique('uq_tags_slug', ['projectId', 'slug'])
export class Tag extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_tags' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_tags_project' })
  project: Relation<Project>;

  @Column('text')
  slug: string;

  /** Null: the same as the slug. */
  @Column({ type: 'text', nullable: true })
  name: string | null;

  @Column({ type: 'text', nullable: true })
  color: string | null;
}
