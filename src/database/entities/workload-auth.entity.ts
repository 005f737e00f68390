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

/** A way in which a workload proves that it is the identity, by tokens of an issuer, cluster or cloud. */
@Entity('workload_auths')
@Unique('uq_workload_auths_identity_method', ['identityId', 'method'])
export class WorkloadAuth extends TokenSettings {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_workload_auths' })
  id: string;

  @Column('uuid')
  identityId: string;

  @ManyToOne(() => Identity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'identity_id', foreignKeyConstraintName: 'fk_workload_auths_identity' })
  identity: Relation<Identity>;

  /** The last part of its path, such as `oidc-auth`. */
  @Column('text')
  method: string;

  /** What the method's own table of settings has. */
  @Column('json')
  settings: object;

  /** The one setting that is never shown, sealed: the reviewer token of a cluster. */
  @Column({ type: 'bytea', nullable: true })
  sealedToken: Buffer | null;

  /** Identities that made it, as those of a client secret. */
  @Column('uuid', { array: true, default: '{}' })
  makers: string[];

  /** Who set it up last: the caller, then the identity that made what each signed in with. They pay for its outgoing calls. */
  @Column('uuid', { array: true, nullable: true })
  configuredBy: string[] | null;

  /** Raised by every change; a login that was checked under another one does not count. */
  @Column({ type: 'integer', default: 1 })
  revision: number;

  /** Raised by a change of who is trusted; tokens of another one are dead. */
  @Column({ type: 'integer', default: 1 })
  trustEpoch: number;

  /** Logins so far; the serial number of the last token. */
  @Column({ type: 'bigint', default: 0 })
  serial: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastLoginAt: Date | null;

  /** Who that was, for those who manage the identity. */
  @Column({ type: 'json', nullable: true })
  lastLogin: object | null;

  /**
   * When a login last found the keys of its issuer fresh. Key sets are shared by organizations: when one was loaded tells
   * of the logins of others.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  keysFreshAt: Date | null;
}

/** What last went wrong at a row: written in the background, so that refusals cost the same. */
@Entity('workload_failures')
export class WorkloadFailure {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_workload_failures' })
  authId: string;

  @ManyToOne(() => WorkloadAuth, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'auth_id', foreignKeyConstraintName: 'fk_workload_failures_auth' })
  auth: Relation<WorkloadAuth>;

  @Column('json')
  note: object;
}
