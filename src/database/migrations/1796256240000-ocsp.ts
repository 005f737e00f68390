import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Authorities that answer whether a certificate is revoked. */
export class Ocsp1796256240000 implements MigrationInterface {
  name = 'Ocsp1796256240000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table certificate_authorities add column is_ocsp_enabled boolean not null default false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table certificate_authorities drop column is_ocsp_enabled');
  }
}
