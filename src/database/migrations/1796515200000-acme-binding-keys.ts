import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `create table acme_binding_keys (
     id uuid not null,
     profile_id uuid not null,
     name text not null,
     max_uses integer,
     uses integer not null default 0,
     expires_at timestamptz(3),
     allowed_names text[],
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_acme_binding_keys primary key (id),
     constraint uq_acme_binding_keys_name unique (profile_id, name),
     constraint fk_acme_binding_keys_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   )`,
  'alter table acme_accounts add column allowed_names text[]',
];

/** Named keys of external account bindings, and what they leave to the accounts that they bind. */
export class AcmeBindingKeys1796515200000 implements MigrationInterface {
  name = 'AcmeBindingKeys1796515200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table acme_accounts drop column allowed_names');
    await runner.query('drop table acme_binding_keys');
  }
}
