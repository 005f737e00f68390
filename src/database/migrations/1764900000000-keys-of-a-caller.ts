import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The live keys of a caller can be counted in the order in which they end. */
export class KeysOfACaller1764900000000 implements MigrationInterface {
  name = 'KeysOfACaller1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index ix_idempotent_answers_caller on idempotent_answers (org_id, identity_id, expires_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_idempotent_answers_caller');
  }
}
