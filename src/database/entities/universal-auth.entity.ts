import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Identity } from './identity.entity.js';
import { TokenSettings, type TrustedIp } from './token-settings.js';

/** Login by client id and client secret. Times in seconds. */
@Entity('universal_auths')
@Unique('uq_universal_auths_identity', ['identityId'])
@Unique('uq_universal_auths_client_id', ['clientId'])
export class UniversalAuth extends TokenSettings {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_universal_auths' })
  id: string;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_universal_auths_identity' })
  identity: Relation<Identity>;

  @Column('uuid')
  clientId: string;

  /** Above 0: tokens live this long and are renewable for ever. */
  @Column('integer')
  accessTokenPeriod: number;

  @Column('json')
  clientSecretTrustedIps: readonly TrustedIp[];

  @Column('boolean')
  lockoutEnabled: boolean;

  @Column('integer')
  lockoutThreshold: number;

  @Column('integer')
  lockoutDurationSeconds: number;

  @Column('integer')
  lockoutCounterResetSeconds: number;
}
