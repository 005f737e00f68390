import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { Organization } from './organization.entity.js';
import { User } from './user.entity.js';

export type SessionKind = 'console' | 'cli';
export type SessionAssurance = 'password' | 'mfa' | 'sso';

/** A person who is signed in: all access tokens and refresh tokens of one login. Each step up begins another. */
@Entity('sessions')
@Check('ck_sessions_kind', `kind in ('console', 'cli')`)
@Check('ck_sessions_assurance', `assurance in ('password', 'mfa', 'sso')`)
@Index('ix_sessions_user', ['userId', 'orgId'])
@Index('ix_sessions_org', ['orgId'])
@Index('ix_sessions_expires_at', ['expiresAt'])
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_sessions' })
  id: string;

  @Column('uuid')
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user: Relation<User>;

  /** Null until an organization is chosen. */
  @Column({ type: 'uuid', nullable: true })
  orgId: string | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_sessions_org' })
  organization: Relation<Organization> | null;

  @Column('text')
  kind: SessionKind;

  /** How the person signed in: the claim `authMethod`. */
  @Column('text')
  loginMethod: string;

  @Column('text')
  assurance: SessionAssurance;

  /** Begun by somebody who may come in without the provider that the organization demands. */
  @Column({ type: 'boolean', default: false })
  bypassesSso: boolean;

  /** When the person last proved who they are, by password, second factor or provider. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  provedAt: Date;

  /** The number of the refresh token in force. */
  @Column('integer', { default: 0 })
  refreshCounter: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  refreshedAt: Date | null;

  /** Seconds after its last use at which the session ends. */
  @Column('integer')
  idleSeconds: number;

  /** A minute late at most: not every request writes it. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastUsedAt: Date;

  /** When it ends in any case. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** When it was ended before that. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;

  /** From where it was begun, to be recognized in a list. */
  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ type: 'text', nullable: true })
  client: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
