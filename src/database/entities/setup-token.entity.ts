import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What whoever claims an unclaimed server has to show. One row until the server is claimed, then none. */
@Entity('setup_tokens')
export class SetupToken {
  /** Always 1. */
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'pk_setup_tokens' })
  id: number;

  /** Keyed: the token itself is printed once and kept nowhere. */
  @Column('bytea')
  digest: Buffer;
}
