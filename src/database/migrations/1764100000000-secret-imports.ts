import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table secret_imports (
     id uuid not null,
     folder_id uuid not null,
     source_environment_id uuid not null,
     source_path text collate "C" not null,
     position integer not null,
     version integer not null default '1',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_secret_imports_source unique (folder_id, source_environment_id, source_path)
       deferrable initially immediate,
     constraint uq_secret_imports_position unique (folder_id, position)
       deferrable initially immediate,
     constraint pk_secret_imports primary key (id)
   )`,
  `create index ix_secret_imports_source on secret_imports (source_environment_id, source_path)`,
  `alter table secret_imports add constraint fk_secret_imports_folder
     foreign key (folder_id) references folders(id) on delete cascade`,
  `alter table secret_imports add constraint fk_secret_imports_source_environment
     foreign key (source_environment_id) references environments(id) on delete cascade`,
  `alter table project_event_heads add column has_imports boolean not null default false`,
];

const DOWN = [
  `alter table project_event_heads drop column has_imports`,
  `drop table secret_imports`,
];

export class SecretImports1764100000000 implements MigrationInterface {
  name = 'SecretImports1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
