import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** One change, or one read of values. Holds ids, names and the action, never a value; outlives what it tells of. */
@Entity('audit_entries')
@Index('ix_audit_entries_time', ['orgId', 'createdAt', 'id'])
@Index('ix_audit_entries_action', ['orgId', 'action', 'createdAt', 'id'])
@Index('ix_audit_entries_actor', ['orgId', 'actorId', 'createdAt', 'id'])
@Index('ix_audit_entries_project', ['orgId', 'projectId', 'createdAt', 'id'])
export class AuditEntry {
  /** UUIDv7: in the order of time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_entries' })
  id: string;

  @Column('uuid')
  orgId: string;

  @Column({ type: 'uuid', nullable: true })
  projectId: string | null;

  /** `identity`, or `system` for the server itself. */
  @Column('text')
  actorKind: string;

  @Column({ type: 'uuid', nullable: true })
  actorId: string | null;

  @Column('text')
  actorName: string;

  /** `<thing>.<verb>`, such as `secret.create`. */
  @Column('text')
  action: string;

  @Column('jsonb')
  target: Readonly<Record<string, unknown>>;

  @Column('text')
  reqId: string;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  /** The client's User-Agent, cut to 200 characters. */
  @Column({ type: 'text', nullable: true })
  client: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
