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

/** A token with which a provider of identities keeps the users and groups of an organization. */
@Entity('scim_tokens')
@Unique('uq_scim_tokens_digest', ['digest'])
@Index('ix_scim_tokens_org', ['orgId', 'createdAt', 'id'])
export class ScimToken extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_scim_tokens' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_scim_tokens_org' })
  organization: Relation<Organization>;

  /** What `ServerKeys.digest` makes of the token, which is kept nowhere. */
  @Column('bytea')
  digest: Buffer;

  /** The identity or person that made it, who may be gone by now. */
  @Column('uuid')
  makerId: string;

  @Column({ type: 'text', default: '' })
  description: string;

  /** 0: it does not expire. */
  @Column('integer')
  ttlDays: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  /** A minute late at most: not every request writes it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
