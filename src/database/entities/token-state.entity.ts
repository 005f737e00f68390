import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Revoked tokens of one credential, by the day they were made and a block of serial numbers. Serial numbers follow one another, so
 * a row is for 1,024 logins that were made, however many of their tokens are revoked, and none is larger than another.
 */
@Entity('token_revocation_blocks')
@Index('ix_token_revocation_blocks_expires_at', ['expiresAt'])
export class TokenRevocationBlock {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_token_revocation_blocks' })
  credentialId: string;

  /** Days since 1970-01-01 UTC. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_token_revocation_blocks' })
  createdDay: number;

  /** The serial number without its last ten bits. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'pk_token_revocation_blocks' })
  block: string;

  /** One a serial number. */
  @Column({ type: 'bit', length: 1024 })
  bits: string;

  /** When the last of them would have expired. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/**
 * Revoked tokens as servers of the version before keep them, in ranges of serial numbers. Triggers copy from here and, for a
 * day after the upgrade, to here. Nothing else writes or reads it; a later version drops it.
 */
@Entity('token_revocations')
@Index('ix_token_revocations_expires_at', ['expiresAt'])
export class TokenRevocation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_token_revocations' })
  credentialId: string;

  /** Days since 1970-01-01 UTC. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_token_revocations' })
  createdDay: number;

  @Column('int8multirange')
  serials: string;

  /** When the last of them would have expired. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** Counts the requests of a use-limited token. */
@Entity('token_uses')
@Index('ix_token_uses_expires_at', ['expiresAt'])
export class TokenUse {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_token_uses' })
  tokenId: string;

  @Column('integer')
  uses: number;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** Failed logins, by a keyed digest of client id and address: known and unknown ids leave the same trace. */
@Entity('login_failures')
@Index('ix_login_failures_expires_at', ['expiresAt'])
export class LoginFailure {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_login_failures' })
  key: Buffer;

  @Column('integer')
  failures: number;

  /** Keyed digests of the wrong secrets that were counted: each counts once. */
  @Column('bytea', { array: true, default: '{}' })
  tried: Buffer[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lockedUntil: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** A source that signed in with a client id, by the keys of `LoginFailure`: the ceiling of others does not lock it out. */
@Entity('login_sources')
@Index('ix_login_sources_expires_at', ['expiresAt'])
export class LoginSource {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_login_sources' })
  key: Buffer;

  /** 30 days after its last login, give or take a day. */
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
