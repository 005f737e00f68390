import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `alter table organizations add column auth_enforced boolean not null default false`,
  `alter table sessions add column bypasses_sso boolean not null default false`,
  `create table email_domains (
     id uuid not null,
     org_id uuid not null,
     domain text not null,
     challenge text not null,
     verified_at timestamptz(3),
     is_vouched boolean not null default false,
     checked_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_email_domains primary key (id),
     constraint uq_email_domains_org_domain unique (org_id, domain),
     constraint fk_email_domains_org foreign key (org_id) references organizations(id) on delete cascade
   )`,
  `create unique index uq_email_domains_verified on email_domains (domain) where verified_at is not null`,
  `create table oidc_configurations (
     id uuid not null,
     org_id uuid not null,
     discovery_url text not null,
     issuer text not null,
     names_issuer boolean not null,
     client_id text not null,
     sealed_secret bytea not null,
     is_active boolean not null,
     is_jit_on boolean not null,
     jit_role text not null,
     revision integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_oidc_configurations primary key (id),
     constraint uq_oidc_configurations_org unique (org_id),
     constraint ck_oidc_configurations_jit_role check (jit_role in ('member', 'no-access')),
     constraint fk_oidc_configurations_org foreign key (org_id)
       references organizations(id) on delete cascade
   )`,
  `create table provider_accounts (
     issuer text not null,
     subject text not null,
     client_id text not null,
     user_id uuid not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_provider_accounts primary key (issuer, subject),
     constraint uq_provider_accounts_client_user unique (issuer, client_id, user_id),
     constraint fk_provider_accounts_user foreign key (user_id) references users(id) on delete cascade
   )`,
  `create index ix_provider_accounts_user on provider_accounts (user_id)`,
  `create table oidc_login_states (
     digest bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_oidc_login_states primary key (digest)
   )`,
  `create index ix_oidc_login_states_expires_at on oidc_login_states (expires_at)`,
];

const DOWN = [
  `drop table oidc_login_states`,
  `drop table provider_accounts`,
  `drop table oidc_configurations`,
  `drop table email_domains`,
  `alter table sessions drop column bypasses_sso`,
  `alter table organizations drop column auth_enforced`,
];

/** Signing in by the provider of an organization, and the domains that are proved to be its own. */
export class OidcSignIn1796169600000 implements MigrationInterface {
  name = 'OidcSignIn1796169600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
