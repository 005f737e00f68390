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

/** What certificates of a project may say. */
@Entity('certificate_policies')
@Unique('uq_certificate_policies_name', ['projectId', 'name'])
export class CertificatePolicy extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificate_policies' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_certificate_policies_project' })
  project: Relation<Project>;

  @Column('text')
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** As they were sent: absent stays absent, and lists keep their order. */
  @Column('json')
  rules: Readonly<Record<string, unknown>>;
}
