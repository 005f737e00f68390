import {
  Column,
  Entity,
  JoinColumn,
  OneToOne,
  PrimaryColumn,
  type Relation,
  Unique,
} from 'typeorm';
import { Identity } from './identity.entity.js';

/** The code by which somebody signs in to the console as an identity, once. A newer one takes its place. */
@Entity('console_codes')
@Unique('uq_console_codes_digest', ['digest'])
export class ConsoleCode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_console_codes' })
  identityId: string;

  @OneToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_console_codes_identity' })
  identity: Relation<Identity>;

  /** HMAC of the code under the server's pepper; the code itself is nowhere. */
  @Column('bytea')
  digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
