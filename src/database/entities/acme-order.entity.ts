import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { AcmeAccount } from './acme-account.entity.js';
import { Dated } from './dated.js';
import { IssuedCertificate } from './issued-certificate.entity.js';

/** A certificate that an ACME account asks for. */
@Entity('acme_orders')
@Index('ix_acme_orders_account_id_id', ['accountId', 'id'])
@Index('ix_acme_orders_certificate_id', ['certificateId'])
@Index('ix_acme_orders_account_id_replaces', ['accountId', 'replaces'])
@Index('ix_acme_orders_expires_at', ['expiresAt'])
export class AcmeOrder extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_orders' })
  id: string;

  @Column('uuid')
  accountId: string;

  @ManyToOne(() => AcmeAccount, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_acme_orders_account' })
  account: Relation<AcmeAccount>;

  /** `pending`, `ready`, `valid` or `invalid`; what is past its end counts as invalid, whatever is here. */
  @Column('text')
  status: string;

  /** The names as they were asked for: a list of type and value. */
  @Column('json')
  identifiers: object;

  /** SHA-256 of all that was asked for, by which the same order is found again. */
  @Column('text')
  digest: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  notBefore: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  notAfter: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;

  /** A problem document. */
  @Column({ type: 'json', nullable: true })
  error: object | null;

  @Column({ type: 'uuid', nullable: true })
  certificateId: string | null;

  /** The certificate that this one is to replace, by its AKI and serial number (RFC 9773, 5). */
  @Column({ type: 'text', nullable: true })
  replaces: string | null;

  @ManyToOne(() => IssuedCertificate, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'certificate_id', foreignKeyConstraintName: 'fk_acme_orders_certificate' })
  certificate: Relation<IssuedCertificate> | null;
}

/** Whether an account may have certificates for one name. */
@Entity('acme_authorizations')
@Index('ix_acme_authorizations_account_id_value', ['accountId', 'value'])
@Index('ix_acme_authorizations_expires_at', ['expiresAt'])
@Index('ix_acme_authorizations_granted', ['accountId'], {
  where: `is_granted and status = 'valid'`,
})
export class AcmeAuthorization extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_authorizations' })
  id: string;

  @Column('uuid')
  accountId: string;

  @ManyToOne(() => AcmeAccount, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'fk_acme_authorizations_account' })
  account: Relation<AcmeAccount>;

  /** `dns` or `ip`. */
  @Column('text')
  type: string;

  /** Without `*.`, which `isWildcard` says. */
  @Column('text')
  value: string;

  @Column('boolean')
  isWildcard: boolean;

  /** Without a proof, since the profile asked for none. */
  @Column('boolean', { default: false })
  isGranted: boolean;

  /** `pending`, `valid`, `invalid`, `deactivated` or `revoked`; what is past its end counts as expired. */
  @Column('text')
  status: string;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}

/** An order needs an authorization. */
@Entity('acme_order_authorizations')
@Index('ix_acme_order_authorizations_authorization_id', ['authorizationId'])
export class AcmeOrderAuthorization {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_order_authorizations' })
  orderId: string;

  @ManyToOne(() => AcmeOrder, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'order_id',
    foreignKeyConstraintName: 'fk_acme_order_authorizations_order',
  })
  order: Relation<AcmeOrder>;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_order_authorizations' })
  authorizationId: string;

  @ManyToOne(() => AcmeAuthorization, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'authorization_id',
    foreignKeyConstraintName: 'fk_acme_order_authorizations_authorization',
  })
  authorization: Relation<AcmeAuthorization>;

  /** From 0, in the order of the names. */
  @Column('integer')
  position: number;
}

/** One way to prove a name. */
@Entity('acme_challenges')
@Index('ix_acme_challenges_authorization_id', ['authorizationId'])
@Index('ix_acme_challenges_due', ['nextTryAt'], { where: `status = 'processing'` })
export class AcmeChallenge extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_acme_challenges' })
  id: string;

  @Column('uuid')
  authorizationId: string;

  @ManyToOne(() => AcmeAuthorization, { onDelete: 'CASCADE' })
  @JoinColumn({
    name: 'authorization_id',
    foreignKeyConstraintName: 'fk_acme_challenges_authorization',
  })
  authorization: Relation<AcmeAuthorization>;

  @Column('text')
  type: string;

  @Column('text')
  token: string;

  /** `pending`, `processing`, `valid` or `invalid`. */
  @Column('text')
  status: string;

  @Column({ type: 'json', nullable: true })
  error: object | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  validatedAt: Date | null;

  /** How often it was tried; names the try under way. */
  @Column({ type: 'integer', default: 0 })
  tries: number;

  /** When it is tried next: whoever tries puts it off for as long as the try may take. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextTryAt: Date | null;
}
