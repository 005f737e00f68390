import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table idempotent_answers (
     org_id uuid not null,
     identity_id uuid not null,
     key_digest bytea not null,
     fingerprint bytea not null,
     answer bytea,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     constraint pk_idempotent_answers primary key (org_id, identity_id, key_digest)
   )`,
  `create index ix_idempotent_answers_expires_at on idempotent_answers (expires_at)`,
];

export class IdempotencyKeys1764000000000 implements MigrationInterface {
  name = 'IdempotencyKeys1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotent_answers');
  }
}
