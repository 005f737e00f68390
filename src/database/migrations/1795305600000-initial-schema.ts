import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table comes after those that it refers to. */
const UP = [
  `create table organizations (
     id uuid not null,
     name text not null,
     slug text not null,
     epoch bigint not null default '0',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_organizations primary key (id),
     constraint uq_organizations_slug unique (slug)
   )`,
  `create table users (
     id uuid not null,
     email text not null,
     password_hash text not null,
     super_admin boolean not null default false,
     created_at timestamptz(3) not null default now(),
     constraint pk_users primary key (id),
     constraint uq_users_email unique (email)
   )`,
  `create table setup_tokens (
     id smallint not null,
     digest bytea not null,
     constraint pk_setup_tokens primary key (id)
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
     constraint pk_org_roles primary key (id),
     constraint uq_org_roles_slug unique (org_id, slug),
     constraint fk_org_roles_org foreign key (org_id) references organizations(id) on delete cascade
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
     constraint pk_identities primary key (id),
     constraint uq_identities_membership unique (membership_id),
     constraint fk_identities_org foreign key (org_id) references organizations(id) on delete cascade,
     constraint fk_identities_role foreign key (role_id) references org_roles(id)
   )`,
  `create index ix_identities_org_name on identities (org_id, name, id)`,
  `create index ix_identities_role on identities (role_id)
     where role_id is not null`,
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
     constraint pk_universal_auths primary key (id),
     constraint uq_universal_auths_client_id unique (client_id),
     constraint uq_universal_auths_identity unique (identity_id),
     constraint fk_universal_auths_identity foreign key (identity_id) references identities(id) on delete cascade
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
     makers uuid[] not null default '{}'::uuid[],
     constraint pk_client_secrets primary key (id),
     constraint uq_client_secrets_digest unique (digest),
     constraint fk_client_secrets_universal_auth foreign key (universal_auth_id) references universal_auths(id) on delete cascade
   )`,
  `create index ix_client_secrets_universal_auth on client_secrets (universal_auth_id)`,
  `create table token_auths (
     id uuid not null,
     identity_id uuid not null,
     access_token_ttl integer not null,
     access_token_max_ttl integer not null,
     access_token_num_uses_limit integer not null,
     access_token_trusted_ips json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_token_auths primary key (id),
     constraint uq_token_auths_identity unique (identity_id),
     constraint fk_token_auths_identity foreign key (identity_id) references identities(id) on delete cascade
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
     makers uuid[] not null default '{}'::uuid[],
     constraint pk_access_tokens primary key (id),
     constraint fk_access_tokens_token_auth foreign key (token_auth_id) references token_auths(id) on delete cascade
   )`,
  `create index ix_access_tokens_token_auth on access_tokens (token_auth_id, created_at, id)`,
  `create table token_revocations (
     credential_id uuid not null,
     created_day integer not null,
     serials int8multirange not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_revocations primary key (credential_id, created_day)
   )`,
  `create index ix_token_revocations_expires_at on token_revocations (expires_at)`,
  `create table token_uses (
     token_id uuid not null,
     uses integer not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_uses primary key (token_id)
   )`,
  `create index ix_token_uses_expires_at on token_uses (expires_at)`,
  `create table login_failures (
     key bytea not null,
     failures integer not null,
     locked_until timestamptz(3),
     expires_at timestamptz(3) not null,
     tried bytea[] not null default '{}'::bytea[],
     constraint pk_login_failures primary key (key)
   )`,
  `create index ix_login_failures_expires_at on login_failures (expires_at)`,
  `create table login_sources (
     key bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_login_sources primary key (key)
   )`,
  `create index ix_login_sources_expires_at on login_sources (expires_at)`,
  `create table root_keys (
     version integer not null,
     check_value bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_root_keys primary key (version)
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
     constraint pk_projects primary key (id),
     constraint uq_projects_slug unique (org_id, slug),
     constraint fk_projects_org foreign key (org_id) references organizations(id) on delete cascade
   )`,
  `create table data_keys (
     project_id uuid not null,
     version integer not null,
     org_id uuid not null,
     root_version integer not null,
     wrapped bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_data_keys primary key (project_id, version),
     constraint fk_data_keys_project foreign key (project_id) references projects(id) on delete cascade,
     constraint fk_data_keys_root foreign key (root_version) references root_keys(version)
   )`,
  `create index ix_data_keys_root on data_keys (root_version)`,
  `create table environments (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     slug text not null,
     position integer not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_environments primary key (id),
     constraint uq_environments_slug unique (project_id, slug),
     constraint fk_environments_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create table folders (
     id uuid not null,
     environment_id uuid not null,
     parent_id uuid,
     name text not null,
     path text collate "C" not null,
     description text,
     version integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_folders primary key (id),
     constraint uq_folders_path unique (environment_id, path),
     constraint fk_folders_environment foreign key (environment_id) references environments(id) on delete cascade,
     constraint fk_folders_parent foreign key (parent_id) references folders(id) on delete cascade
   )`,
  `create index ix_folders_parent on folders (parent_id)`,
  `create table tags (
     id uuid not null,
     project_id uuid not null,
     slug text not null,
     name text,
     color text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_tags primary key (id),
     constraint uq_tags_slug unique (project_id, slug),
     constraint fk_tags_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  // Before project_roles: a deleted project's cascades run in this order, and a role in use cannot be deleted.
  `create table project_memberships (
     id uuid not null,
     project_id uuid not null,
     identity_id uuid not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_project_memberships primary key (id),
     constraint uq_project_memberships_identity unique (project_id, identity_id),
     constraint fk_project_memberships_identity foreign key (identity_id) references identities(id) on delete cascade,
     constraint fk_project_memberships_project foreign key (project_id) references projects(id) on delete cascade
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
     rule_count integer not null default 0,
     pattern_bytes integer not null default 0,
     constraint pk_project_roles primary key (id),
     constraint uq_project_roles_slug unique (project_id, slug),
     constraint fk_project_roles_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create index ix_project_memberships_identity on project_memberships (identity_id)`,
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
     expiring_notified_for timestamptz(3),
     expire_notified_for timestamptz(3),
     constraint pk_membership_roles primary key (id),
     constraint fk_membership_roles_membership foreign key (membership_id) references project_memberships(id) on delete cascade,
     constraint fk_membership_roles_role foreign key (custom_role_id) references project_roles(id)
   )`,
  `create index ix_membership_roles_custom_role on membership_roles (custom_role_id)
     where custom_role_id is not null`,
  `create index ix_membership_roles_membership on membership_roles (membership_id)`,
  `create index ix_membership_roles_unnotified_end on membership_roles (temporary_access_end_time)
     where temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time`,
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
     expiring_notified_for timestamptz(3),
     expire_notified_for timestamptz(3),
     rule_count integer not null default 0,
     pattern_bytes integer not null default 0,
     constraint pk_additional_privileges primary key (id),
     constraint uq_additional_privileges_slug unique (project_membership_id, slug),
     constraint fk_additional_privileges_membership foreign key (project_membership_id) references project_memberships(id) on delete cascade
   )`,
  `create index ix_additional_privileges_unnotified_end on additional_privileges (temporary_access_end_time)
     where temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time`,
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
     version integer not null default 1,
     folder_id uuid not null,
     xid bigint not null default txid_current(),
     constraint pk_secrets primary key (id),
     constraint uq_secrets_key unique (folder_id, key),
     constraint fk_secrets_folder foreign key (folder_id) references folders(id) on delete cascade
   )`,
  `create index ix_secrets_data_key on secrets (project_id, key_version, id)`,
  `create table audit_checkpoints (
     org_id uuid not null,
     number bigint not null,
     key_id bytea not null,
     mac bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_audit_checkpoints primary key (org_id, number)
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
  `create index ix_audit_entries_action on audit_entries (org_id, action, created_at, id)`,
  `create index ix_audit_entries_actor on audit_entries (org_id, actor_id, created_at, id)`,
  `create index ix_audit_entries_project on audit_entries (org_id, project_id, created_at, id)`,
  `create index ix_audit_entries_time on audit_entries (org_id, created_at, id)`,
  `create table audit_links (
     org_id uuid not null,
     number bigint not null,
     entry_id uuid not null,
     key_id bytea not null,
     mac bytea not null,
     constraint pk_audit_links primary key (org_id, number),
     constraint uq_audit_links_entry_id unique (entry_id)
   )`,
  // A queue: what left it should be vacuumed before it slows the scan down.
  `create table audit_pending (
     org_id uuid not null,
     entry_id uuid not null,
     seal bytea,
     constraint pk_audit_pending primary key (org_id, entry_id)
   ) with (
     autovacuum_vacuum_scale_factor = 0,
     autovacuum_vacuum_threshold = 5000,
     autovacuum_vacuum_insert_threshold = -1,
     autovacuum_vacuum_cost_delay = 0
   )`,
  `create table event_cursors (
     identity_id uuid not null,
     project_id uuid not null,
     register_hash bytea not null,
     seq bigint not null,
     updated_at timestamptz(3) not null default now(),
     stamp bigint,
     constraint pk_event_cursors primary key (identity_id, project_id, register_hash),
     constraint fk_event_cursors_identity foreign key (identity_id) references identities(id) on delete cascade,
     constraint fk_event_cursors_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create index ix_event_cursors_project_id on event_cursors (project_id)`,
  `create index ix_event_cursors_updated_at on event_cursors (updated_at)`,
  `create table idempotent_answers (
     org_id uuid not null,
     identity_id uuid not null,
     key_digest bytea not null,
     fingerprint bytea not null,
     answer bytea,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     constraint pk_idempotent_answers primary key (org_id, identity_id, key_digest)
   )`,
  `create index ix_idempotent_answers_caller on idempotent_answers (org_id, identity_id, expires_at)`,
  `create index ix_idempotent_answers_expires_at on idempotent_answers (expires_at)`,
  `create table organization_storage (
     org_id uuid not null,
     bytes bigint not null,
     counted_at timestamptz(3),
     constraint pk_organization_storage primary key (org_id)
   )`,
  `create table project_event_heads (
     project_id uuid not null,
     last_seq bigint not null default '0',
     has_imports boolean not null default false,
     last_stamp bigint not null default 0,
     constraint pk_project_event_heads primary key (project_id),
     constraint fk_project_event_heads_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create table project_events (
     project_id uuid not null,
     seq bigint not null,
     type text not null,
     payload json not null,
     created_at timestamptz(3) not null default now(),
     xid bigint not null default txid_current(),
     secret_tags json,
     constraint pk_project_events primary key (project_id, seq),
     constraint fk_project_events_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create table secret_history_starts (
     project_id uuid not null,
     complete_from timestamptz(3) not null,
     constraint pk_secret_history_starts primary key (project_id),
     constraint fk_secret_history_starts_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create table secret_imports (
     id uuid not null,
     folder_id uuid not null,
     source_environment_id uuid not null,
     source_path text collate "C" not null,
     position integer not null,
     version integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_secret_imports primary key (id),
     constraint uq_secret_imports_position unique (folder_id, "position") DEFERRABLE,
     constraint uq_secret_imports_source unique (folder_id, source_environment_id, source_path) DEFERRABLE,
     constraint fk_secret_imports_folder foreign key (folder_id) references folders(id) on delete cascade,
     constraint fk_secret_imports_source_environment foreign key (source_environment_id) references environments(id) on delete cascade
   )`,
  `create index ix_secret_imports_source on secret_imports (source_environment_id, source_path)`,
  `create table secret_references (
     source_id uuid not null,
     project_id uuid not null,
     environment text collate "C" not null,
     path text collate "C" not null,
     key text collate "C" not null,
     constraint pk_secret_references primary key (source_id, environment, path, key),
     constraint fk_secret_references_source foreign key (source_id) references secrets(id) on delete cascade
   )`,
  `create index ix_secret_references_target on secret_references (project_id, environment, path, key)`,
  `create table secret_tags (
     secret_id uuid not null,
     tag_id uuid not null,
     constraint pk_secret_tags primary key (secret_id, tag_id),
     constraint fk_secret_tags_secret foreign key (secret_id) references secrets(id) on delete cascade,
     constraint fk_secret_tags_tag foreign key (tag_id) references tags(id) on delete cascade
   )`,
  `create index ix_secret_tags_tag on secret_tags (tag_id)`,
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
     environment_id uuid not null,
     tag_ids json not null default '[]',
     ended_at timestamptz(3) not null default now(),
     xid bigint not null default txid_current(),
     ended_xid bigint not null default txid_current(),
     constraint pk_secret_versions primary key (secret_id, version),
     constraint fk_secret_versions_project foreign key (project_id) references projects(id) on delete cascade
   )`,
  `create index ix_secret_versions_data_key on secret_versions (project_id, key_version, secret_id, version)`,
  `create index ix_secret_versions_ended_at on secret_versions (ended_at)`,
  `create index ix_secret_versions_folder on secret_versions (folder_id, ended_at)`,
];

/** The schema of the first release. */
export class InitialSchema1795305600000 implements MigrationInterface {
  name = 'InitialSchema1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = UP.flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
    for (const table of tables.reverse()) await runner.query(`drop table ${table}`);
  }
}
