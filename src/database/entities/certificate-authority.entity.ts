import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Dated } from './dated.js';
import { Project } from './project.entity.js';

/** Names below which an authority may, or may not, issue. */
export interface StoredConstraints {
  readonly permitted?: Readonly<Record<string, string[] | undefined>>;
  readonly excluded?: Readonly<Record<string, string[] | undefined>>;
}

/** An authority of a project that issues certificates. */
@Entity('certificate_authorities')
@Index('uq_certificate_authorities_name', ['projectId', 'name'], {
  unique: true,
  where: 'deleted_at is null',
})
export class CertificateAuthority extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_certificate_authorities' })
  id: string;

  @Column('uuid')
  projectId: string;

  @ManyToOne(() => Project, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'project_id',
    foreignKeyConstraintName: 'fk_certificate_authorities_project',
  })
  project: Relation<Project>;

  @Column('text')
  name: string;

  @Column('text')
  type: 'root' | 'intermediate';

  @Column('text')
  friendlyName: string;

  /** Parts of its name by their kind, without those that are empty. */
  @Column('json')
  subject: Readonly<Record<string, string>>;

  @Column('text')
  keyAlgorithm: string;

  @Column({ type: 'json', nullable: true })
  nameConstraints: StoredConstraints | null;

  /** Where its lists of revoked certificates are as well, besides this server. */
  @Column('text', { array: true })
  mirrorUrls: string[];

  @Column({ type: 'boolean', default: false })
  isDisabled: boolean;

  /** Whether it answers who asks if a certificate is revoked. */
  @Column({ type: 'boolean', default: false })
  isOcspEnabled: boolean;

  /** How many times something that it signed was revoked: a list is as new as the count that it was made from. */
  @Column({ type: 'bigint', default: 0 })
  revocationCount: string;

  /** When it was deleted, while its last list stays for those who check what it signed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;
}
