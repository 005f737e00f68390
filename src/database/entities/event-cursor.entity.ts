import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Project } from './project.entity.js';

/** How far a caller has heard a project's events, for a client that sends no cursor. */
@Entity('event_cursors')
export class EventCursor {
  /** An identity or a person. No foreign key: what is left of one that has gone is swept when it is old. */
  @PrimaryColumn('uuid', { name: 'identity_id', primaryKeyConstraintName: 'pk_event_cursors' })
  callerId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_event_cursors' })
  @Index('ix_event_cursors_project_id')
  projectId: string;

  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_event_cursors' })
  registerHash: Buffer;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_event_cursors_project' })
  project: Relation<Project>;

  @Column('bigint')
  seq: string;

  /** The stamp of the event of that number; null where a server of the version before wrote it. */
  @Column({ type: 'bigint', nullable: true })
  stamp: string | null;

  /** When a stream last went on from it, or was seen to run. */
  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  @Index('ix_event_cursors_updated_at')
  updatedAt: Date;
}
