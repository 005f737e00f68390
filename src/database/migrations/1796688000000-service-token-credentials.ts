import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one, and makes tokens that stand by themselves. */
const UP = [
  'alter table service_tokens add column credential_id uuid',
  'alter table service_tokens add column trust_epoch integer',
  'alter table service_tokens add column ends_with_credential boolean not null default false',
  'create index ix_service_tokens_credential_id on service_tokens (credential_id)',
];

/** What a service token was made with stands beside it, so that it works no longer and from nowhere else. */
export class ServiceTokenCredentials1796688000000 implements MigrationInterface {
  name = 'ServiceTokenCredentials1796688000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['credential_id', 'trust_epoch', 'ends_with_credential'])
      await runner.query(`alter table service_tokens drop column ${column}`);
  }
}
