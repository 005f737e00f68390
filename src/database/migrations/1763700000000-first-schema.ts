import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table organizations (
     id uuid not null,
     name text not null,
     slug text not null,
     epoch bigint not null default '0',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_organizations_slug unique (slug),
     constraint pk_organizations primary key (id)
   )`,
  `create table org_roles (
     id uuid not null,
     org_id uuid not null,
     slug text not null,
     name text not null,
     description text,
     permissions json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_org_roles_slug unique (org_id, slug),
     constraint pk_org_roles primary key (id)
   )`,
  `create table identities (
     id uuid not null,
     org_id uuid not null,
     membership_id uuid not null,
     name text collate "C" not null,
     role text not null,
     role_id uuid,
     has_delete_protection boolean not null default false,
     is_instance_admin boolean not null default false,
     metadata json not null default '[]',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_identities_membership unique (membership_id),
     constraint pk_identities primary key (id)
   )`,
  `create table token_auths (
     id uuid not null,
     identity_id uuid not null,
     access_token_ttl integer not null,
     access_token_max_ttl integer not null,
     access_token_num_uses_limit integer not null,
     access_token_trusted_ips json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_token_auths_identity unique (identity_id),
     constraint pk_token_auths primary key (id)
   )`,
  `create table access_tokens (
     id uuid not null,
     token_auth_id uuid not null,
     name text not null default '',
     ttl integer not null,
     max_ttl integer not null,
     uses_limit integer not null,
     is_revoked boolean not null default false,
     last_renewed_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_access_tokens primary key (id)
   )`,
  `create table audit_entries (
     id uuid not null,
     org_id uuid not null,
     project_id uuid,
     actor_kind text not null,
     actor_id uuid,
     actor_name text not null,
     action text not null,
     target jsonb not null,
     req_id text not null,
     address text,
     client text,
     created_at timestamptz(3) not null default now(),
     constraint pk_audit_entries primary key (id)
   )`,
  `create table universal_auths (
     id uuid not null,
     identity_id uuid not null,
     client_id uuid not null,
     access_token_ttl integer not null,
     access_token_max_ttl integer not null,
     access_token_num_uses_limit integer not null,
     access_token_period integer not null,
     client_secret_trusted_ips json not null,
     access_token_trusted_ips json not null,
     lockout_enabled boolean not null,
     lockout_threshold integer not null,
     lockout_duration_seconds integer not null,
     lockout_counter_reset_seconds integer not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_universal_auths_client_id unique (client_id),
     constraint uq_universal_auths_identity unique (identity_id),
     constraint pk_universal_auths primary key (id)
   )`,
  `create table client_secrets (
     id uuid not null,
     universal_auth_id uuid not null,
     digest bytea not null,
     prefix text not null,
     description text not null default '',
     uses bigint not null default '0',
     uses_limit integer not null,
     ttl integer not null,
     is_revoked boolean not null default false,
     last_used_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_client_secrets_digest unique (digest),
     constraint pk_client_secrets primary key (id)
   )`,
  `create table projects (
     id uuid not null,
     org_id uuid not null,
     name text collate "C" not null,
     slug text not null,
     description text,
     type text not null default 'secret-manager',
     auto_capitalization boolean not null default false,
     has_delete_protection boolean not null default false,
     audit_logs_retention_days integer,
     epoch bigint not null default '0',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_projects_slug unique (org_id, slug),
     constraint pk_projects primary key (id)
   )`,
  `create table root_keys (
     version integer not null,
     check_value bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_root_keys primary key (version)
   )`,
  `create table data_keys (
     project_id uuid not null,
     version integer not null,
     org_id uuid not null,
     root_version integer not null,
     wrapped bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_data_keys primary key (project_id, version)
   )`,
  `create table environments (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     slug text not null,
     position integer not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_environments_slug unique (project_id, slug),
     constraint pk_environments primary key (id)
   )`,
  `create table folders (
     id uuid not null,
     environment_id uuid not null,
     parent_id uuid,
     name text not null,
     path text collate "C" not null,
     description text,
     version integer not null default '1',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_folders_path unique (environment_id, path),
     constraint pk_folders primary key (id)
   )`,
  `create table project_memberships (
     id uuid not null,
     project_id uuid not null,
     identity_id uuid not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_project_memberships_identity unique (project_id, identity_id),
     constraint pk_project_memberships primary key (id)
   )`,
  `create table project_roles (
     id uuid not null,
     project_id uuid not null,
     slug text not null,
     name text not null,
     description text,
     permissions json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_project_roles_slug unique (project_id, slug),
     constraint pk_project_roles primary key (id)
   )`,
  `create table membership_roles (
     id uuid not null,
     membership_id uuid not null,
     role text not null,
     custom_role_id uuid,
     is_temporary boolean not null default false,
     temporary_mode text,
     temporary_range text,
     temporary_access_start_time timestamptz(3),
     temporary_access_end_time timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_membership_roles primary key (id)
   )`,
  `create table project_event_heads (
     project_id uuid not null,
     last_seq bigint not null default '0',
     constraint pk_project_event_heads primary key (project_id)
   )`,
  `create table project_events (
     project_id uuid not null,
     seq bigint not null,
     type text not null,
     payload json not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_project_events primary key (project_id, seq)
   )`,
  `create table secrets (
     project_id uuid not null,
     key text collate "C" not null,
     key_version integer not null,
     salt bytea not null,
     value bytea not null,
     comment bytea,
     skip_multiline_encoding boolean,
     metadata json,
     legacy_metadata json,
     reminder_note text,
     reminder_repeat_days integer,
     actor_id uuid not null,
     actor_name text not null,
     actor_membership_id uuid not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     id uuid not null,
     version integer not null default '1',
     folder_id uuid not null,
     constraint uq_secrets_key unique (folder_id, key),
     constraint pk_secrets primary key (id)
   )`,
  `create table secret_versions (
     project_id uuid not null,
     key text collate "C" not null,
     key_version integer not null,
     salt bytea not null,
     value bytea not null,
     comment bytea,
     skip_multiline_encoding boolean,
     metadata json,
     legacy_metadata json,
     reminder_note text,
     reminder_repeat_days integer,
     actor_id uuid not null,
     actor_name text not null,
     actor_membership_id uuid not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     secret_id uuid not null,
     version integer not null,
     folder_id uuid not null,
     tag_ids json not null default '[]',
     ended_at timestamptz(3) not null default now(),
     constraint pk_secret_versions primary key (secret_id, version)
   )`,
  `create table tags (
     id uuid not null,
     project_id uuid not null,
     slug text not null,
     color text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint uq_tags_slug unique (project_id, slug),
     constraint pk_tags primary key (id)
   )`,
  `create table secret_tags (
     secret_id uuid not null,
     tag_id uuid not null,
     constraint pk_secret_tags primary key (secret_id, tag_id)
   )`,
  `create table token_revocations (
     credential_id uuid not null,
     created_day integer not null,
     serials int8multirange not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_revocations primary key (credential_id, created_day)
   )`,
  `create table token_uses (
     token_id uuid not null,
     uses integer not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_uses primary key (token_id)
   )`,
  `create table login_failures (
     key bytea not null,
     failures integer not null,
     locked_until timestamptz(3),
     expires_at timestamptz(3) not null,
     constraint pk_login_failures primary key (key)
   )`,
  `create table users (
     id uuid not null,
     email text not null,
     password_hash text not null,
     super_admin boolean not null default false,
     created_at timestamptz(3) not null default now(),
     constraint uq_users_email unique (email),
     constraint pk_users primary key (id)
   )`,
  `create index ix_identities_role on identities (role_id) where role_id is not null`,
  `create index ix_identities_org_name on identities (org_id, name, id)`,
  `create index ix_access_tokens_token_auth on access_tokens (token_auth_id, created_at, id)`,
  `create index ix_audit_entries_org on audit_entries (org_id, id)`,
  `create index ix_client_secrets_universal_auth on client_secrets (universal_auth_id)`,
  `create index ix_folders_parent on folders (parent_id)`,
  `create index ix_project_memberships_identity on project_memberships (identity_id)`,
  `create index ix_membership_roles_custom_role on membership_roles (custom_role_id) where custom_role_id is not null`,
  `create index ix_membership_roles_membership on membership_roles (membership_id)`,
  `create index ix_secret_versions_project on secret_versions (project_id)`,
  `create index ix_secret_tags_tag on secret_tags (tag_id)`,
  `create index ix_token_revocations_expires_at on token_revocations (expires_at)`,
  `create index ix_token_uses_expires_at on token_uses (expires_at)`,
  `create index ix_login_failures_expires_at on login_failures (expires_at)`,
  `alter table org_roles add constraint fk_org_roles_org
     foreign key (org_id) references organizations(id) on delete cascade`,
  `alter table identities add constraint fk_identities_org
     foreign key (org_id) references organizations(id) on delete cascade`,
  `alter table identities add constraint fk_identities_role
     foreign key (role_id) references org_roles(id)`,
  `alter table token_auths add constraint fk_token_auths_identity
     foreign key (identity_id) references identities(id) on delete cascade`,
  `alter table access_tokens add constraint fk_access_tokens_token_auth
     foreign key (token_auth_id) references token_auths(id) on delete cascade`,
  `alter table universal_auths add constraint fk_universal_auths_identity
     foreign key (identity_id) references identities(id) on delete cascade`,
  `alter table client_secrets add constraint fk_client_secrets_universal_auth
     foreign key (universal_auth_id) references universal_auths(id) on delete cascade`,
  `alter table projects add constraint fk_projects_org
     foreign key (org_id) references organizations(id) on delete cascade`,
  `alter table data_keys add constraint fk_data_keys_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table environments add constraint fk_environments_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table folders add constraint fk_folders_environment
     foreign key (environment_id) references environments(id) on delete cascade`,
  `alter table folders add constraint fk_folders_parent
     foreign key (parent_id) references folders(id) on delete cascade`,
  `alter table project_memberships add constraint fk_project_memberships_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table project_memberships add constraint fk_project_memberships_identity
     foreign key (identity_id) references identities(id) on delete cascade`,
  `alter table project_roles add constraint fk_project_roles_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table membership_roles add constraint fk_membership_roles_membership
     foreign key (membership_id) references project_memberships(id) on delete cascade`,
  `alter table membership_roles add constraint fk_membership_roles_role
     foreign key (custom_role_id) references project_roles(id)`,
  `alter table project_event_heads add constraint fk_project_event_heads_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table project_events add constraint fk_project_events_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table secrets add constraint fk_secrets_folder
     foreign key (folder_id) references folders(id) on delete cascade`,
  `alter table secret_versions add constraint fk_secret_versions_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table tags add constraint fk_tags_project
     foreign key (project_id) references projects(id) on delete cascade`,
  `alter table secret_tags add constraint fk_secret_tags_secret
     foreign key (secret_id) references secrets(id) on delete cascade`,
  `alter table secret_tags add constraint fk_secret_tags_tag
     foreign key (tag_id) references tags(id) on delete cascade`,
];

const TABLES = [
  'organizations',
  'org_roles',
  'identities',
  'token_auths',
  'access_tokens',
  'audit_entries',
  'universal_auths',
  'client_secrets',
  'projects',
  'root_keys',
  'data_keys',
  'environments',
  'folders',
  'project_memberships',
  'project_roles',
  'membership_roles',
  'project_event_heads',
  'project_events',
  'secrets',
  'secret_versions',
  'tags',
  'secret_tags',
  'token_revocations',
  'token_uses',
  'login_failures',
  'users',
];

export class FirstSchema1763700000000 implements MigrationInterface {
  name = 'FirstSchema1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop table ${table} cascade`);
  }
}
