import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Certificates by ACME are counted by the set of their names. Those of before are not counted. */
export class NameSets1796688480000 implements MigrationInterface {
  name = 'NameSets1796688480000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table certificates add column name_set text');
    await runner.query(`
      create index ix_certificates_name_set on certificates (name_set, created_at)
      where name_set is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table certificates drop column name_set');
  }
}
