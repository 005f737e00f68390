import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `create table certificate_projects (
     org_id uuid not null,
     project_id uuid not null,
     constraint pk_certificate_projects primary key (org_id),
     constraint fk_certificate_projects_org foreign key (org_id) references organizations (id) on delete cascade,
     constraint fk_certificate_projects_project foreign key (project_id) references projects (id) on delete cascade
   )`,
  `create index ix_certificate_projects_project_id on certificate_projects (project_id)`,
  `create table certificate_authorities (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     type text not null,
     friendly_name text not null,
     subject json not null,
     key_algorithm text not null,
     name_constraints json,
     mirror_urls text[] not null,
     is_disabled boolean not null default false,
     revocation_count bigint not null default 0,
     deleted_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_authorities primary key (id),
     constraint fk_certificate_authorities_project foreign key (project_id)
       references projects (id) on delete cascade
   )`,
  `create unique index uq_certificate_authorities_name on certificate_authorities (project_id, name)
     where deleted_at is null`,
  `create table ca_keys (
     id uuid not null,
     project_id uuid not null,
     authority_id uuid not null,
     number integer not null,
     public_key bytea not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_ca_keys primary key (id),
     constraint uq_ca_keys_number unique (authority_id, number),
     constraint fk_ca_keys_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade
   )`,
  `create index ix_ca_keys_project_id_key_version on ca_keys (project_id, key_version)`,
  `create table ca_certificates (
     id uuid not null,
     authority_id uuid not null,
     version integer not null,
     key_number integer not null,
     issuer_id uuid,
     issuer_key_number integer,
     parent_id uuid,
     der bytea not null,
     outside_chain bytea[] not null,
     serial_number text not null,
     not_before timestamptz(3) not null,
     not_after timestamptz(3) not null,
     sent_not_before text,
     sent_not_after text,
     max_path_length integer not null,
     revoked_at timestamptz(3),
     revocation_reason text,
     created_at timestamptz(3) not null default now(),
     constraint pk_ca_certificates primary key (id),
     constraint uq_ca_certificates_version unique (authority_id, version),
     constraint uq_ca_certificates_serial unique (issuer_id, serial_number),
     constraint fk_ca_certificates_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade,
     constraint fk_ca_certificates_issuer foreign key (issuer_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_ca_certificates_parent foreign key (parent_id)
       references ca_certificates (id) on delete set null
   )`,
  `create index ix_ca_certificates_parent_id on ca_certificates (parent_id)`,
  `create table crls (
     id uuid not null,
     authority_id uuid not null,
     key_number integer not null,
     number bigint not null default 0,
     der bytea,
     made_from bigint,
     this_update timestamptz(3),
     next_update timestamptz(3),
     constraint pk_crls primary key (id),
     constraint uq_crls_key unique (authority_id, key_number),
     constraint fk_crls_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade
   )`,
];

const DOWN = [
  'crls',
  'ca_certificates',
  'ca_keys',
  'certificate_authorities',
  'certificate_projects',
];

/** Authorities of certificates, their keys and certificates, and lists of what was revoked. */
export class Certificates1796256000000 implements MigrationInterface {
  name = 'Certificates1796256000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of DOWN) await runner.query(`drop table ${table}`);
  }
}
