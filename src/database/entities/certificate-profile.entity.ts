import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { CertificateAuthority } from './certificate-authority.entity.js';
import { CertificatePolicy } from './certificate-policy.entity.js';
import { Dated } from './dated.js';
import { Project } from './project.entity.js';

/** Who issues certificates of a project, by which policy, and what requests for them need not say. */
@Entity('certificate_profiles')
@Unique('uq_certificate_profiles_slug', ['projectId', 'slug'])
@Index('ix_certificate_profiles_authority_id', ['authorityId'])
@Index('ix_certificate_profiles_policy_id', ['policyId'])
export class CertificateProfile extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificate_profiles' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_certificate_profiles_project' })
  project: Relation<Project>;

  /** Null once it is deleted. */
  @Column({ type: 'uuid', nullable: true })
  authorityId: string | null;

  @ManyToOne(() => CertificateAuthority, { onDelete: 'SET NULL' })
  @JoinColumn({
    name: 'authority_id',
    foreignKeyConstraintName: 'fk_certificate_profiles_authority',
  })
  authority: Relation<CertificateAuthority> | null;

  @Column('uuid')
  policyId: string;

  @ManyToOne(() => CertificatePolicy)
  @JoinColumn({ name: 'policy_id', foreignKeyConstraintName: 'fk_certificate_profiles_policy' })
  policy: Relation<CertificatePolicy>;

  @Column('text')
  slug: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** As they were sent; null where none were. */
  @Column({ type: 'json', nullable: true })
  defaults: Readonly<Record<string, unknown>> | null;

  /** Whether private keys that are made here are kept, so that they can be read later. */
  @Column({ type: 'boolean', default: true })
  storesPrivateKeys: boolean;

  /** How its ACME directory works, as it was sent; null where it has none. */
  @Column({ type: 'json', nullable: true })
  acme: Readonly<Record<string, unknown>> | null;

  /** The number of the binding secret that holds; a rotation raises it. */
  @Column({ type: 'integer', default: 1 })
  bindingNumber: number;
}
