import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `alter table organizations
     add column enforce_mfa boolean not null default false`,
  `create table second_factors (
     user_id uuid not null,
     secret bytea not null,
     is_on boolean not null default false,
     last_step bigint,
     last_recovery bytea,
     failures integer not null default 0,
     locked_until timestamptz(3),
     created_at timestamptz(3) not null default now(),
     constraint pk_second_factors primary key (user_id),
     constraint fk_second_factors_user foreign key (user_id) references users(id) on delete cascade
   )`,
  `create table recovery_codes (
     user_id uuid not null,
     digest bytea not null,
     constraint pk_recovery_codes primary key (user_id, digest),
     constraint fk_recovery_codes_user foreign key (user_id) references users(id) on delete cascade
   )`,
  `create table one_time_tokens (
     user_id uuid not null,
     purpose text not null,
     scope_id uuid not null,
     digest bytea not null,
     tries_left smallint not null default 1,
     email text not null,
     expires_at timestamptz(3) not null,
     constraint pk_one_time_tokens primary key (user_id, purpose, scope_id),
     constraint fk_one_time_tokens_user foreign key (user_id) references users(id) on delete cascade
   )`,
  `create index ix_one_time_tokens_digest on one_time_tokens (digest)`,
  `create index ix_one_time_tokens_expires_at on one_time_tokens (expires_at)`,
];

const DOWN = [
  `drop table one_time_tokens`,
  `drop table recovery_codes`,
  `drop table second_factors`,
  `alter table organizations drop column enforce_mfa`,
];

/** Signing in: second factors, recovery codes, and what is sent to people by mail. */
export class SignIn1795910400000 implements MigrationInterface {
  name = 'SignIn1795910400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
