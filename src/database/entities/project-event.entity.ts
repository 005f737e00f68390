import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Project } from './project.entity.js';

/** The last number given to an event of the project. Locked last in a transaction: numbers follow commits. */
@Entity('project_event_heads')
export class ProjectEventHead {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_project_event_heads' })
  projectId: string;

  @OneToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_project_event_heads_project' })
  project: Relation<Project>;

  @Column({ type: 'bigint', default: 0 })
  lastSeq: string;

  /** Tells that event from another one that bore its number before a failover or restore (`events/event-stamp.ts`). */
  @Column({ type: 'bigint', default: 0 })
  lastStamp: string;

  /** Whether a folder of the project has ever imported another: else nobody need be looked for. */
  @Column({ type: 'boolean', default: false })
  hasImports: boolean;
}

@Entity('project_events')
export class ProjectEvent {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_project_events' })
  projectId: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'pk_project_events' })
  seq: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_project_events_project' })
  project: Relation<Project>;

  @Column('text')
  type: string;

  /** Always an array. Never a value. */
  @Column('json')
  payload: readonly unknown[];

  /** The tags of each secret in the payload before and after; for rules with conditions on tags, never sent. */
  @Column({ type: 'json', nullable: true })
  secretTags: readonly (readonly string[] | null)[] | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** The transaction that wrote the event and the states it reports. */
  @Column({ type: 'bigint', default: () => 'txid_current()' })
  xid: string;
}
