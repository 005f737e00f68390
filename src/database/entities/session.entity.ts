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
import { ClientSecret } from './client-secret.entity.js';
import { Identity } from './identity.entity.js';
import { Organization } from './organization.entity.js';
import { UniversalAuth } from './universal-auth.entity.js';
import { User } from './user.entity.js';

export type SessionKind = 'console' | 'cli';
export type SessionAssurance = 'password' | 'mfa' | 'sso';

/**
 * A person who is signed in, or a machine identity that somebody uses the console as: all access tokens and refresh tokens of one login. Each step up
 * begins another.
 */
@Entity('sessions')
@Check('ck_sessions_kind', `kind in ('console', 'cli')`)
@Check('ck_sessions_assurance', `assurance in ('password', 'mfa', 'sso')`)
@Check('ck_sessions_holder', `num_nonnulls(user_id, identity_id) = 1`)
@Index('ix_sessions_user', ['userId', 'orgId'])
@Index('ix_sessions_org', ['orgId'])
@Index('ix_sessions_identity', ['identityId'])
@Index('ix_sessions_universal_auth', ['universalAuthId'])
@Index('ix_sessions_client_secret', ['clientSecretId'])
@Index('ix_sessions_expires_at', ['expiresAt'])
export class Session {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_sessions' })
  id: string;

  /** Null for a session of an identity. */
  @Column({ type: 'uuid', nullable: true })
  userId: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_sessions_user' })
  user: Relation<User> | null;

  /** Null for a session of a person. */
  @Column({ type: 'uuid', nullable: true })
  identityId: string | null;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_sessions_identity' })
  identity: Relation<Identity> | null;

  /** The universal auth that the identity had at its sign-in: the session ends with it. Null where it had none. */
  @Column({ type: 'uuid', nullable: true })
  universalAuthId: string | null;

  @ManyToOne(() => UniversalAuth, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'universal_auth_id', foreignKeyConstraintName: 'fk_sessions_universal_auth' })
  universalAuth: Relation<UniversalAuth> | null;

  /** The client secret that opened it: the session ends with it. Null for a session that a code opened. */
  @Column({ type: 'uuid', nullable: true })
  clientSecretId: string | null;

  @ManyToOne(() => ClientSecret, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'client_secret_id', foreignKeyConstraintName: 'fk_sessions_client_secret' })
  clientSecret: Relation<ClientSecret> | null;

  /** Null until an organization is chosen. */
  @Column({ type: 'uuid', nullable: true })
  orgId: string | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_sessions_org' })
  organization: Relation<Organization> | null;

  @Column('text')
  kind: SessionKind;

  /** How it was signed in to: the claim `authMethod`. */
  @Column('text')
  loginMethod: string;

  /** Sessions of identities have `password`: a client secret or a code is one factor. */
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

  /** When it was locked: it goes on by signing in anew. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lockedAt: Date | null;

  /** From where it was begun, to be recognized in a list. */
  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ type: 'text', nullable: true })
  client: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
