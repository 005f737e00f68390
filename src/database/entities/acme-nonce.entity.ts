import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What nonces of this life of the database are made from. The table is unlogged: after a crash it is empty, as is that of used
 * nonces, so that no nonce of before is good again.
 */
@Entity('acme_epochs')
export class AcmeEpoch {
  /** Always 1. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_acme_epochs' })
  id: number;

  @Column('bytea')
  value: Buffer;
}

/** A nonce that came with a message whose signature held. Unlogged. */
@Entity('acme_used_nonces')
@Index('ix_acme_used_nonces_created_at', ['createdAt'])
export class AcmeUsedNonce {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_acme_used_nonces' })
  hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
