import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { Project } from './project.entity.js';

@Entity('tags')
@Unique('uq_tags_slug', ['projectId', 'slug'])
export class Tag {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_tags' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_tags_project' })
  project: Relation<Project>;

  @Column('text')
  slug: string;

  @Column({ type: 'text', nullable: true })
  color: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
