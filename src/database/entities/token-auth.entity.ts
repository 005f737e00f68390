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
import { TokenSettings } from './token-settings.js';

/** Tokens made by hand for an identity. Times in seconds. */
@Entity('token_auths')
@Unique('uq_token_auths_identity', ['identityId'])
export class TokenAuth extends TokenSettings {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_token_auths' })
  id: string;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_token_auths_identity' })
  identity: Relation<Identity>;
}
