import {
  Check,
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
import { Organization } from './organization.entity.js';
import { User } from './user.entity.js';

/** The provider (OpenID Connect) by which people of an organization sign in. */
@Entity('oidc_configurations')
@Unique('uq_oidc_configurations_org', ['orgId'])
@Check('ck_oidc_configurations_jit_role', `jit_role in ('member', 'no-access')`)
export class OidcConfiguration extends Dated {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'pk_oidc_configurations' })
  id: string;

  @Column('uuid')
  orgId: string;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'fk_oidc_configurations_org' })
  organization: Relation<Organization>;

  /** Where the metadata are. */
  @Column('text')
  discoveryUrl: string;

  /** As the metadata named it when the configuration was made: it is pinned. */
  @Column('text')
  issuer: string;

  /** Whether answers of the provider name their issuer (RFC 9207); those of one that once did always have to. */
  @Column('boolean')
  namesIssuer: boolean;

  @Column('text')
  clientId: string;

  /** Opens for this row, issuer and client id alone. */
  @Column('bytea')
  sealedSecret: Buffer;

  @Column('boolean')
  isActive: boolean;

  /** Whether people of verified domains become members by signing in. */
  @Column('boolean')
  isJitOn: boolean;

  @Column('text')
  jitRole: 'member' | 'no-access';

  /** Rises with every change: logins that were begun before it end. */
  @Column('integer', { default: 1 })
  revision: number;
}

/** Who somebody is at a provider. The account follows from issuer and subject, never from an address. */
@Entity('provider_accounts')
@Unique('uq_provider_accounts_client_user', ['issuer', 'clientId', 'userId'])
@Index('ix_provider_accounts_user', ['userId'])
export class ProviderAccount {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_provider_accounts' })
  issuer: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_provider_accounts' })
  subject: string;

  /** The client that the provider knew the organization by; some give each client subjects of its own. */
  @Column('text')
  clientId: string;

  @Column('uuid')
  userId: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'fk_provider_accounts_user' })
  user: Relation<User>;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

/** A login at a provider that came back: it is good once. */
@Entity('oidc_login_states')
@Index('ix_oidc_login_states_expires_at', ['expiresAt'])
export class OidcLoginState {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_oidc_login_states' })
  digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
