import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import type { Rule } from '../../permissions/rule.js';
import { Dated } from './dated.js';
import type { RuleWeightColumns } from './rule-weight-columns.js';
import { Project } from './project.entity.js';

@Entity('project_roles')
@Unique('uq_project_roles_slug', ['projectId', 'slug'])
export class ProjectRole extends Dated implements RuleWeightColumns {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_project_roles' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_project_roles_project' })
  project: Relation<Project>;

  @Column('text')
  slug: string;

  @Column('text')
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column('json')
  permissions: readonly Rule[];

  @Column('integer', { default: 0 })
  ruleCount: number;

  @Column('integer', { default: 0 })
  patternBytes: number;
}
