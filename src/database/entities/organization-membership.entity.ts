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
import { Dated } from './dated.js';
import type { MetadataEntry } from './identity.entity.js';
import { OrgRole } from './org-role.entity.js';
import { Organization } from './organization.entity.js';
import { User } from './user.entity.js';

export type MembershipStatus = 'invited' | 'accepted';

/** A person's place in an organization. Its id is the person's id in SCIM. */
@Entity('organization_memberships')
@Unique('uq_organization_memberships_user', ['orgId', 'userId'])
@Unique('uq_organization_memberships_user_name', ['orgId', 'scimUserNameKey'])
@Unique('uq_organization_memberships_external_id', ['orgId', 'externalId'])
@Check('ck_organization_memberships_status', `status in ('invited', 'accepted')`)
@Index('ix_organization_memberships_user', ['userId'])
@Index('ix_organization_memberships_role', ['roleId'], { where: 'role_id is not null' })
export class OrganizationMembership extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_organization_memberships' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_organization_memberships_org' })
  organization: Relation<Organization>;

  @Column('uuid')
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_organization_memberships_user' })
  user: Relation<User>;

  /** `admin`, `member`, `no-access`, or `custom` with `roleId`. */
  @Column('text')
  role: string;

  @Column({ type: 'uuid', nullable: true })
  roleId: string | null;

  @ManyToOne(() => OrgRole, { onDelete: 'NO ACTION' })
  @JoinColumn({ name: 'role_id', foreignKeyConstraintName: 'fk_organization_memberships_role' })
  customRole: Relation<OrgRole> | null;

  /** Who was only invited holds nothing until they accept. */
  @Column('text')
  status: MembershipStatus;

  /** A deactivated person holds nothing in this organization. */
  @Column({ type: 'boolean', default: true })
  isActive: boolean;

  /** What templates in rules call `identity.metadata`. */
  @Column({ type: 'json', default: '[]' })
  metadata: readonly MetadataEntry[];

  /** SCIM's userName as it was sent; the account's e-mail is another thing. */
  @Column({ type: 'text', nullable: true })
  scimUserName: string | null;

  /** What user names are compared by: NFC, lower case. */
  @Column({ type: 'text', nullable: true })
  scimUserNameKey: string | null;

  /** The id that the SCIM client knows the person by. A label: it never selects anything but by filter. */
  @Column({ type: 'text', nullable: true })
  externalId: string | null;

  /** The three names as SCIM sent them. */
  @Column({ type: 'text', nullable: true })
  givenName: string | null;

  @Column({ type: 'text', nullable: true })
  familyName: string | null;

  @Column({ type: 'text', nullable: true })
  displayName: string | null;

  /** The kind of who invited the person: an `ActorKind`. */
  @Column({ type: 'text', nullable: true })
  inviterKind: string | null;

  /** No foreign key: it keeps its meaning when the inviter has gone. */
  @Column({ type: 'uuid', nullable: true })
  inviterId: string | null;

  @Column({ type: 'text', nullable: true })
  lastLoginMethod: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastLoginAt: Date | null;
}
