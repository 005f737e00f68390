import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table additional_privileges (
     id uuid not null,
     project_membership_id uuid not null,
     slug text not null,
     permissions json not null,
     is_temporary boolean not null default false,
     temporary_mode text,
     temporary_range text,
     temporary_access_start_time timestamptz(3),
     temporary_access_end_time timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_additional_privileges_slug unique (project_membership_id, slug),
     constraint pk_additional_privileges primary key (id)
   )`,
  `alter table additional_privileges add constraint fk_additional_privileges_membership
     foreign key (project_membership_id) references project_memberships(id) on delete cascade`,
];

export class AdditionalPrivileges1763800000000 implements MigrationInterface {
  name = 'AdditionalPrivileges1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table additional_privileges');
  }
}
