import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table audit_pending (
     org_id uuid not null,
     entry_id uuid not null,
     constraint pk_audit_pending primary key (org_id, entry_id)
   )`,
  // It is a queue: what is through it should be swept up before it makes the way longer.
  `alter table audit_pending set (
     autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
     autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0)`,
  `create table audit_links (
     org_id uuid not null,
     number bigint not null,
     entry_id uuid not null,
     key_id bytea not null,
     mac bytea not null,
     constraint uq_audit_links_entry_id unique (entry_id),
     constraint pk_audit_links primary key (org_id, number)
   )`,
  `create table audit_checkpoints (
     org_id uuid not null,
     number bigint not null,
     key_id bytea not null,
     mac bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_audit_checkpoints primary key (org_id, number)
   )`,
  `insert into audit_pending (org_id, entry_id) select org_id, id from audit_entries`,
  `create index ix_audit_entries_time on audit_entries (org_id, created_at, id)`,
  `create index ix_audit_entries_action on audit_entries (org_id, action, created_at, id)`,
  `create index ix_audit_entries_actor on audit_entries (org_id, actor_id, created_at, id)`,
  `create index ix_audit_entries_project on audit_entries (org_id, project_id, created_at, id)`,
  `drop index ix_audit_entries_org`,
];

const DOWN = [
  `create index ix_audit_entries_org on audit_entries (org_id, id)`,
  `drop index ix_audit_entries_project`,
  `drop index ix_audit_entries_actor`,
  `drop index ix_audit_entries_action`,
  `drop index ix_audit_entries_time`,
  `drop table audit_checkpoints`,
  `drop table audit_links`,
  `drop table audit_pending`,
];

/** What is in the log already is given its place by the first server that starts. */
export class AuditChain1764600000000 implements MigrationInterface {
  name = 'AuditChain1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
