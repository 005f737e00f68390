import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `create table certificates (
     id uuid not null,
     project_id uuid not null,
     profile_id uuid,
     authority_id uuid,
     issuer_key_number integer not null,
     ca_certificate_id uuid,
     serial_number text not null,
     der bytea not null,
     sha256 text not null,
     key_hash text not null,
     common_name text not null,
     content json not null,
     metadata json not null,
     not_before timestamptz(3) not null,
     not_after timestamptz(3) not null,
     requester_id uuid not null,
     renewed_from_id uuid,
     revoked_at timestamptz(3),
     revocation_reason text,
     deleted_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificates primary key (id),
     constraint uq_certificates_serial unique (authority_id, serial_number),
     constraint uq_certificates_renewed_from unique (renewed_from_id),
     constraint fk_certificates_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_certificates_profile foreign key (profile_id)
       references certificate_profiles (id) on delete set null,
     constraint fk_certificates_authority foreign key (authority_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_certificates_ca_certificate foreign key (ca_certificate_id)
       references ca_certificates (id) on delete set null,
     constraint fk_certificates_renewed_from foreign key (renewed_from_id)
       references certificates (id) on delete set null
   )`,
  `create index ix_certificates_project_id_id on certificates (project_id, id)`,
  `create index ix_certificates_project_id_sha256 on certificates (project_id, sha256)`,
  `create index ix_certificates_profile_id on certificates (profile_id)`,
  `create index ix_certificates_ca_certificate_id on certificates (ca_certificate_id)`,
  `create index ix_certificates_authority_id_not_after on certificates (authority_id, not_after)`,
  `create index ix_certificates_revoked on certificates (authority_id, issuer_key_number)
     where revoked_at is not null`,
  `create index ix_certificates_compromised on certificates (key_hash)
     where revocation_reason = 'KEY_COMPROMISE'`,
  `create table certificate_keys (
     certificate_id uuid not null,
     project_id uuid not null,
     public_key bytea not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_certificate_keys primary key (certificate_id),
     constraint fk_certificate_keys_certificate foreign key (certificate_id)
       references certificates (id) on delete cascade
   )`,
  `create index ix_certificate_keys_project_id_key_version on certificate_keys (project_id, key_version)`,
];

/** Certificates that authorities of projects issued, and the private keys that were made for them. */
export class IssuedCertificates1796256180000 implements MigrationInterface {
  name = 'IssuedCertificates1796256180000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table certificate_keys');
    await runner.query('drop table certificates');
  }
}
