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
import { Dated } from './dated.js';
import { Organization } from './organization.entity.js';

/** A domain that an organization claims as that of its people. Only a verified one says anything. */
@Entity('email_domains')
@Unique('uq_email_domains_org_domain', ['orgId', 'domain'])
@Index('uq_email_domains_verified', ['domain'], {
  unique: true,
  where: 'verified_at is not null',
})
export class EmailDomain extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_email_domains' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_email_domains_org' })
  organization: Relation<Organization>;

  /** As `canonicalDomain` gives it. */
  @Column('text')
  domain: string;

  /** What the TXT record has to hold. It proves control of the domain to this organization alone. */
  @Column('text')
  challenge: string;

  /** When the record was last seen; null before, and once it was gone for too long. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  verifiedAt: Date | null;

  /** The admin of the instance vouched for it: no record is looked for. */
  @Column({ type: 'boolean', default: false })
  isVouched: boolean;

  /** When the record was last looked for in the background. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  checkedAt: Date | null;
}
