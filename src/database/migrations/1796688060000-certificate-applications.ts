import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts and binding keys hang on a profile, or on the profile of an application. */
const hangOnEither = (table: string, uniqueColumn: string) => `
  alter table ${table}
    alter column profile_id drop not null,
    add column application_profile_id uuid,
    add constraint uq_${table}_application_${uniqueColumn} unique (application_profile_id, ${uniqueColumn}),
    add constraint ck_${table}_enrollment check (num_nonnulls(profile_id, application_profile_id) = 1),
    add constraint fk_${table}_application_profile foreign key (application_profile_id)
      references pki_application_profiles (id) on delete cascade`;

/**
 * A server of the version before may run beside a newer one: it looks for accounts and keys by their profile, and so finds none of
 * an application.
 */
const UP = [
  `create table pki_applications (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     description text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_pki_applications primary key (id),
     constraint uq_pki_applications_name unique (project_id, name),
     constraint fk_pki_applications_project foreign key (project_id)
       references projects (id) on delete cascade
   )`,
  `create table pki_application_profiles (
     id uuid not null,
     application_id uuid not null,
     profile_id uuid not null,
     api_id uuid,
     api json,
     acme_id uuid,
     acme json,
     binding_number integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_pki_application_profiles primary key (id),
     constraint uq_pki_application_profiles unique (application_id, profile_id),
     constraint fk_pki_application_profiles_application foreign key (application_id)
       references pki_applications (id) on delete cascade,
     constraint fk_pki_application_profiles_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   )`,
  'create index ix_pki_application_profiles_profile_id on pki_application_profiles (profile_id)',
  hangOnEither('acme_accounts', 'thumbprint'),
  hangOnEither('acme_binding_keys', 'name'),
  `alter table certificates
     add column application_id uuid,
     add constraint fk_certificates_application foreign key (application_id)
       references pki_applications (id) on delete set null`,
  `create index ix_certificates_application_id on certificates (application_id)
     where application_id is not null`,
];

const back = (table: string, uniqueColumn: string) => [
  `delete from ${table} where profile_id is null`,
  `alter table ${table} drop constraint uq_${table}_application_${uniqueColumn},
     drop constraint ck_${table}_enrollment, drop column application_profile_id,
     alter column profile_id set not null`,
];

const DOWN = [
  'alter table certificates drop column application_id',
  ...back('acme_binding_keys', 'name'),
  ...back('acme_accounts', 'thumbprint'),
  'drop table pki_application_profiles',
  'drop table pki_applications',
];

/** Applications, to which profiles are attached, and the enrollments by which each of them gets certificates. */
export class CertificateApplications1796688060000 implements MigrationInterface {
  name = 'CertificateApplications1796688060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
