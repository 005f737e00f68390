import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { WorkloadAuth } from './workload-auth.entity.js';

/** The keys of an issuer as they were loaded last, shared by all replicas and sealed: a planted key does not open. */
@Entity('workload_key_sets')
@Index('ix_workload_key_sets_expires_at', ['expiresAt'])
@Index('ix_workload_key_sets_org_id', ['orgId'])
export class WorkloadKeySet {
  /** A digest of URL and CA. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_workload_key_sets' })
  key: Buffer;

  @Column({ type: 'bytea', nullable: true })
  sealed: Buffer | null;

  /** The organization whose settings led to it first; each has room for only so many. */
  @Column({ type: 'text', nullable: true })
  orgId: string | null;

  /** Who set that up, the outermost of those behind it first, and the row: the organization's room is parted between them. */
  @Column({ type: 'text', array: true, nullable: true })
  payer: string[] | null;

  /** When some replica last asked the issuer because of an unknown key. */
  @Column({ type: 'timestamptz', precision: 3 })
  triedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** A proof that was used, by a digest, and by whom it may be repeated for a while. */
@Entity('workload_proofs')
@Index('ix_workload_proofs_expires_at', ['expiresAt'])
export class WorkloadProof {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_workload_proofs' })
  digest: Buffer;

  /** Null: by nobody. */
  @Column({ type: 'bytea', nullable: true })
  usedBy: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3 })
  usedAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** Who logged in by a row before, by a digest: the first login of anybody else is recorded. */
@Entity('workload_subjects')
@Index('ix_workload_subjects_auth_id_first_at', ['authId', 'firstAt'])
@Index('ix_workload_subjects_expires_at', ['expiresAt'])
export class WorkloadSubject {
  /** A digest of row, issuer and subject. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_workload_subjects' })
  key: Buffer;

  @Column('uuid')
  authId: string;

  @ManyToOne(() => WorkloadAuth, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'auth_id', foreignKeyConstraintName: 'fk_workload_subjects_auth' })
  auth: Relation<WorkloadAuth>;

  @Column({ type: 'timestamptz', precision: 3 })
  firstAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
