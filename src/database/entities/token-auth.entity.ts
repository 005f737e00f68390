import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { Identity } from './identity.entity.js';
import type { TrustedIp } from './universal-auth.entity.js';

/** Tokens made by hand for an identity. Times in seconds. */
@Entity('token_auths')
@Unique('uq_token_auths_identity', ['identityId'])
export class TokenAuth {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_token_auths' })
  id: string;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_token_auths_identity' })
  identity: Relation<Identity>;

  @Column('integer')
  accessTokenTtl: number;

  @Column('integer')
  accessTokenMaxTtl: number;

  @Column('integer')
  accessTokenNumUsesLimit: number;

  @Column('json')
  accessTokenTrustedIps: readonly TrustedIp[];

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
