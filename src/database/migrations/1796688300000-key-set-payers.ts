import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The column that says for whom a key set is kept. An addition only: sets of the version before are of nobody in particular until they go. */
export class KeySetPayers1796688300000 implements MigrationInterface {
  name = 'KeySetPayers1796688300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_key_sets add column payer text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workload_key_sets drop column payer');
  }
}
