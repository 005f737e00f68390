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

export interface TrustedIp {
  readonly ipAddress: string;
  readonly type: 'ipv4' | 'ipv6';
  readonly prefix?: number;
}

/** Login by client id and client secret. Times in seconds. */
@Entity('universal_auths')
@Unique('uq_universal_auths_identity', ['identityId'])
@Unique('uq_universal_auths_client_id', ['clientId'])
export class UniversalAuth {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_universal_auths' })
  id: string;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_universal_auths_identity' })
  identity: Relation<Identity>;

  @Column('uuid')
  clientId: string;

  @Column('integer')
  accessTokenTtl: number;

  @Column('integer')
  accessTokenMaxTtl: number;

  /** 0: no limit. */
  @Column('integer')
  accessTokenNumUsesLimit: number;

  /** Above 0: tokens live this long and are renewable for ever. */
  @Column('integer')
  accessTokenPeriod: number;

  @Column('json')
  clientSecretTrustedIps: readonly TrustedIp[];

  @Column('json')
  accessTokenTrustedIps: readonly TrustedIp[];

  @Column('boolean')
  lockoutEnabled: boolean;

  @Column('integer')
  lockoutThreshold: number;

  @Column('integer')
  lockoutDurationSeconds: number;

  @Column('integer')
  lockoutCounterResetSeconds: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
