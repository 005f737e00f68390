import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Additions only: a server of the version before may run beside a newer one. */
const UP = [
  `alter table users
     alter column password_hash drop not null,
     add column first_name text not null default '',
     add column last_name text not null default '',
     add column is_email_verified boolean not null default false,
     add column updated_at timestamptz(3) not null default now()`,
  `create table organization_memberships (
     id uuid not null,
     org_id uuid not null,
     user_id uuid not null,
     role text not null,
     role_id uuid,
     status text not null,
     is_active boolean not null default true,
     metadata json not null default '[]',
     scim_user_name text,
     scim_user_name_key text,
     external_id text,
     given_name text,
     family_name text,
     display_name text,
     inviter_kind text,
     inviter_id uuid,
     last_login_method text,
     last_login_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_organization_memberships primary key (id),
     constraint uq_organization_memberships_user unique (org_id, user_id),
     constraint uq_organization_memberships_user_name unique (org_id, scim_user_name_key),
     constraint uq_organization_memberships_external_id unique (org_id, external_id),
     constraint ck_organization_memberships_status check (status in ('invited', 'accepted')),
     constraint fk_organization_memberships_org foreign key (org_id) references organizations(id) on delete cascade,
     constraint fk_organization_memberships_user foreign key (user_id) references users(id) on delete cascade,
     constraint fk_organization_memberships_role foreign key (role_id) references org_roles(id)
   )`,
  `create index ix_organization_memberships_user on organization_memberships (user_id)`,
  `create index ix_organization_memberships_role on organization_memberships (role_id)
     where role_id is not null`,
  `create table sessions (
     id uuid not null,
     user_id uuid not null,
     org_id uuid,
     kind text not null,
     login_method text not null,
     assurance text not null,
     proved_at timestamptz(3) not null default now(),
     refresh_counter integer not null default 0,
     refreshed_at timestamptz(3),
     idle_seconds integer not null,
     last_used_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     ended_at timestamptz(3),
     address text,
     client text,
     created_at timestamptz(3) not null default now(),
     constraint pk_sessions primary key (id),
     constraint ck_sessions_kind check (kind in ('console', 'cli')),
     constraint ck_sessions_assurance check (assurance in ('password', 'mfa', 'sso')),
     constraint fk_sessions_user foreign key (user_id) references users(id) on delete cascade,
     constraint fk_sessions_org foreign key (org_id) references organizations(id) on delete cascade
   )`,
  `create index ix_sessions_user on sessions (user_id, org_id)`,
  `create index ix_sessions_org on sessions (org_id)`,
  `create index ix_sessions_expires_at on sessions (expires_at)`,
  `create table groups (
     id uuid not null,
     org_id uuid not null,
     name text collate "C" not null,
     slug text not null,
     role text not null default 'no-access',
     role_id uuid,
     scim_managed boolean not null default false,
     external_id text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_groups primary key (id),
     constraint uq_groups_name unique (org_id, name),
     constraint uq_groups_slug unique (org_id, slug),
     constraint uq_groups_external_id unique (org_id, external_id),
     constraint fk_groups_org foreign key (org_id) references organizations(id) on delete cascade,
     constraint fk_groups_role foreign key (role_id) references org_roles(id)
   )`,
  `create index ix_groups_role on groups (role_id)
     where role_id is not null`,
  `create table group_members (
     id uuid not null,
     group_id uuid not null,
     user_id uuid,
     identity_id uuid,
     created_at timestamptz(3) not null default now(),
     constraint pk_group_members primary key (id),
     constraint uq_group_members_user unique (group_id, user_id),
     constraint uq_group_members_identity unique (group_id, identity_id),
     constraint ck_group_members_one check (num_nonnulls(user_id, identity_id) = 1),
     constraint fk_group_members_group foreign key (group_id) references groups(id) on delete cascade,
     constraint fk_group_members_user foreign key (user_id) references users(id) on delete cascade,
     constraint fk_group_members_identity foreign key (identity_id) references identities(id) on delete cascade
   )`,
  `create index ix_group_members_user on group_members (user_id, group_id)
     where user_id is not null`,
  `create index ix_group_members_identity on group_members (identity_id, group_id)
     where identity_id is not null`,
  `alter table project_memberships
     alter column identity_id drop not null,
     add column user_id uuid,
     add column group_id uuid,
     add constraint uq_project_memberships_user unique (project_id, user_id),
     add constraint uq_project_memberships_group unique (project_id, group_id),
     add constraint ck_project_memberships_one check (num_nonnulls(identity_id, user_id, group_id) = 1),
     add constraint fk_project_memberships_user foreign key (user_id) references users(id) on delete cascade,
     add constraint fk_project_memberships_group foreign key (group_id) references groups(id) on delete cascade`,
  `create index ix_project_memberships_user on project_memberships (user_id)
     where user_id is not null`,
  `create index ix_project_memberships_group on project_memberships (group_id)
     where group_id is not null`,
  `alter table secrets add column actor_kind text not null default 'identity'`,
  `alter table secret_versions add column actor_kind text not null default 'identity'`,
  // A cursor may be a person's: those of a deleted identity go when they are old, as a person's do.
  `alter table event_cursors drop constraint fk_event_cursors_identity`,
  // Who set the instance up owned its first organization through an identity alone.
  `insert into organization_memberships (id, org_id, user_id, role, status)
   select gen_random_uuid(), o.id, u.id, 'admin', 'accepted'
   from users u, (select id from organizations order by created_at, id limit 1) o
   where u.super_admin`,
  `update users set is_email_verified = true where super_admin`,
];

const DOWN = [
  `alter table event_cursors
     add constraint fk_event_cursors_identity foreign key (identity_id) references identities(id) on delete cascade`,
  `alter table secret_versions drop column actor_kind`,
  `alter table secrets drop column actor_kind`,
  `delete from project_memberships where identity_id is null`,
  `alter table project_memberships
     drop column group_id,
     drop column user_id,
     drop constraint if exists ck_project_memberships_one,
     alter column identity_id set not null`,
  `drop table group_members`,
  `drop table groups`,
  `drop table sessions`,
  `drop table organization_memberships`,
  `delete from users where password_hash is null`,
  `alter table users
     drop column updated_at,
     drop column is_email_verified,
     drop column last_name,
     drop column first_name,
     alter column password_hash set not null`,
];

/** People: their accounts, memberships and sessions, and groups of people and identities. */
export class People1795824000000 implements MigrationInterface {
  name = 'People1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
