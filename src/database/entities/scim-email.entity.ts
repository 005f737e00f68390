import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { OrganizationMembership } from './organization-membership.entity.js';

/** An address of a member as SCIM sent it. It labels the member; the account's own e-mail is another thing. */
@Entity('scim_emails')
@Index('ix_scim_emails_value', ['valueKey', 'membershipId'])
export class ScimEmail {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_scim_emails' })
  membershipId: string;

  @ManyToOne(() => OrganizationMembership, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'membership_id', foreignKeyConstraintName: 'fk_scim_emails_membership' })
  membership: Relation<OrganizationMembership>;

  /** The place in the list, from 0. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_scim_emails' })
  position: number;

  @Column('text')
  value: string;

  /** What addresses are compared by: NFC, lower case. */
  @Column('text')
  valueKey: string;

  @Column({ type: 'text', nullable: true })
  type: string | null;

  /** Null where it was not said. */
  @Column({ type: 'boolean', nullable: true })
  isPrimary: boolean | null;
}
