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
import { CaCertificate } from './ca-certificate.entity.js';
import { CertificateAuthority } from './certificate-authority.entity.js';
import { CertificateProfile } from './certificate-profile.entity.js';
import { PkiApplication } from './pki-application.entity.js';
import { Project } from './project.entity.js';

/** A certificate that an authority of the project issued, or that was imported. */
@Entity('certificates')
@Unique('uq_certificates_serial', ['authorityId', 'serialNumber'])
@Unique('uq_certificates_renewed_from', ['renewedFromId'])
@Index('ix_certificates_project_id_id', ['projectId', 'id'])
@Index('ix_certificates_project_id_sha256', ['projectId', 'sha256'])
@Index('ix_certificates_profile_id', ['profileId'])
@Index('ix_certificates_profile_id_serial_number', ['profileId', 'serialNumber'])
@Index('ix_certificates_application_id', ['applicationId'], { where: 'application_id is not null' })
@Index('ix_certificates_name_set', ['nameSet', 'createdAt'], { where: 'name_set is not null' })
@Index('ix_certificates_ca_certificate_id', ['caCertificateId'])
@Index('ix_certificates_authority_id_not_after', ['authorityId', 'notAfter'])
@Index('ix_certificates_revoked', ['authorityId', 'issuerKeyNumber'], {
  where: 'revoked_at is not null',
})
@Index('ix_certificates_ended', ['notAfter'], { where: 'revoked_at is null' })
@Index('ix_certificates_ended_revoked', ['authorityId', 'issuerKeyNumber', 'notAfter'], {
  where: 'revoked_at is not null',
})
@Index('ix_certificates_compromised', ['keyHash'], {
  where: `revocation_reason = 'KEY_COMPROMISE'`,
})
export class IssuedCertificate {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificates' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_certificates_project' })
  project: Relation<Project>;

  @Column({ type: 'uuid', nullable: true })
  profileId: string | null;

  @ManyToOne(() => CertificateProfile, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'profile_id', foreignKeyConstraintName: 'fk_certificates_profile' })
  profile: Relation<CertificateProfile> | null;

  /** The application that it was got through; null where there was none, and once that is deleted. */
  @Column({ type: 'uuid', nullable: true })
  applicationId: string | null;

  @ManyToOne(() => PkiApplication, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'application_id', foreignKeyConstraintName: 'fk_certificates_application' })
  application: Relation<PkiApplication> | null;

  /** What it came by: `profile`, `sign-intermediate` or `import`. */
  @Column({ type: 'text', default: 'profile' })
  origin: string;

  /** What people call it; empty where it has no such name. */
  @Column({ type: 'text', default: '' })
  friendlyName: string;

  /** What certifies one that was imported, its issuer first; null for all others. */
  @Column({ type: 'bytea', array: true, nullable: true })
  outsideChain: Buffer[] | null;

  /** Null for one that was imported, and once the authority is forgotten, after the end of all that it signed. */
  @Column({ type: 'uuid', nullable: true })
  authorityId: string | null;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'authority_id', foreignKeyConstraintName: 'fk_certificates_authority' })
  authority: Relation<CertificateAuthority> | null;

  /** The number of the key of the authority that signed it; 0 for one that was imported. */
  @Column('integer')
  issuerKeyNumber: number;

  /** The certificate of the authority at that time. */
  @Column({ type: 'uuid', nullable: true })
  caCertificateId: string | null;

  @ManyToOne(() => CaCertificate, { onDelete: 'SET NULL' })
  @JoinColumn({
    name: 'ca_certificate_id',
    foreignKeyConstraintName: 'fk_certificates_ca_certificate',
  })
  caCertificate: Relation<CaCertificate> | null;

  /** Lower-case hex. */
  @Column('text')
  serialNumber: string;

  @Column('bytea')
  der: Buffer;

  /** SHA-256 of the whole certificate, in lower-case hex. */
  @Column('text')
  sha256: string;

  /** SHA-256 of the public key (SubjectPublicKeyInfo), in lower-case hex. */
  @Column('text')
  keyHash: string;

  /** By ACME: a digest of its names and its enrollment, by which identical ones are counted. */
  @Column({ type: 'text', nullable: true })
  nameSet: string | null;

  /** Empty where it has none. */
  @Column('text')
  commonName: string;

  /** All that it says, as it was judged. */
  @Column('json')
  content: Readonly<Record<string, unknown>>;

  @Column('json')
  metadata: readonly { readonly key: string; readonly value: string }[];

  @Column({ type: 'timestamptz', precision: 3 })
  notBefore: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  notAfter: Date;

  /** Who asked for it: an identity, a person or a token. */
  @Column('uuid')
  requesterId: string;

  @Column({ type: 'uuid', nullable: true })
  renewedFromId: string | null;

  @ManyToOne(() => IssuedCertificate, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'renewed_from_id', foreignKeyConstraintName: 'fk_certificates_renewed_from' })
  renewedFrom: Relation<IssuedCertificate> | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column({ type: 'text', nullable: true })
  revocationReason: string | null;

  /** When it was deleted; the row stays for those who check it, until 90 days after its end. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
