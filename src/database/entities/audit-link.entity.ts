import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';

/** The place of an entry in the chain of its organization. Rows are added, never changed. */
@Entity('audit_links')
@Unique('uq_audit_links_entry_id', ['entryId'])
export class AuditLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_links' })
  orgId: string;

  /** From 1, without gaps. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'pk_audit_links' })
  number: string;

  @Column('uuid')
  entryId: string;

  @Column('bytea')
  keyId: Buffer;

  /** HMAC-SHA-256 over the link before it and the whole entry. */
  @Column('bytea')
  mac: Buffer;
}

/** An entry that has no place in the chain yet. */
@Entity('audit_pending')
export class AuditPending {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_pending' })
  orgId: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_pending' })
  entryId: string;

  /** Proves that a server wrote the entry: a key's id, and an HMAC-SHA-256. */
  @Column('bytea', { nullable: true })
  seal: Buffer | null;
}

/** A link that was also logged: whoever keeps the log notices when a chain was cut off before it. */
@Entity('audit_checkpoints')
export class AuditCheckpoint {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_audit_checkpoints' })
  orgId: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'pk_audit_checkpoints' })
  number: string;

  @Column('bytea')
  keyId: Buffer;

  @Column('bytea')
  mac: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
