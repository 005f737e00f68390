import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Project } from './project.entity.js';

/** From when on all states of a project's secrets are still kept; no row: from its first on. */
@Entity('secret_history_starts')
export class SecretHistoryStart {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_secret_history_starts' })
  projectId: string;

  @OneToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_secret_history_starts_project' })
  project: Relation<Project>;

  @Column({ type: 'timestamptz', precision: 3 })
  completeFrom: Date;
}
