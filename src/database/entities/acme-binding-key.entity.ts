import {
  Check,
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { CertificateProfile } from './certificate-profile.entity.js';
import { Dated } from './dated.js';
import { PkiApplicationProfile } from './pki-application.entity.js';

/** A key of external account bindings with bounds of its own. Its secret follows from its id. */
@Entity('acme_binding_keys')
@Unique('uq_acme_binding_keys_name', ['profileId', 'name'])
@Unique('uq_acme_binding_keys_application_name', ['applicationProfileId', 'name'])
@Check('ck_acme_binding_keys_enrollment', 'num_nonnulls(profile_id, application_profile_id) = 1')
export class AcmeBindingKey extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_binding_keys' })
  id: string;

  /** Null for that of an application. */
  @Column({ type: 'uuid', nullable: true })
  profileId: string | null;

  @ManyToOne(() => CertificateProfile, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'profile_id', foreignKeyConstraintName: 'fk_acme_binding_keys_profile' })
  profile: Relation<CertificateProfile> | null;

  /** The profile of an application; null for that of a profile alone. */
  @Column({ type: 'uuid', nullable: true })
  applicationProfileId: string | null;

  @ManyToOne(() => PkiApplicationProfile, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'application_profile_id',
    foreignKeyConstraintName: 'fk_acme_binding_keys_application_profile',
  })
  applicationProfile: Relation<PkiApplicationProfile> | null;

  @Column('text')
  name: string;

  /** Accounts that it may bind; null for any number. */
  @Column({ type: 'integer', nullable: true })
  maxUses: number | null;

  /** Accounts that it has bound. */
  @Column({ type: 'integer', default: 0 })
  uses: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  /** Patterns of the names that its accounts may have, within the policy; null for all of those. */
  @Column({ type: 'text', array: true, nullable: true })
  allowedNames: string[] | null;
}
