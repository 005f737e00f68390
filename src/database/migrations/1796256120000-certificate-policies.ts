import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `create table certificate_policies (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     description text,
     rules json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_policies primary key (id),
     constraint uq_certificate_policies_name unique (project_id, name),
     constraint fk_certificate_policies_project foreign key (project_id)
       references projects (id) on delete cascade
   )`,
  `create table certificate_profiles (
     id uuid not null,
     project_id uuid not null,
     authority_id uuid,
     policy_id uuid not null,
     slug text not null,
     description text,
     defaults json,
     stores_private_keys boolean not null default true,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_profiles primary key (id),
     constraint uq_certificate_profiles_slug unique (project_id, slug),
     constraint fk_certificate_profiles_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_certificate_profiles_authority foreign key (authority_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_certificate_profiles_policy foreign key (policy_id)
       references certificate_policies (id)
   )`,
  `create index ix_certificate_profiles_authority_id on certificate_profiles (authority_id)`,
  `create index ix_certificate_profiles_policy_id on certificate_profiles (policy_id)`,
];

/** What certificates of a project may say, and who issues them. */
export class CertificatePolicies1796256120000 implements MigrationInterface {
  name = 'CertificatePolicies1796256120000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table certificate_profiles');
    await runner.query('drop table certificate_policies');
  }
}
