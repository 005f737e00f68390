import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `create table personal_secrets (
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     id uuid not null,
     project_id uuid not null,
     secret_id uuid not null,
     user_id uuid not null,
     version integer not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     constraint pk_personal_secrets primary key (id),
     constraint uq_personal_secrets_holder unique (secret_id, user_id),
     constraint fk_personal_secrets_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_personal_secrets_secret foreign key (secret_id)
       references secrets (id) on delete cascade,
     constraint fk_personal_secrets_user foreign key (user_id)
       references users (id) on delete cascade
   )`,
  'create index ix_personal_secrets_user_id_project_id on personal_secrets (user_id, project_id)',
  `create index ix_personal_secrets_data_key on personal_secrets (project_id, key_version, id)`,
  `create table personal_secret_heads (
     project_id uuid not null,
     user_id uuid not null,
     stamp uuid not null,
     constraint pk_personal_secret_heads primary key (project_id, user_id),
     constraint fk_personal_secret_heads_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_personal_secret_heads_user foreign key (user_id)
       references users (id) on delete cascade
   )`,
  'create index ix_personal_secret_heads_user_id on personal_secret_heads (user_id)',
];

const DOWN = ['drop table personal_secret_heads', 'drop table personal_secrets'];

/** Values of secrets that people hold for themselves. */
export class PersonalSecrets1796428860000 implements MigrationInterface {
  readonly name = 'PersonalSecrets1796428860000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
