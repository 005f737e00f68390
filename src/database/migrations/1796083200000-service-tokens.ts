import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tokens of projects. They end with the membership by which their maker was in the project, and, where that is a group's,
 * with the maker's place in the group.
 */
export class ServiceTokens1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table service_tokens (
        id uuid not null,
        project_id uuid not null,
        name text not null,
        digest bytea not null,
        scopes json not null,
        permissions text[] not null,
        rules json not null,
        maker_id uuid not null,
        makers uuid[] not null,
        membership_id uuid not null,
        group_member_id uuid,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint pk_service_tokens primary key (id),
        constraint fk_service_tokens_project foreign key (project_id)
          references projects (id) on delete cascade,
        constraint fk_service_tokens_membership foreign key (membership_id)
          references project_memberships (id) on delete cascade,
        constraint fk_service_tokens_group_member foreign key (group_member_id)
          references group_members (id) on delete cascade
      )`);
    for (const column of ['project_id', 'membership_id', 'group_member_id', 'maker_id'])
      await runner.query(`create index ix_service_tokens_${column} on service_tokens (${column})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table service_tokens');
  }
}
