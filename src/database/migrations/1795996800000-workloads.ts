import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins of workloads: rows of trust, the keys of issuers, and proofs that were used. */
export class Workloads1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workload_auths (
        id uuid not null,
        identity_id uuid not null,
        method text not null,
        settings json not null,
        sealed_token bytea,
        makers uuid[] not null default '{}',
        revision integer not null default 1,
        trust_epoch integer not null default 1,
        serial bigint not null default 0,
        last_login_at timestamptz(3),
        last_login json,
        access_token_ttl integer not null,
        access_token_max_ttl integer not null,
        access_token_num_uses_limit integer not null,
        access_token_trusted_ips json not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint pk_workload_auths primary key (id),
        constraint uq_workload_auths_identity_method unique (identity_id, method),
        constraint fk_workload_auths_identity foreign key (identity_id)
          references identities (id) on delete cascade
      )`);
    await runner.query(`
      create table workload_failures (
        auth_id uuid not null,
        note json not null,
        constraint pk_workload_failures primary key (auth_id),
        constraint fk_workload_failures_auth foreign key (auth_id)
          references workload_auths (id) on delete cascade
      )`);
    await this.addState(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['subjects', 'proofs', 'key_sets', 'failures', 'auths'])
      await runner.query(`drop table workload_${table}`);
  }

  /** What logins leave behind for a while. */
  private async addState(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workload_key_sets (
        key bytea not null,
        sealed bytea,
        org_id text,
        tried_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_key_sets primary key (key)
      )`);
    await runner.query(
      'create index ix_workload_key_sets_expires_at on workload_key_sets (expires_at)',
    );
    await runner.query('create index ix_workload_key_sets_org_id on workload_key_sets (org_id)');
    await runner.query(`
      create table workload_proofs (
        digest bytea not null,
        used_by bytea,
        used_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_proofs primary key (digest)
      )`);
    await runner.query(
      'create index ix_workload_proofs_expires_at on workload_proofs (expires_at)',
    );
    await runner.query(`
      create table workload_subjects (
        key bytea not null,
        auth_id uuid not null,
        first_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_subjects primary key (key),
        constraint fk_workload_subjects_auth foreign key (auth_id)
          references workload_auths (id) on delete cascade
      )`);
    for (const columns of ['auth_id, first_at', 'expires_at'])
      await runner.query(
        `create index ix_workload_subjects_${columns.replace(', ', '_')} on workload_subjects (${columns})`,
      );
  }
}
