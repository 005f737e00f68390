import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Policies, the changes that they hold back, and the votes on these. Additions only. */
const UP = [
  `alter table projects add column approval_request_expiry_days integer not null default 30`,
  `create table approval_policies (
     id uuid not null,
     project_id uuid not null,
     name text,
     secret_path text collate "C" not null,
     approvals integer not null,
     is_soft boolean not null,
     allows_own_vote boolean not null,
     exempts_machines boolean not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     deleted_at timestamptz(3),
     constraint pk_approval_policies primary key (id),
     constraint fk_approval_policies_project foreign key (project_id)
       references projects (id) on delete cascade
   )`,
  `create index ix_approval_policies_project on approval_policies (project_id)`,
  `create table approval_policy_environments (
     policy_id uuid not null,
     environment_id uuid not null,
     position integer not null,
     constraint pk_approval_policy_environments primary key (policy_id, environment_id),
     constraint fk_approval_policy_environments_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_approval_policy_environments_environment foreign key (environment_id)
       references environments (id) on delete cascade
   )`,
  `create index ix_approval_policy_environments_environment
     on approval_policy_environments (environment_id)`,
  `create table approval_policy_people (
     id uuid not null,
     policy_id uuid not null,
     is_bypasser boolean not null,
     user_id uuid,
     group_id uuid,
     position integer not null,
     constraint pk_approval_policy_people primary key (id),
     constraint uq_approval_policy_people_user unique (policy_id, is_bypasser, user_id),
     constraint uq_approval_policy_people_group unique (policy_id, is_bypasser, group_id),
     constraint ck_approval_policy_people_one check (num_nonnulls(user_id, group_id) = 1),
     constraint fk_approval_policy_people_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_approval_policy_people_user foreign key (user_id)
       references users (id) on delete cascade,
     constraint fk_approval_policy_people_group foreign key (group_id)
       references groups (id) on delete cascade
   )`,
  `create index ix_approval_policy_people_user on approval_policy_people (user_id)`,
  `create index ix_approval_policy_people_group on approval_policy_people (group_id)`,
  `create table approval_requests (
     id uuid not null,
     slug text not null,
     project_id uuid not null,
     policy_id uuid not null,
     environment_id uuid,
     folder_id uuid not null,
     committer_user_id uuid,
     committer_identity_id uuid,
     committer_name text not null,
     action text not null,
     target json,
     digest bytea not null,
     round integer not null default 1,
     is_open boolean not null default true,
     close_reason text,
     status_changed_by uuid,
     bypass_reason text,
     conflicts json,
     key_version integer not null,
     salt bytea not null,
     expires_at timestamptz(3) not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_approval_requests primary key (id),
     constraint ck_approval_requests_committer
       check (num_nonnulls(committer_user_id, committer_identity_id) = 1),
     constraint fk_approval_requests_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_approval_requests_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_approval_requests_environment foreign key (environment_id)
       references environments (id) on delete set null
   )`,
  `create index ix_approval_requests_project on approval_requests (project_id, created_at, id)`,
  `create index ix_approval_requests_open on approval_requests (project_id, is_open)`,
  `create index ix_approval_requests_policy on approval_requests (policy_id)`,
  `create index ix_approval_requests_environment on approval_requests (environment_id)`,
  `create index ix_approval_requests_expires_at on approval_requests (expires_at)
     where is_open or close_reason = 'person'`,
  `create table approval_items (
     id uuid not null,
     request_id uuid not null,
     position integer not null,
     op text not null,
     secret_id uuid,
     base_version integer,
     folder_id uuid not null,
     environment_id uuid not null,
     secret_path text not null,
     key text collate "C" not null,
     new_folder_id uuid,
     new_environment_id uuid,
     new_key text collate "C",
     tag_ids uuid[] not null,
     more json not null,
     sealed bytea,
     constraint pk_approval_items primary key (id),
     constraint ck_approval_items_op check (op in ('create', 'update', 'delete')),
     constraint fk_approval_items_request foreign key (request_id)
       references approval_requests (id) on delete cascade
   )`,
  `create index ix_approval_items_request on approval_items (request_id, position)`,
  `create table approval_votes (
     request_id uuid not null,
     user_id uuid not null,
     id uuid not null,
     status text not null,
     comment text not null,
     round integer not null,
     digest bytea not null,
     org_membership_id uuid not null,
     by_policy text[] not null,
     by_membership text[] not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_approval_votes primary key (request_id, user_id),
     constraint ck_approval_votes_status check (status in ('approved', 'rejected')),
     constraint fk_approval_votes_request foreign key (request_id)
       references approval_requests (id) on delete cascade
   )`,
];

const TABLES = [
  ...['approval_votes', 'approval_items', 'approval_requests', 'approval_policy_people'],
  ...['approval_policy_environments', 'approval_policies'],
];

export class Approvals1796256060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop table ${table}`);
    await runner.query('alter table projects drop column approval_request_expiry_days');
  }
}
