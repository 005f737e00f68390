import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table blocked_keys (
     org_id uuid not null,
     key_hash text not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_blocked_keys primary key (org_id, key_hash),
     constraint fk_blocked_keys_organization foreign key (org_id)
       references organizations (id) on delete cascade
   )`,
  `create index ix_certificates_ended on certificates (not_after) where revoked_at is null`,
  `create index ix_certificates_ended_revoked on certificates (authority_id, issuer_key_number, not_after)
     where revoked_at is not null`,
];

/** Certificates are deleted some time after their end; what is to be known of their keys stays. */
export class EndedCertificates1796688600000 implements MigrationInterface {
  name = 'EndedCertificates1796688600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_certificates_ended_revoked');
    await runner.query('drop index ix_certificates_ended');
    await runner.query('drop table blocked_keys');
  }
}
