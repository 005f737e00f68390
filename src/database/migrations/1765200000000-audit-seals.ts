import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Null where a server of the version before wrote the entry. */
export class AuditSeals1765200000000 implements MigrationInterface {
  name = 'AuditSeals1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit_pending add column seal bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit_pending drop column seal');
  }
}
