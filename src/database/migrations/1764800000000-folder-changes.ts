import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The latest state that ended in a folder, without a look at all of them. */
export class FolderChanges1764800000000 implements MigrationInterface {
  name = 'FolderChanges1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_secret_versions_folder');
    await runner.query(
      'create index ix_secret_versions_folder on secret_versions (folder_id, ended_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_secret_versions_folder');
    await runner.query('create index ix_secret_versions_folder on secret_versions (folder_id)');
  }
}
