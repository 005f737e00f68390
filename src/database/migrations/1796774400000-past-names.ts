import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The past states of a name, the newest first: who deleted it is asked for many names at once. */
export class PastNames1796774400000 implements MigrationInterface {
  name = 'PastNames1796774400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index ix_secret_versions_name on secret_versions (folder_id, key, ended_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_secret_versions_name');
  }
}
