import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a login of a workload last found the keys of its issuer fresh. An addition only: a server of the version before does not write it. */
export class FreshKeys1796688180000 implements MigrationInterface {
  name = 'FreshKeys1796688180000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_auths add column keys_fresh_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_auths drop column keys_fresh_at');
  }
}
