import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { IssuedCertificate } from './issued-certificate.entity.js';

/** The private key of a certificate that was made here, sealed under the data key of its project. */
@Entity('certificate_keys')
@Index('ix_certificate_keys_project_id_key_version', ['projectId', 'keyVersion'])
export class CertificateKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificate_keys' })
  certificateId: string;

  @OneToOne(() => IssuedCertificate, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'certificate_id',
    foreignKeyConstraintName: 'fk_certificate_keys_certificate',
  })
  certificate: Relation<IssuedCertificate>;

  @Column('uuid')
  projectId: string;

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
