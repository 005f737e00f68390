import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The answer to a request that came with an Idempotency-Key. No foreign keys: the lock of one on the
 * organization or the caller would stand in the way of the request itself.
 */
@Entity('idempotent_answers')
@Index('ix_idempotent_answers_caller', ['orgId', 'callerId', 'expiresAt'])
export class IdempotentAnswer {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_idempotent_answers' })
  orgId: string;

  /** An identity or a person. */
  @PrimaryColumn('uuid', {
    name: 'identity_id',
    primaryKeyConstraintName: 'pk_idempotent_answers',
  })
  callerId: string;

  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_idempotent_answers' })
  keyDigest: Buffer;

  /** What the request was: the same key with another one is a mistake. */
  @Column('bytea')
  fingerprint: Buffer;

  /** Sealed. Null only inside the transaction of the request. */
  @Column('bytea', { nullable: true })
  answer: Buffer | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  @Index('ix_idempotent_answers_expires_at')
  expiresAt: Date;
}
