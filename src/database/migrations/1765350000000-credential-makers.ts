import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['client_secrets', 'access_tokens'];

/** Who made each credential; empty where the operator did, or a server that did not keep it. */
export class CredentialMakers1765350000000 implements MigrationInterface {
  name = 'CredentialMakers1765350000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`alter table ${table} add column makers uuid[] not null default '{}'`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`alter table ${table} drop column makers`);
  }
}
