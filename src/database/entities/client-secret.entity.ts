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
import { UniversalAuth } from './universal-auth.entity.js';

@Entity('client_secrets')
@Unique('uq_client_secrets_digest', ['digest'])
@Index('ix_client_secrets_universal_auth', ['universalAuthId'])
export class ClientSecret extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_client_secrets' })
  id: string;

  @Column('uuid')
  universalAuthId: string;

  @ManyToOne(() => UniversalAuth, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'universal_auth_id',
    foreignKeyConstraintName: 'fk_client_secrets_universal_auth',
  })
  universalAuth: Relation<UniversalAuth>;

  /** HMAC of the secret under the server's pepper; the secret itself is nowhere. */
  @Column('bytea')
  digest: Buffer;

  /** The first four characters, to tell secrets apart by eye. */
  @Column('text')
  prefix: string;

  @Column({ type: 'text', default: '' })
  description: string;

  /** Logins so far; the serial number of the last token. */
  @Column({ type: 'bigint', default: 0 })
  uses: string;

  /** 0: no limit. */
  @Column('integer')
  usesLimit: number;

  /** Seconds from `createdAt`; 0: for ever. */
  @Column('integer')
  ttl: number;

  /** Identities that made it: who asked for it, and who had made what that one signed in with. Empty: the operator. */
  @Column('uuid', { array: true, default: '{}' })
  makers: string[];

  @Column({ type: 'boolean', default: false })
  isRevoked: boolean;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
