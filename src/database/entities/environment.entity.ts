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

@Entity('environments')
@Unique('uq_environments_slug', ['projectId', 'slug'])
export class Environment extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_environments' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_environments_project' })
  project: Relation<Project>;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('integer')
  position: number;
}
