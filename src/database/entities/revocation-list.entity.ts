import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { CertificateAuthority } from './certificate-authority.entity.js';

/** The list of what was revoked of what one key of an authority signed. */
@Entity('crls')
@Unique('uq_crls_key', ['authorityId', 'keyNumber'])
export class RevocationList {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_crls' })
  id: string;

  @Column('uuid')
  authorityId: string;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'authority_id', foreignKeyConstraintName: 'fk_crls_authority' })
  authority: Relation<CertificateAuthority>;

  @Column('integer')
  keyNumber: number;

  /** The number of the list that was made last; 0 before there is one. */
  @Column({ type: 'bigint', default: 0 })
  number: string;

  @Column({ type: 'bytea', nullable: true })
  der: Buffer | null;

  /** The authority's count of revocations when it was made. */
  @Column({ type: 'bigint', nullable: true })
  madeFrom: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  thisUpdate: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextUpdate: Date | null;
}
