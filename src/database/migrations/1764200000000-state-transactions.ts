import type { MigrationInterface, QueryRunner } from 'typeorm';

const XID = 'bigint not null default txid_current()';

/** Rows that are there already get the number of this transaction; their times still tell them apart. */
const UP = [
  `alter table secrets add column xid ${XID}`,
  `alter table secret_versions add column xid ${XID}, add column ended_xid ${XID}`,
  `alter table project_events add column xid ${XID}`,
  `create index ix_secret_versions_folder on secret_versions (folder_id)`,
  `create index ix_secret_versions_ended_at on secret_versions (ended_at)`,
  `create table secret_history_starts (
     project_id uuid not null,
     complete_from timestamptz(3) not null,
     constraint pk_secret_history_starts primary key (project_id)
   )`,
  `alter table secret_history_starts add constraint fk_secret_history_starts_project
     foreign key (project_id) references projects(id) on delete cascade`,
];

const DOWN = [
  'drop table secret_history_starts',
  'drop index ix_secret_versions_ended_at',
  'drop index ix_secret_versions_folder',
  'alter table project_events drop column xid',
  'alter table secret_versions drop column ended_xid, drop column xid',
  'alter table secrets drop column xid',
];

export class StateTransactions1764200000000 implements MigrationInterface {
  name = 'StateTransactions1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
