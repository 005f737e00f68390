import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { CertificateProfile } from './certificate-profile.entity.js';
import { Dated } from './dated.js';
import { PkiApplicationProfile } from './pki-application.entity.js';

/** Who gets certificates by ACME, through a profile alone or through that of an application: a key, and not a person. */
@Entity('acme_accounts')
@Index('ix_acme_accounts_thumbprint', ['thumbprint'])
@Unique('uq_acme_accounts_thumbprint', ['profileId', 'thumbprint'])
@Unique('uq_acme_accounts_application_thumbprint', ['applicationProfileId', 'thumbprint'])
@Check('ck_acme_accounts_enrollment', 'num_nonnulls(profile_id, application_profile_id) = 1')
export class AcmeAccount extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_accounts' })
  id: string;

  /** Null for that of an application. */
  @Column({ type: 'uuid', nullable: true })
  profileId: string | null;

  @ManyToOne(() => CertificateProfile, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'profile_id', foreignKeyConstraintName: 'fk_acme_accounts_profile' })
  profile: Relation<CertificateProfile> | null;

  /** The profile of an application; null for that of a profile alone. */
  @Column({ type: 'uuid', nullable: true })
  applicationProfileId: string | null;

  @ManyToOne(() => PkiApplicationProfile, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'application_profile_id',
    foreignKeyConstraintName: 'fk_acme_accounts_application_profile',
  })
  applicationProfile: Relation<PkiApplicationProfile> | null;

  /** SHA-256 of the key in base64url (RFC 7638). */
  @Column('text')
  thumbprint: string;

  /** The public key (JWK). */
  @Column('json')
  jwk: object;

  /** `valid` or `deactivated`. */
  @Column('text')
  status: string;

  @Column({ type: 'text', array: true })
  contact: string[];

  @Column('boolean')
  hasAgreed: boolean;

  /** The external account binding as it was sent. */
  @Column({ type: 'json', nullable: true })
  binding: object | null;

  /** Patterns of the names that it may have, from the named key that it was bound with; null for all of the policy. */
  @Column({ type: 'text', array: true, nullable: true })
  allowedNames: string[] | null;
}
