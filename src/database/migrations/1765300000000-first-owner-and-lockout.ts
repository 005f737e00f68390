import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The setup token of an unclaimed server; what the lockout counts once, and whom its ceiling spares. */
export class FirstOwnerAndLockout1765300000000 implements MigrationInterface {
  name = 'FirstOwnerAndLockout1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table setup_tokens (
        id smallint not null,
        digest bytea not null,
        constraint pk_setup_tokens primary key (id)
      )`);
    await runner.query(`
      create table login_sources (
        key bytea not null,
        expires_at timestamptz(3) not null,
        constraint pk_login_sources primary key (key)
      )`);
    await runner.query('create index ix_login_sources_expires_at on login_sources (expires_at)');
    await runner.query(`alter table login_failures add column tried bytea[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table login_failures drop column tried');
    await runner.query('drop table login_sources');
    await runner.query('drop table setup_tokens');
  }
}
