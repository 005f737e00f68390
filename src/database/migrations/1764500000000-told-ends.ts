import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['additional_privileges', 'membership_roles'];

/** What has ended by now was nobody's news then, and is none now. */
const UP = TABLES.flatMap((table) => [
  `alter table ${table} add expiring_told_for timestamptz(3)`,
  `alter table ${table} add expire_told_for timestamptz(3)`,
  `update ${table} set expire_told_for = temporary_access_end_time
     where temporary_access_end_time <= now()`,
  `create index ix_${table}_untold_end on ${table} (temporary_access_end_time)
     where temporary_access_end_time is not null and expire_told_for is distinct from temporary_access_end_time`,
]);

const DOWN = TABLES.flatMap((table) => [
  `drop index ix_${table}_untold_end`,
  `alter table ${table} drop column expire_told_for`,
  `alter table ${table} drop column expiring_told_for`,
]);

export class ToldEnds1764500000000 implements MigrationInterface {
  name = 'ToldEnds1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
