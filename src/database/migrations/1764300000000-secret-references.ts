import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table secret_references (
     source_id uuid not null,
     project_id uuid not null,
     environment text collate "C" not null,
     path text collate "C" not null,
     key text collate "C" not null,
     constraint pk_secret_references primary key (source_id, environment, path, key)
   )`,
  `create index ix_secret_references_target
     on secret_references (project_id, environment, path, key)`,
  `alter table secret_references add constraint fk_secret_references_source
     foreign key (source_id) references secrets(id) on delete cascade`,
  `create table reference_backlog (
     project_id uuid not null,
     after_id uuid,
     constraint pk_reference_backlog primary key (project_id)
   )`,
  `alter table reference_backlog add constraint fk_reference_backlog_project
     foreign key (project_id) references projects(id) on delete cascade`,
  // Values are sealed: what they refer to is for \`references:reindex\` to find out.
  `insert into reference_backlog (project_id) select distinct project_id from secrets`,
];

export class SecretReferences1764300000000 implements MigrationInterface {
  name = 'SecretReferences1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table reference_backlog');
    await runner.query('drop table secret_references');
  }
}
