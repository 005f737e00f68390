import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Organization } from './organization.entity.js';
import { Project } from './project.entity.js';

/** The project that an organization means where a request about certificates names none. */
@Entity('certificate_projects')
@Index('ix_certificate_projects_project_id', ['projectId'])
export class CertificateProject {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificate_projects' })
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_certificate_projects_org' })
  organization: Relation<Organization>;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_certificate_projects_project' })
  project: Relation<Project>;
}
