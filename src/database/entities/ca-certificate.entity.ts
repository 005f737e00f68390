import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { CertificateAuthority } from './certificate-authority.entity.js';

/** A certificate of an authority: of its own, of another authority of the project, or from outside. */
@Entity('ca_certificates')
@Unique('uq_ca_certificates_version', ['authorityId', 'version'])
@Unique('uq_ca_certificates_serial', ['issuerId', 'serialNumber'])
@Index('ix_ca_certificates_parent_id', ['parentId'])
export class CaCertificate {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_ca_certificates' })
  id: string;

  @Column('uuid')
  authorityId: string;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'authority_id', foreignKeyConstraintName: 'fk_ca_certificates_authority' })
  authority: Relation<CertificateAuthority>;

  /** From 1; the highest is the present one. */
  @Column('integer')
  version: number;

  /** The number of the key of the authority that it is for. */
  @Column('integer')
  keyNumber: number;

  /** The authority that signed it, which for a root is its own; null for one from outside. */
  @Column({ type: 'uuid', nullable: true })
  issuerId: string | null;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'issuer_id', foreignKeyConstraintName: 'fk_ca_certificates_issuer' })
  issuer: Relation<CertificateAuthority> | null;

  /** The number of the key of the issuer that signed it. */
  @Column({ type: 'integer', nullable: true })
  issuerKeyNumber: number | null;

  /** The certificate of the issuer; null for a root, and for one from outside. */
  @Column({ type: 'uuid', nullable: true })
  parentId: string | null;

  @ManyToOne(() => CaCertificate, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'parent_id', foreignKeyConstraintName: 'fk_ca_certificates_parent' })
  parent: Relation<CaCertificate> | null;

  @Column('bytea')
  der: Buffer;

  /** What certifies one from outside, up to its root. */
  @Column('bytea', { array: true })
  outsideChain: Buffer[];

  /** Lower-case hex. */
  @Column('text')
  serialNumber: string;

  @Column({ type: 'timestamptz', precision: 3 })
  notBefore: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  notAfter: Date;

  /** As they were asked for; null where they were not. */
  @Column({ type: 'text', nullable: true })
  sentNotBefore: string | null;

  @Column({ type: 'text', nullable: true })
  sentNotAfter: string | null;

  /** -1 for no bound. */
  @Column('integer')
  maxPathLength: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column({ type: 'text', nullable: true })
  revocationReason: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
