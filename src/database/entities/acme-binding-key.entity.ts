import {
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

/** A key of external account bindings with bounds of its own. Its secret follows from its id. */
@Entity('acme_binding_keys')
@Unique('uq_acme_binding_keys_name', ['profileId', 'name'])
export class AcmeBindingKey extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_binding_keys' })
  id: string;

  @Column('uuid')
  profileId: string;

  @ManyToOne(() => CertificateProfile, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'profile_id', foreignKeyConstraintName: 'fk_acme_binding_keys_profile' })
  profile: Relation<CertificateProfile>;

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
