import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who set up a trust in workloads last. An addition only: for rows of the version before, their makers count. */
export class OutgoingPayers1796688240000 implements MigrationInterface {
  name = 'OutgoingPayers1796688240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_auths add column configured_by uuid[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_auths drop column configured_by');
  }
}
