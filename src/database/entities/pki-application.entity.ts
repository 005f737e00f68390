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
import { CertificateProfile } from './certificate-profile.entity.js';
import { Dated } from './dated.js';
import { Project } from './project.entity.js';

/** Something that gets certificates through the profiles that are attached to it. */
@Entity('pki_applications')
@Unique('uq_pki_applications_name', ['projectId', 'name'])
export class PkiApplication extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_pki_applications' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_pki_applications_project' })
  project: Relation<Project>;

  @Column('text')
  name: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;
}

/** A profile that is attached to an application, and how certificates are got through the two. */
@Entity('pki_application_profiles')
@Unique('uq_pki_application_profiles', ['applicationId', 'profileId'])
@Index('ix_pki_application_profiles_profile_id', ['profileId'])
export class PkiApplicationProfile extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_pki_application_profiles' })
  id: string;

  @Column('uuid')
  applicationId: string;

  @ManyToOne(() => PkiApplication, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'application_id',
    foreignKeyConstraintName: 'fk_pki_application_profiles_application',
  })
  application: Relation<PkiApplication>;

  @Column('uuid')
  profileId: string;

  @ManyToOne(() => CertificateProfile, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'profile_id',
    foreignKeyConstraintName: 'fk_pki_application_profiles_profile',
  })
  profile: Relation<CertificateProfile>;

  /** Id of its enrollment by API; null where it has none. */
  @Column({ type: 'uuid', nullable: true })
  apiId: string | null;

  @Column({ type: 'json', nullable: true })
  api: Readonly<Record<string, unknown>> | null;

  /** Id of its enrollment by ACME, which is the key id of its binding secret too; null where it has none. */
  @Column({ type: 'uuid', nullable: true })
  acmeId: string | null;

  /** How its ACME directory works, as it was sent. */
  @Column({ type: 'json', nullable: true })
  acme: Readonly<Record<string, unknown>> | null;

  /** The number of the binding secret that holds; a rotation raises it. */
  @Column({ type: 'integer', default: 1 })
  bindingNumber: number;
}
