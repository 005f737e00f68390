import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATES = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),`;

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  'create index ix_acme_accounts_thumbprint on acme_accounts (thumbprint)',
  `create table acme_orders (
     id uuid not null,
     account_id uuid not null,
     status text not null,
     identifiers json not null,
     digest text not null,
     not_before timestamptz(3),
     not_after timestamptz(3),
     expires_at timestamptz(3) not null,
     error json,
     certificate_id uuid,
     replaces text,
     ${DATES}
     constraint pk_acme_orders primary key (id),
     constraint fk_acme_orders_account foreign key (account_id)
       references acme_accounts (id) on delete cascade,
     constraint fk_acme_orders_certificate foreign key (certificate_id)
       references certificates (id) on delete set null
   )`,
  'create index ix_acme_orders_account_id_id on acme_orders (account_id, id)',
  'create index ix_acme_orders_certificate_id on acme_orders (certificate_id)',
  'create index ix_acme_orders_account_id_replaces on acme_orders (account_id, replaces)',
  `create table acme_authorizations (
     id uuid not null,
     account_id uuid not null,
     type text not null,
     value text not null,
     is_wildcard boolean not null,
     is_granted boolean not null default false,
     status text not null,
     expires_at timestamptz(3) not null,
     ${DATES}
     constraint pk_acme_authorizations primary key (id),
     constraint fk_acme_authorizations_account foreign key (account_id)
       references acme_accounts (id) on delete cascade
   )`,
  'create index ix_acme_authorizations_account_id_value on acme_authorizations (account_id, value)',
  `create table acme_order_authorizations (
     order_id uuid not null,
     authorization_id uuid not null,
     position integer not null,
     constraint pk_acme_order_authorizations primary key (order_id, authorization_id),
     constraint fk_acme_order_authorizations_order foreign key (order_id)
       references acme_orders (id) on delete cascade,
     constraint fk_acme_order_authorizations_authorization foreign key (authorization_id)
       references acme_authorizations (id) on delete cascade
   )`,
  `create index ix_acme_order_authorizations_authorization_id
     on acme_order_authorizations (authorization_id)`,
  `create table acme_challenges (
     id uuid not null,
     authorization_id uuid not null,
     type text not null,
     token text not null,
     status text not null,
     error json,
     validated_at timestamptz(3),
     tries integer not null default 0,
     next_try_at timestamptz(3),
     ${DATES}
     constraint pk_acme_challenges primary key (id),
     constraint fk_acme_challenges_authorization foreign key (authorization_id)
       references acme_authorizations (id) on delete cascade
   )`,
  'create index ix_acme_challenges_authorization_id on acme_challenges (authorization_id)',
  'create index ix_acme_orders_expires_at on acme_orders (expires_at)',
  'create index ix_acme_authorizations_expires_at on acme_authorizations (expires_at)',
  'create index ix_certificates_profile_id_serial_number on certificates (profile_id, serial_number)',
  `create index ix_acme_challenges_due on acme_challenges (next_try_at) where status = 'processing'`,
];

const TABLES = [
  ...['acme_challenges', 'acme_order_authorizations', 'acme_authorizations', 'acme_orders'],
];

/** Orders, authorizations and challenges of ACME accounts. */
export class AcmeOrders1796342460000 implements MigrationInterface {
  name = 'AcmeOrders1796342460000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop table ${table}`);
    for (const index of ['ix_acme_accounts_thumbprint', 'ix_certificates_profile_id_serial_number'])
      await runner.query(`drop index ${index}`);
  }
}
