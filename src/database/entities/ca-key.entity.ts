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

/** A key of an authority. The private part is sealed under the project's data key. */
@Entity('ca_keys')
@Unique('uq_ca_keys_number', ['authorityId', 'number'])
@Index('ix_ca_keys_project_id_key_version', ['projectId', 'keyVersion'])
@Index('ix_ca_keys_public_key', { synchronize: false })
export class CaKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_ca_keys' })
  id: string;

  @Column('uuid')
  projectId: string;

  @Column('uuid')
  authorityId: string;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'authority_id', foreignKeyConstraintName: 'fk_ca_keys_authority' })
  authority: Relation<CertificateAuthority>;

  /** From 1. */
  @Column('integer')
  number: number;

  /** The public key: SubjectPublicKeyInfo in DER. */
  @Column('bytea')
  publicKey: Buffer;

  @Column('integer')
  keyVersion: number;

  @Column('bytea')
  salt: Buffer;

  /** The private key: PKCS #8 in DER. */
  @Column('bytea')
  sealed: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
