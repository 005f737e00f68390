import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each certificate asks whether its key is that of an authority. By hash: keys of ML-DSA are too long for a tree. */
export class AuthorityPublicKeys1796688540000 implements MigrationInterface {
  name = 'AuthorityPublicKeys1796688540000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index ix_ca_keys_public_key on ca_keys using hash (public_key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index ix_ca_keys_public_key');
  }
}
