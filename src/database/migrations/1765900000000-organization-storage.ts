import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OrganizationStorage1765900000000 implements MigrationInterface {
  name = 'OrganizationStorage1765900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization_storage (
        org_id uuid constraint pk_organization_storage primary key,
        bytes bigint not null,
        counted_at timestamptz(3)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table organization_storage');
  }
}
