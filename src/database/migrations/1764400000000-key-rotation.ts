import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // What is still under an older data key, in an order that can be gone on with.
  `create index ix_secrets_data_key on secrets (project_id, key_version, id)`,
  `create index ix_secret_versions_data_key
     on secret_versions (project_id, key_version, secret_id, version)`,
  `drop index ix_secret_versions_project`,
  `create index ix_data_keys_root on data_keys (root_version)`,
  // A root key cannot go while a data key is under it.
  `alter table data_keys add constraint fk_data_keys_root
     foreign key (root_version) references root_keys(version)`,
];

const DOWN = [
  `alter table data_keys drop constraint fk_data_keys_root`,
  `drop index ix_data_keys_root`,
  `create index ix_secret_versions_project on secret_versions (project_id)`,
  `drop index ix_secret_versions_data_key`,
  `drop index ix_secrets_data_key`,
];

export class KeyRotation1764400000000 implements MigrationInterface {
  name = 'KeyRotation1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
