import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Additions only: a server of the version before may run beside a newer one, and makes memberships without the mark. Those made
 * before are known by the privilege of the same transaction; nobody gave them a role, and a group still holds their person.
 */
const UP = [
  'alter table project_memberships add column made_for_privileges boolean not null default false',
  `update project_memberships m set made_for_privileges = true
   where m.user_id is not null
     and exists (
       select from additional_privileges a
       where a.project_membership_id = m.id and a.created_at = m.created_at)
     and not exists (
       select from membership_roles h where h.membership_id = m.id and h.role <> 'no-access')
     and exists (
       select from group_members g join project_memberships o on o.group_id = g.group_id
       where o.project_id = m.project_id and g.user_id = m.user_id)`,
  `create index ix_project_memberships_made on project_memberships (project_id, user_id)
   where made_for_privileges`,
];

/** Marks memberships that people have for an additional privilege alone: they end with it. */
export class MadeMemberships1796688120000 implements MigrationInterface {
  name = 'MadeMemberships1796688120000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table project_memberships drop column made_for_privileges');
  }
}
