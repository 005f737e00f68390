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
import { TokenAuth } from './token-auth.entity.js';

/** A token of token auth: listed and named, so it has a row. Tokens of logins have none. */
@Entity('access_tokens')
@Index('ix_access_tokens_token_auth', ['tokenAuthId', 'createdAt', 'id'])
export class AccessToken extends Dated {
  /** The token's `jti`. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_access_tokens' })
  id: string;

  @Column('uuid')
  tokenAuthId: string;

  @ManyToOne(() => TokenAuth, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'token_auth_id', foreignKeyConstraintName: 'fk_access_tokens_token_auth' })
  tokenAuth: Relation<TokenAuth>;

  @Column({ type: 'text', default: '' })
  name: string;

  @Column('integer')
  ttl: number;

  @Column('integer')
  maxTtl: number;

  @Column('integer')
  usesLimit: number;

  /** Identities that made it, as those of a client secret. */
  @Column('uuid', { array: true, default: '{}' })
  makers: string[];

  @Column({ type: 'boolean', default: false })
  isRevoked: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastRenewedAt: Date | null;
}
