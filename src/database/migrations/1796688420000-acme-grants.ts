import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every message of an ACME account asks whether it has names without a proof. */
export class AcmeGrants1796688420000 implements MigrationInterface {
  name = 'AcmeGrants1796688420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index ix_acme_authorizations_granted on acme_authorizations (account_id)
      where is_granted and status = 'valid'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_acme_authorizations_granted');
  }
}
