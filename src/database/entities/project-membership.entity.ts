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
import { Identity } from './identity.entity.js';
import { Project } from './project.entity.js';

/** A machine identity's place in a project. */
@Entity('project_memberships')
@Unique('uq_project_memberships_identity', ['projectId', 'identityId'])
@Index('ix_project_memberships_identity', ['identityId'])
export class ProjectMembership extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_project_memberships' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_project_memberships_project' })
  project: Relation<Project>;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_project_memberships_identity' })
  identity: Relation<Identity>;
}
