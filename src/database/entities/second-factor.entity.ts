import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { User } from './user.entity.js';

/** The authenticator app of a person (RFC 6238). */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_second_factors' })
  userId: string;

  @OneToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_second_factors_user' })
  user: Relation<User>;

  /** 160 bits, sealed under a key that follows from AUTH_SECRET, for this account alone. */
  @Column('bytea')
  secret: Buffer;

  /** False until a first code was right. */
  @Column({ type: 'boolean', default: false })
  isOn: boolean;

  /** The step of the last code that was accepted: it only grows, so no code is good twice. */
  @Column({ type: 'bigint', nullable: true })
  lastStep: string | null;

  /** The digest of the last recovery code that was accepted. */
  @Column({ type: 'bytea', nullable: true })
  lastRecovery: Buffer | null;

  /** Wrong codes since the last right one, whatever token they came with. */
  @Column({ type: 'integer', default: 0 })
  failures: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lockedUntil: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;
}

/** What stands for the authenticator app once, when it is lost. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_recovery_codes' })
  userId: string;

  /** A keyed digest: codes have 128 random bits. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_recovery_codes' })
  digest: Buffer;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_recovery_codes_user' })
  user: Relation<User>;
}

export type TokenPurpose = 'recovery' | 'reset' | 'email-change' | 'invitation' | 'acceptance';

/** A token that was sent to a person and is good once. Only its keyed digest is stored. */
@Entity('one_time_tokens')
@Index('ix_one_time_tokens_digest', ['digest'])
@Index('ix_one_time_tokens_expires_at', ['expiresAt'])
export class OneTimeToken {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_one_time_tokens' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_one_time_tokens' })
  purpose: TokenPurpose;

  /** What the token is for: a session, a membership, the account itself. A newer token for the same replaces it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_one_time_tokens' })
  scopeId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_one_time_tokens_user' })
  user: Relation<User>;

  @Column('bytea')
  digest: Buffer;

  /** Wrong guesses that are left; tokens that nobody can guess have one. */
  @Column({ type: 'smallint', default: 1 })
  triesLeft: number;

  /** The canonical e-mail address that the token was sent to. */
  @Column('text')
  email: string;

  /** Whether it went to the address by mail: who has it then reads the mails that go there. */
  @Column({ type: 'boolean', default: false })
  isMailed: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
