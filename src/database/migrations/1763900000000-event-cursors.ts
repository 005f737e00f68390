import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table event_cursors (
     identity_id uuid not null,
     project_id uuid not null,
     register_hash bytea not null,
     seq bigint not null,
     updated_at timestamptz(3) not null default now(),
     constraint pk_event_cursors primary key (identity_id, project_id, register_hash)
   )`,
  `create index ix_event_cursors_project_id on event_cursors (project_id)`,
  `create index ix_event_cursors_updated_at on event_cursors (updated_at)`,
  `alter table event_cursors add constraint fk_event_cursors_identity
     foreign key (identity_id) references identities(id) on delete cascade`,
  `alter table event_cursors add constraint fk_event_cursors_project
     foreign key (project_id) references projects(id) on delete cascade`,
];

export class EventCursors1763900000000 implements MigrationInterface {
  name = 'EventCursors1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table event_cursors');
  }
}
