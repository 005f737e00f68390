import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `alter table one_time_tokens add column is_mailed boolean not null default false`,
  `create table bounded_counts (
     key bytea not null,
     count integer not null,
     expires_at timestamptz(3) not null,
     constraint pk_bounded_counts primary key (key)
   )`,
  `create index ix_bounded_counts_expires_at on bounded_counts (expires_at)`,
];

const DOWN = [`drop table bounded_counts`, `alter table one_time_tokens drop column is_mailed`];

/** Invitations, and how much mail anybody can have sent. */
export class Invitations1796083260000 implements MigrationInterface {
  name = 'Invitations1796083260000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
