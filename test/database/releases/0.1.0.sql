-- {"version":"0.1.0","encryptionKey":"+xCYfkJfd02s6AxN1l/H6TKQ8erbKnBvyxz0oK6kGew=","authSecret":"ZozjhYvkLeOmUkmgMMcxuPvb0frQPi+V9eMV7pAMuBY=","login":{"clientId":"01a2055b-a368-70f2-86c8-7c88e1272145","clientSecret":"rGQgjutP9gZ-WAVDsiljYdWfkp1QrGso1FtSHn36EKI"},"projectId":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3"}
CREATE TABLE "migrations" ("id" SERIAL NOT NULL, "timestamp" bigint NOT NULL, "name" character varying NOT NULL, CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY ("id"));
create table organizations (
     id uuid not null,
     name text not null,
     slug text not null,
     epoch bigint not null default '0',
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_organizations primary key (id),
     constraint uq_organizations_slug unique (slug)
   );
create table users (
     id uuid not null,
     email text not null,
     password_hash text not null,
     super_admin boolean not null default false,
     created_at timestamptz(3) not null default now(),
     constraint pk_users primary key (id),
     constraint uq_users_email unique (email)
   );
create table setup_tokens (
     id smallint not null,
     digest bytea not null,
     constraint pk_setup_tokens primary key (id)
   );
create table org_roles (
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
   );
create table identities (
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
   );
create index ix_identities_org_name on identities (org_id, name, id);
create index ix_identities_role on identities (role_id)
     where role_id is not null;
create table universal_auths (
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
   );
create table client_secrets (
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
   );
create index ix_client_secrets_universal_auth on client_secrets (universal_auth_id);
create table token_auths (
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
   );
create table access_tokens (
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
   );
create index ix_access_tokens_token_auth on access_tokens (token_auth_id, created_at, id);
create table token_revocations (
     credential_id uuid not null,
     created_day integer not null,
     serials int8multirange not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_revocations primary key (credential_id, created_day)
   );
create index ix_token_revocations_expires_at on token_revocations (expires_at);
create table token_uses (
     token_id uuid not null,
     uses integer not null,
     expires_at timestamptz(3) not null,
     constraint pk_token_uses primary key (token_id)
   );
create index ix_token_uses_expires_at on token_uses (expires_at);
create table login_failures (
     key bytea not null,
     failures integer not null,
     locked_until timestamptz(3),
     expires_at timestamptz(3) not null,
     tried bytea[] not null default '{}'::bytea[],
     constraint pk_login_failures primary key (key)
   );
create index ix_login_failures_expires_at on login_failures (expires_at);
create table login_sources (
     key bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_login_sources primary key (key)
   );
create index ix_login_sources_expires_at on login_sources (expires_at);
create table root_keys (
     version integer not null,
     check_value bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_root_keys primary key (version)
   );
create table projects (
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
   );
create table data_keys (
     project_id uuid not null,
     version integer not null,
     org_id uuid not null,
     root_version integer not null,
     wrapped bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_data_keys primary key (project_id, version),
     constraint fk_data_keys_project foreign key (project_id) references projects(id) on delete cascade,
     constraint fk_data_keys_root foreign key (root_version) references root_keys(version)
   );
create index ix_data_keys_root on data_keys (root_version);
create table environments (
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
   );
create table folders (
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
   );
create index ix_folders_parent on folders (parent_id);
create table tags (
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
   );
create table project_memberships (
     id uuid not null,
     project_id uuid not null,
     identity_id uuid not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_project_memberships primary key (id),
     constraint uq_project_memberships_identity unique (project_id, identity_id),
     constraint fk_project_memberships_identity foreign key (identity_id) references identities(id) on delete cascade,
     constraint fk_project_memberships_project foreign key (project_id) references projects(id) on delete cascade
   );
create table project_roles (
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
   );
create index ix_project_memberships_identity on project_memberships (identity_id);
create table membership_roles (
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
   );
create index ix_membership_roles_custom_role on membership_roles (custom_role_id)
     where custom_role_id is not null;
create index ix_membership_roles_membership on membership_roles (membership_id);
create index ix_membership_roles_unnotified_end on membership_roles (temporary_access_end_time)
     where temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time;
create table additional_privileges (
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
   );
create index ix_additional_privileges_unnotified_end on additional_privileges (temporary_access_end_time)
     where temporary_access_end_time is not null and expire_notified_for is distinct from temporary_access_end_time;
create table secrets (
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
   );
create index ix_secrets_data_key on secrets (project_id, key_version, id);
create table audit_checkpoints (
     org_id uuid not null,
     number bigint not null,
     key_id bytea not null,
     mac bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_audit_checkpoints primary key (org_id, number)
   );
create table audit_entries (
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
   );
create index ix_audit_entries_action on audit_entries (org_id, action, created_at, id);
create index ix_audit_entries_actor on audit_entries (org_id, actor_id, created_at, id);
create index ix_audit_entries_project on audit_entries (org_id, project_id, created_at, id);
create index ix_audit_entries_time on audit_entries (org_id, created_at, id);
create table audit_links (
     org_id uuid not null,
     number bigint not null,
     entry_id uuid not null,
     key_id bytea not null,
     mac bytea not null,
     constraint pk_audit_links primary key (org_id, number),
     constraint uq_audit_links_entry_id unique (entry_id)
   );
create table audit_pending (
     org_id uuid not null,
     entry_id uuid not null,
     seal bytea,
     constraint pk_audit_pending primary key (org_id, entry_id)
   ) with (
     autovacuum_vacuum_scale_factor = 0,
     autovacuum_vacuum_threshold = 5000,
     autovacuum_vacuum_insert_threshold = -1,
     autovacuum_vacuum_cost_delay = 0
   );
create table event_cursors (
     identity_id uuid not null,
     project_id uuid not null,
     register_hash bytea not null,
     seq bigint not null,
     updated_at timestamptz(3) not null default now(),
     stamp bigint,
     constraint pk_event_cursors primary key (identity_id, project_id, register_hash),
     constraint fk_event_cursors_identity foreign key (identity_id) references identities(id) on delete cascade,
     constraint fk_event_cursors_project foreign key (project_id) references projects(id) on delete cascade
   );
create index ix_event_cursors_project_id on event_cursors (project_id);
create index ix_event_cursors_updated_at on event_cursors (updated_at);
create table idempotent_answers (
     org_id uuid not null,
     identity_id uuid not null,
     key_digest bytea not null,
     fingerprint bytea not null,
     answer bytea,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     constraint pk_idempotent_answers primary key (org_id, identity_id, key_digest)
   );
create index ix_idempotent_answers_caller on idempotent_answers (org_id, identity_id, expires_at);
create index ix_idempotent_answers_expires_at on idempotent_answers (expires_at);
create table organization_storage (
     org_id uuid not null,
     bytes bigint not null,
     counted_at timestamptz(3),
     constraint pk_organization_storage primary key (org_id)
   );
create table project_event_heads (
     project_id uuid not null,
     last_seq bigint not null default '0',
     has_imports boolean not null default false,
     last_stamp bigint not null default 0,
     constraint pk_project_event_heads primary key (project_id),
     constraint fk_project_event_heads_project foreign key (project_id) references projects(id) on delete cascade
   );
create table project_events (
     project_id uuid not null,
     seq bigint not null,
     type text not null,
     payload json not null,
     created_at timestamptz(3) not null default now(),
     xid bigint not null default txid_current(),
     secret_tags json,
     constraint pk_project_events primary key (project_id, seq),
     constraint fk_project_events_project foreign key (project_id) references projects(id) on delete cascade
   );
create table secret_history_starts (
     project_id uuid not null,
     complete_from timestamptz(3) not null,
     constraint pk_secret_history_starts primary key (project_id),
     constraint fk_secret_history_starts_project foreign key (project_id) references projects(id) on delete cascade
   );
create table secret_imports (
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
   );
create index ix_secret_imports_source on secret_imports (source_environment_id, source_path);
create table secret_references (
     source_id uuid not null,
     project_id uuid not null,
     environment text collate "C" not null,
     path text collate "C" not null,
     key text collate "C" not null,
     constraint pk_secret_references primary key (source_id, environment, path, key),
     constraint fk_secret_references_source foreign key (source_id) references secrets(id) on delete cascade
   );
create index ix_secret_references_target on secret_references (project_id, environment, path, key);
create table secret_tags (
     secret_id uuid not null,
     tag_id uuid not null,
     constraint pk_secret_tags primary key (secret_id, tag_id),
     constraint fk_secret_tags_secret foreign key (secret_id) references secrets(id) on delete cascade,
     constraint fk_secret_tags_tag foreign key (tag_id) references tags(id) on delete cascade
   );
create index ix_secret_tags_tag on secret_tags (tag_id);
create table secret_versions (
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
   );
create index ix_secret_versions_data_key on secret_versions (project_id, key_version, secret_id, version);
create index ix_secret_versions_ended_at on secret_versions (ended_at);
create index ix_secret_versions_folder on secret_versions (folder_id, ended_at);
insert into organizations select * from json_populate_recordset(null::organizations, $rows$[{"id":"01a2055b-a34d-71bf-b373-74913dc14ddc","name":"My organization","slug":"my-organization","epoch":0,"created_at":"2026-11-22T22:23:41.37+00:00","updated_at":"2026-11-22T22:23:41.37+00:00"}]$rows$);
insert into org_roles select * from json_populate_recordset(null::org_roles, $rows$[{"id":"01a2055b-a5d4-7431-a0b8-90a8364ed32b","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","slug":"auditor","name":"Auditor","description":null,"permissions":[{"subject":"audit-logs","action":["read"]}],"created_at":"2026-11-22T22:23:42.036+00:00","updated_at":"2026-11-22T22:23:42.036+00:00"}]$rows$);
insert into identities select * from json_populate_recordset(null::identities, $rows$[{"id":"01a2055b-a350-701b-9f5d-db695ff9bf13","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","membership_id":"01a2055b-a350-701b-9f5d-dfcef7e2e13b","name":"Instance admin","role":"admin","role_id":null,"has_delete_protection":false,"is_instance_admin":true,"metadata":[],"created_at":"2026-11-22T22:23:41.37+00:00","updated_at":"2026-11-22T22:23:41.37+00:00"}]$rows$);
insert into projects select * from json_populate_recordset(null::projects, $rows$[{"id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","name":"Kept","slug":"kept-project","description":null,"type":"secret-manager","auto_capitalization":false,"has_delete_protection":false,"audit_logs_retention_days":null,"epoch":1795386222791623,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}]$rows$);
insert into project_memberships select * from json_populate_recordset(null::project_memberships, $rows$[{"id":"01a2055b-a505-764b-b912-d7975007fa90","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","identity_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}]$rows$);
insert into audit_entries select * from json_populate_recordset(null::audit_entries, $rows$[{"id":"01a2055b-a39f-704b-b9cd-bbeb9ea74297","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"instance.bootstrap","target":{"identityId": "01a2055b-a350-701b-9f5d-db695ff9bf13", "organizationId": "01a2055b-a34d-71bf-b373-74913dc14ddc"},"req_id":"req-v8Td00iVNNoO55","address":"","client":null,"created_at":"2026-11-22T22:23:41.37+00:00"}, 
 {"id":"01a2055b-a516-73c6-9f36-3b30fadd8a1d","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"project.create","target":{"name": "Kept", "slug": "kept-project", "projectId": "01a2055b-a4f0-7230-b60b-ffee4d37e8a3"},"req_id":"req-SEAl8vrw7pFxJo","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a55c-77f6-9ab5-c93047724d01","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"folder.create","target":{"made": ["/api"], "path": "/api", "folderId": "01a2055b-a558-763b-9737-bf9a2afe53ba", "environment": "dev"},"req_id":"req-unjp7bAiapaPeB","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:41.884+00:00"}, 
 {"id":"01a2055b-a584-7788-8134-ef70f7b4cf9f","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"tag.create","target":{"slug": "kept", "tagId": "01a2055b-a579-730d-ae3b-f96584c0acdc"},"req_id":"req-j7YiilvLg6Fz4R","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:41.947+00:00"}, 
 {"id":"01a2055b-a59a-7324-bafd-41334de8a7ef","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-lvx4Es7KtDOuBQ","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:41.971+00:00"}, 
 {"id":"01a2055b-a5b4-722f-a6e5-bea701dae38a","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"secret.update","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-7ZnRsoYcX2TasA","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:41.996+00:00"}, 
 {"id":"01a2055b-a5c4-7353-abf1-f2d38037bb48","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["POINTS"], "secretPath": "/api", "environment": "dev"},"req_id":"req-DN1YUdqg8bWylb","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:42.017+00:00"}, 
 {"id":"01a2055b-a5d6-7257-bb07-8007dd74e3d0","org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","project_id":null,"actor_kind":"identity","actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","action":"org-role.create","target":{"slug": "auditor", "roleId": "01a2055b-a5d4-7431-a0b8-90a8364ed32b"},"req_id":"req-YHdnGoJJiYJiYX","address":"127.0.0.1","client":"node","created_at":"2026-11-22T22:23:42.03+00:00"}]$rows$);
insert into audit_pending select * from json_populate_recordset(null::audit_pending, $rows$[{"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a39f-704b-b9cd-bbeb9ea74297","seal":"\\xbeb36bec2aef86bc15b7e155a0b2475118f40c3bc830c95f7da4d71bdbde6124c070ae48e308f360"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a516-73c6-9f36-3b30fadd8a1d","seal":"\\xbeb36bec2aef86bc28376a7530ad079e5522ce9cadaaf3395b601391f1a2ff1e59723bf0ae12c718"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a55c-77f6-9ab5-c93047724d01","seal":"\\xbeb36bec2aef86bc0acf6bbc37908ec984c4b13ab7635d42493afa2a53aafb8da87652233158543e"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a584-7788-8134-ef70f7b4cf9f","seal":"\\xbeb36bec2aef86bcf798a23c8a3b52822390f026075a15289c217a29b64715dffd32999946d1429a"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a59a-7324-bafd-41334de8a7ef","seal":"\\xbeb36bec2aef86bcdffc6d0dbaa938fe274526c2dc05aa284281c0705ec939d8f86160a321eeb791"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a5b4-722f-a6e5-bea701dae38a","seal":"\\xbeb36bec2aef86bcc587706f1f655253e8b0f17dd00106e8f58737e7e8b2364bbab02af65d299350"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a5c4-7353-abf1-f2d38037bb48","seal":"\\xbeb36bec2aef86bc30370fe7ff81d5013890641c90e3f40319b6dfb5088e25fc9210dff52b6e70d5"}, 
 {"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","entry_id":"01a2055b-a5d6-7257-bb07-8007dd74e3d0","seal":"\\xbeb36bec2aef86bc775a53625cc03297897b13faf3918b6de2393bebcaf30dcb874b958c7738e361"}]$rows$);
insert into universal_auths select * from json_populate_recordset(null::universal_auths, $rows$[{"id":"01a2055b-a368-70f2-86c8-7a2f51a6a5b7","identity_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","client_id":"01a2055b-a368-70f2-86c8-7c88e1272145","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_period":0,"client_secret_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"lockout_enabled":true,"lockout_threshold":3,"lockout_duration_seconds":300,"lockout_counter_reset_seconds":30,"created_at":"2026-11-22T22:23:41.37+00:00","updated_at":"2026-11-22T22:23:41.37+00:00"}]$rows$);
insert into client_secrets select * from json_populate_recordset(null::client_secrets, $rows$[{"id":"01a2055b-a38e-750d-986c-2daf0d26d700","universal_auth_id":"01a2055b-a368-70f2-86c8-7a2f51a6a5b7","digest":"\\xef085dc3cd84bd4abccc877a0d36943d3ec92f67455c7ae67c71eddcba8f3048","prefix":"rGQg","description":"First client secret","uses":1,"uses_limit":0,"ttl":0,"is_revoked":false,"last_used_at":"2026-11-22T22:23:41.545+00:00","created_at":"2026-11-22T22:23:41.37+00:00","updated_at":"2026-11-22T22:23:41.37+00:00","makers":[]}]$rows$);
insert into root_keys select * from json_populate_recordset(null::root_keys, $rows$[{"version":1,"check_value":"\\x01d4e7179ceb51623433bb389e300c0f9cb02c468e154c132c323b548a8791efabd8aafc8f995d296b47d10403714b96","created_at":"2026-11-22T22:23:40.814+00:00"}]$rows$);
insert into data_keys select * from json_populate_recordset(null::data_keys, $rows$[{"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","version":1,"org_id":"01a2055b-a34d-71bf-b373-74913dc14ddc","root_version":1,"wrapped":"\\x01d64e88a71a72cb0c974ec2c8e8ce8750c8070284b810f5b078510bf9acb060fe24f36db30d9bdd66fd61d558e7811dc316b1f9e9fe6c182e58fde73b","created_at":"2026-11-22T22:23:41.787+00:00"}]$rows$);
insert into environments select * from json_populate_recordset(null::environments, $rows$[{"id":"01a2055b-a50c-76bf-a626-b78f4e6014f7","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","name":"Development","slug":"dev","position":1,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a50d-74d9-8be0-831b0ec7e0ec","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","name":"Staging","slug":"staging","position":2,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a50d-74d9-8be0-8588fa478853","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","name":"Production","slug":"prod","position":3,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}]$rows$);
insert into folders select * from json_populate_recordset(null::folders, $rows$[{"id":"01a2055b-a50d-74d9-8be0-8af6d10347f0","environment_id":"01a2055b-a50c-76bf-a626-b78f4e6014f7","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a50d-74d9-8be0-8cfcb7a70a6b","environment_id":"01a2055b-a50d-74d9-8be0-831b0ec7e0ec","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a50d-74d9-8be0-93985d4823c1","environment_id":"01a2055b-a50d-74d9-8be0-8588fa478853","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00"}, 
 {"id":"01a2055b-a558-763b-9737-bf9a2afe53ba","environment_id":"01a2055b-a50c-76bf-a626-b78f4e6014f7","parent_id":"01a2055b-a50d-74d9-8be0-8af6d10347f0","name":"api","path":"/api","description":null,"version":1,"created_at":"2026-11-22T22:23:41.884+00:00","updated_at":"2026-11-22T22:23:41.884+00:00"}]$rows$);
insert into login_sources select * from json_populate_recordset(null::login_sources, $rows$[{"key":"\\x0316494f8a99f83bb9b7e88903250dcd2121148e8252efd393142f5fdcd88e22","expires_at":"2026-12-22T22:23:41.545+00:00"}]$rows$);
insert into membership_roles select * from json_populate_recordset(null::membership_roles, $rows$[{"id":"01a2055b-a505-764b-b912-d92289fff279","membership_id":"01a2055b-a505-764b-b912-d7975007fa90","role":"admin","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-22T22:23:41.787+00:00","updated_at":"2026-11-22T22:23:41.787+00:00","expiring_notified_for":null,"expire_notified_for":null}]$rows$);
insert into migrations select * from json_populate_recordset(null::migrations, $rows$[{"id":1,"timestamp":1795305600000,"name":"InitialSchema1795305600000"}]$rows$);
insert into project_event_heads select * from json_populate_recordset(null::project_event_heads, $rows$[{"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","last_seq":3,"has_imports":false,"last_stamp":3676950982691582}]$rows$);
insert into project_events select * from json_populate_recordset(null::project_events, $rows$[{"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","seq":1,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T22:23:41.971+00:00","xid":762,"secret_tags":[[]]}, 
 {"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","seq":2,"type":"secret:update","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T22:23:41.996+00:00","xid":764,"secret_tags":[[]]}, 
 {"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","seq":3,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/api","secretKey":"POINTS"}],"created_at":"2026-11-22T22:23:42.017+00:00","xid":766,"secret_tags":[[]]}]$rows$);
insert into secrets select * from json_populate_recordset(null::secrets, $rows$[{"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","key":"KEPT","key_version":1,"salt":"\\xb6afef8628995f5c7466a2d2718dd5a5","value":"\\x01a8b6f30e2a43991baeee8c5aba4bfac1e5f738df2b307146f44cfb8a016e561ea0ec","comment":"\\x0105a99e9440d548278cc900ef67b19c189178e596530bece36bf6b085321611b9f17cd1feb8","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","actor_membership_id":"01a2055b-a505-764b-b912-d7975007fa90","created_at":"2026-11-22T22:23:41.971+00:00","updated_at":"2026-11-22T22:23:41.996+00:00","id":"01a2055b-a596-7524-9548-41643e86d9de","version":2,"folder_id":"01a2055b-a50d-74d9-8be0-8af6d10347f0","xid":764}, 
 {"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","key":"POINTS","key_version":1,"salt":"\\xe9abe1b870c868bcb972e44382614d9b","value":"\\x01474766a004b57fff6b1a72bec4ab494d233fb56f39f4108de5508dece4ed954fba0e3ddf9312c662","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","actor_membership_id":"01a2055b-a505-764b-b912-d7975007fa90","created_at":"2026-11-22T22:23:42.017+00:00","updated_at":"2026-11-22T22:23:42.017+00:00","id":"01a2055b-a5c1-72ec-84e3-ac96dc86b53b","version":1,"folder_id":"01a2055b-a558-763b-9737-bf9a2afe53ba","xid":766}]$rows$);
insert into secret_references select * from json_populate_recordset(null::secret_references, $rows$[{"source_id":"01a2055b-a5c1-72ec-84e3-ac96dc86b53b","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","environment":"dev","path":"/","key":"KEPT"}]$rows$);
insert into tags select * from json_populate_recordset(null::tags, $rows$[{"id":"01a2055b-a579-730d-ae3b-f96584c0acdc","project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","slug":"kept","name":null,"color":"#00ff00","created_at":"2026-11-22T22:23:41.945+00:00","updated_at":"2026-11-22T22:23:41.945+00:00"}]$rows$);
insert into secret_versions select * from json_populate_recordset(null::secret_versions, $rows$[{"project_id":"01a2055b-a4f0-7230-b60b-ffee4d37e8a3","key":"KEPT","key_version":1,"salt":"\\x943cb49785747c1a76c63f41f8918154","value":"\\x013922ebf00e75db2945258b5edb10c6d0aebe729aefe3f43d26ff73dccf2317dadb","comment":"\\x018f3c7c3d5642f6f26e0f20ce775e95e4a3e6b6d35ea866d95d494f232b9729f6e3755c6905","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2055b-a350-701b-9f5d-db695ff9bf13","actor_name":"Instance admin","actor_membership_id":"01a2055b-a505-764b-b912-d7975007fa90","created_at":"2026-11-22T22:23:41.971+00:00","updated_at":"2026-11-22T22:23:41.971+00:00","secret_id":"01a2055b-a596-7524-9548-41643e86d9de","version":1,"folder_id":"01a2055b-a50d-74d9-8be0-8af6d10347f0","environment_id":"01a2055b-a50c-76bf-a626-b78f4e6014f7","tag_ids":[],"ended_at":"2026-11-22T22:23:41.996+00:00","xid":762,"ended_xid":764}]$rows$);
select setval('migrations_id_seq', 1);
