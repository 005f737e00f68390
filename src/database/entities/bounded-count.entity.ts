import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often something happened that may happen only so often, by a keyed digest of what it is. */
@Entity('bounded_counts')
@Index('ix_bounded_counts_expires_at', ['expiresAt'])
export class BoundedCount {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_bounded_counts' })
  key: Buffer;

  @Column('integer')
  count: number;

  /** Counting begins anew then. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
