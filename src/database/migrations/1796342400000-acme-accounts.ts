import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  'alter table certificate_profiles add column acme json',
  'alter table certificate_profiles add column binding_number integer not null default 1',
  `create table acme_accounts (
     id uuid not null,
     profile_id uuid not null,
     thumbprint text not null,
     jwk json not null,
     status text not null,
     contact text[] not null,
     has_agreed boolean not null,
     binding json,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_acme_accounts primary key (id),
     constraint uq_acme_accounts_thumbprint unique (profile_id, thumbprint),
     constraint fk_acme_accounts_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   )`,
  `create unlogged table acme_epochs (
     id integer not null,
     value bytea not null,
     constraint pk_acme_epochs primary key (id)
   )`,
  `create unlogged table acme_used_nonces (
     hash bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_acme_used_nonces primary key (hash)
   )`,
  'create index ix_acme_used_nonces_created_at on acme_used_nonces (created_at)',
];

/** ACME directories of profiles, their accounts, and nonces. */
export class AcmeAccounts1796342400000 implements MigrationInterface {
  name = 'AcmeAccounts1796342400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['acme_used_nonces', 'acme_epochs', 'acme_accounts'])
      await runner.query(`drop table ${table}`);
    await runner.query('alter table certificate_profiles drop column binding_number');
    await runner.query('alter table certificate_profiles drop column acme');
  }
}
