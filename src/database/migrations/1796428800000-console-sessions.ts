import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. It finds no person in such a session. */
const UP = [
  'alter table sessions alter column user_id drop not null',
  `alter table sessions
     add column identity_id uuid,
     add column universal_auth_id uuid,
     add column client_secret_id uuid,
     add column locked_at timestamptz(3),
     add constraint fk_sessions_identity foreign key (identity_id)
       references identities (id) on delete cascade,
     add constraint fk_sessions_universal_auth foreign key (universal_auth_id)
       references universal_auths (id) on delete cascade,
     add constraint fk_sessions_client_secret foreign key (client_secret_id)
       references client_secrets (id) on delete cascade,
     add constraint ck_sessions_holder check (num_nonnulls(user_id, identity_id) = 1)`,
  'create index ix_sessions_identity on sessions (identity_id)',
  'create index ix_sessions_universal_auth on sessions (universal_auth_id)',
  'create index ix_sessions_client_secret on sessions (client_secret_id)',
  `create table console_codes (
     identity_id uuid not null,
     digest bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_console_codes primary key (identity_id),
     constraint uq_console_codes_digest unique (digest),
     constraint fk_console_codes_identity foreign key (identity_id)
       references identities (id) on delete cascade
   )`,
];

const DOWN = [
  'drop table console_codes',
  'delete from sessions where user_id is null',
  `alter table sessions
     drop column identity_id, drop column universal_auth_id, drop column client_secret_id,
     drop column locked_at`,
  'alter table sessions alter column user_id set not null',
];

/** Sessions of machine identities in the console, and the codes that open them. */
export class ConsoleSessions1796428800000 implements MigrationInterface {
  name = 'ConsoleSessions1796428800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
