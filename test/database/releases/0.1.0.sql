-- {"version":"0.1.0","encryptionKey":"6nChRYj6T4LYD6N8z/1NN/iiyhCkvj91Y1ZYihy/kYU=","authSecret":"bdg8g3kNJ06W9vzqzes6poIUBjqr8vidx9Uy9QmEw5Y=","login":{"clientId":"01a204f9-6b65-7576-a9f4-63d040badc80","clientSecret":"1_QglfKiSSvvz_OACgWKTpfbm180hrTb19Y-C1ttmbk"},"projectId":"01a204f9-6c3d-7742-a41d-be3c3dd1773e"}
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
insert into organizations select * from json_populate_recordset(null::organizations, $rows$[{"id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","name":"My organization","slug":"my-organization","epoch":0,"created_at":"2026-11-22T20:36:24.509+00:00","updated_at":"2026-11-22T20:36:24.509+00:00"}]$rows$);
insert into org_roles select * from json_populate_recordset(null::org_roles, $rows$[{"id":"01a204f9-6d99-7549-a8aa-afff75d993bd","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","slug":"auditor","name":"Auditor","description":null,"permissions":[{"subject":"audit-logs","action":["read"]}],"created_at":"2026-11-22T20:36:25.113+00:00","updated_at":"2026-11-22T20:36:25.113+00:00"}]$rows$);
insert into identities select * from json_populate_recordset(null::identities, $rows$[{"id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","membership_id":"01a204f9-6b59-77cf-b9b3-7ac225da7e60","name":"Instance admin","role":"admin","role_id":null,"has_delete_protection":false,"is_instance_admin":true,"metadata":[],"created_at":"2026-11-22T20:36:24.509+00:00","updated_at":"2026-11-22T20:36:24.509+00:00"}]$rows$);
insert into projects select * from json_populate_recordset(null::projects, $rows$[{"id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","name":"Kept","slug":"kept-project","description":null,"type":"secret-manager","auto_capitalization":false,"has_delete_protection":false,"audit_logs_retention_days":null,"epoch":1795379784959866,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}]$rows$);
insert into project_memberships select * from json_populate_recordset(null::project_memberships, $rows$[{"id":"01a204f9-6c53-71fa-a185-f0c96f5bb859","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","identity_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}]$rows$);
insert into audit_entries select * from json_populate_recordset(null::audit_entries, $rows$[{"id":"01a204f9-6b8d-7082-9b7b-120f35bec02a","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"instance.bootstrap","target":{"identityId": "01a204f9-6b59-77cf-b9b3-765a1fa43d8d", "organizationId": "01a204f9-6b57-70a8-b5f6-32dbfd998918"},"req_id":"req-p1IOnydtzqn4zl","address":"","client":null,"created_at":"2026-11-22T20:36:24.509+00:00"}, 
 {"id":"01a204f9-6c60-70fa-a9a7-2fa7d1784448","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"project.create","target":{"name": "Kept", "slug": "kept-project", "projectId": "01a204f9-6c3d-7742-a41d-be3c3dd1773e"},"req_id":"req-Gibos52cs3SO9v","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6cba-72ad-a3e9-81ddd3170768","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"folder.create","target":{"made": ["/api"], "path": "/api", "folderId": "01a204f9-6cb3-7452-8bcc-852ff023f1bd", "environment": "dev"},"req_id":"req-qiRLmrQr7trCtO","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:24.861+00:00"}, 
 {"id":"01a204f9-6ce6-736b-91b0-834b378ef6df","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"tag.create","target":{"slug": "kept", "tagId": "01a204f9-6cda-7017-a15d-733676e59ce8"},"req_id":"req-ZMYotJeB4oMHgh","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:24.922+00:00"}, 
 {"id":"01a204f9-6d0c-72ad-9fc0-61957190f520","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-1JyU64mACHClC0","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:24.96+00:00"}, 
 {"id":"01a204f9-6d47-75c9-ac19-d83a83548707","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"secret.update","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-50Cr32e7ifmn6k","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:25.008+00:00"}, 
 {"id":"01a204f9-6d77-7558-ab94-85e126a35354","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["POINTS"], "secretPath": "/api", "environment": "dev"},"req_id":"req-JTipwG2sr4dxgo","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:25.071+00:00"}, 
 {"id":"01a204f9-6d9c-765a-9f94-fbd4e7878d4e","org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","project_id":null,"actor_kind":"identity","actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","action":"org-role.create","target":{"slug": "auditor", "roleId": "01a204f9-6d99-7549-a8aa-afff75d993bd"},"req_id":"req-pmUodMWYTz4E59","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:36:25.108+00:00"}]$rows$);
insert into audit_pending select * from json_populate_recordset(null::audit_pending, $rows$[{"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6b8d-7082-9b7b-120f35bec02a","seal":"\\xd84d6857093208178234d933a28eb3c250f63a7d7135d46a6ecb2fe07ce17bd51a373f469dffc10b"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6c60-70fa-a9a7-2fa7d1784448","seal":"\\xd84d685709320817fa126b674e0e973f3377b67cf3ecb0265d444a14321909b26fafa9ef5c5174da"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6cba-72ad-a3e9-81ddd3170768","seal":"\\xd84d685709320817a3890bcd8da73fce6429ec2282e93ae72d83f8dd1b7e5592e5ce852f03f2f5f1"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6ce6-736b-91b0-834b378ef6df","seal":"\\xd84d685709320817fb32ca1c88ea0578d27bc95d3b121c2680ba6d12358e32ffe748dbe72244e8a4"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6d0c-72ad-9fc0-61957190f520","seal":"\\xd84d6857093208178edf52c40225674a83899d85747d723009afe61cfed6ca5f28262832edcacc97"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6d47-75c9-ac19-d83a83548707","seal":"\\xd84d685709320817b82a7cc5bd21f2ed482cc9960d3cec5e53254fbbe5b99a7f0d26d3ca3ae10d52"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6d77-7558-ab94-85e126a35354","seal":"\\xd84d68570932081748b2b90e87fb6b165e99a31ddf22086b0ef06ad1972ecc8a2b63ef399e5c5da0"}, 
 {"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","entry_id":"01a204f9-6d9c-765a-9f94-fbd4e7878d4e","seal":"\\xd84d685709320817d58ddf336b9bafe4e8febc64de598f0f3a625f80d6978cad89b0adb1ef0fe845"}]$rows$);
insert into universal_auths select * from json_populate_recordset(null::universal_auths, $rows$[{"id":"01a204f9-6b65-7576-a9f4-5c0b2d4caaf1","identity_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","client_id":"01a204f9-6b65-7576-a9f4-63d040badc80","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_period":0,"client_secret_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"lockout_enabled":true,"lockout_threshold":3,"lockout_duration_seconds":300,"lockout_counter_reset_seconds":30,"created_at":"2026-11-22T20:36:24.509+00:00","updated_at":"2026-11-22T20:36:24.509+00:00"}]$rows$);
insert into client_secrets select * from json_populate_recordset(null::client_secrets, $rows$[{"id":"01a204f9-6b7e-724c-832d-3fc5274922d2","universal_auth_id":"01a204f9-6b65-7576-a9f4-5c0b2d4caaf1","digest":"\\x344eee992d8f5042c5ff95a5a4b7c2649d3d2d2ef895f48b209ea44b8d2ba001","prefix":"1_Qg","description":"First client secret","uses":1,"uses_limit":0,"ttl":0,"is_revoked":false,"last_used_at":"2026-11-22T20:36:24.679+00:00","created_at":"2026-11-22T20:36:24.509+00:00","updated_at":"2026-11-22T20:36:24.509+00:00","makers":[]}]$rows$);
insert into root_keys select * from json_populate_recordset(null::root_keys, $rows$[{"version":1,"check_value":"\\x01595c110c68ba62011eac05d6cbe4a92638c4e5d26af132521fc1376a50bca2c1246d37b138300c0e9077e1e251f41d","created_at":"2026-11-22T20:36:24.025+00:00"}]$rows$);
insert into data_keys select * from json_populate_recordset(null::data_keys, $rows$[{"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","version":1,"org_id":"01a204f9-6b57-70a8-b5f6-32dbfd998918","root_version":1,"wrapped":"\\x0148d0901d2b927c1b4eccba609e36822cd1ed59a5e5abd0354e5b0be34f2d90eace5465040c935685a20159238c325354c105e318708fe75f11dbc51e","created_at":"2026-11-22T20:36:24.755+00:00"}]$rows$);
insert into environments select * from json_populate_recordset(null::environments, $rows$[{"id":"01a204f9-6c57-77a5-980b-a558cfb2ba66","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","name":"Development","slug":"dev","position":1,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6c57-77a5-980b-a9f7c2bb7cbe","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","name":"Staging","slug":"staging","position":2,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6c57-77a5-980b-ad91d142f838","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","name":"Production","slug":"prod","position":3,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}]$rows$);
insert into folders select * from json_populate_recordset(null::folders, $rows$[{"id":"01a204f9-6c57-77a5-980b-b34693bd7445","environment_id":"01a204f9-6c57-77a5-980b-a558cfb2ba66","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6c57-77a5-980b-b6d567ded52c","environment_id":"01a204f9-6c57-77a5-980b-a9f7c2bb7cbe","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6c57-77a5-980b-b9a4c7511e8a","environment_id":"01a204f9-6c57-77a5-980b-ad91d142f838","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00"}, 
 {"id":"01a204f9-6cb3-7452-8bcc-852ff023f1bd","environment_id":"01a204f9-6c57-77a5-980b-a558cfb2ba66","parent_id":"01a204f9-6c57-77a5-980b-b34693bd7445","name":"api","path":"/api","description":null,"version":1,"created_at":"2026-11-22T20:36:24.861+00:00","updated_at":"2026-11-22T20:36:24.861+00:00"}]$rows$);
insert into login_sources select * from json_populate_recordset(null::login_sources, $rows$[{"key":"\\xbcba61ffe8a27b6ff429a29129cbec8eb8f251bcda3e126a478279140e1620cb","expires_at":"2026-12-22T20:36:24.679+00:00"}]$rows$);
insert into membership_roles select * from json_populate_recordset(null::membership_roles, $rows$[{"id":"01a204f9-6c54-74c7-aad1-16d6141b486e","membership_id":"01a204f9-6c53-71fa-a185-f0c96f5bb859","role":"admin","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-22T20:36:24.755+00:00","updated_at":"2026-11-22T20:36:24.755+00:00","expiring_notified_for":null,"expire_notified_for":null}]$rows$);
insert into migrations select * from json_populate_recordset(null::migrations, $rows$[{"id":1,"timestamp":1795305600000,"name":"InitialSchema1795305600000"}]$rows$);
insert into project_event_heads select * from json_populate_recordset(null::project_event_heads, $rows$[{"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","last_seq":3,"has_imports":false,"last_stamp":3676937799826174}]$rows$);
insert into project_events select * from json_populate_recordset(null::project_events, $rows$[{"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","seq":1,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T20:36:24.96+00:00","xid":762,"secret_tags":[[]]}, 
 {"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","seq":2,"type":"secret:update","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T20:36:25.008+00:00","xid":764,"secret_tags":[[]]}, 
 {"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","seq":3,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/api","secretKey":"POINTS"}],"created_at":"2026-11-22T20:36:25.071+00:00","xid":766,"secret_tags":[[]]}]$rows$);
insert into secrets select * from json_populate_recordset(null::secrets, $rows$[{"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","key":"KEPT","key_version":1,"salt":"\\x9bc0f734082a9229c81b0f189781acbd","value":"\\x019511a2a1db6dfd2e09b5978a51bbd3418dd7c8b857f19854629b725d3d6b4a952d56","comment":"\\x01e36efc57b887294cfe160fa51a91a958ed39c0a8d3a6fb4ec7765831e23485461a5196c0fd","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","actor_membership_id":"01a204f9-6c53-71fa-a185-f0c96f5bb859","created_at":"2026-11-22T20:36:24.96+00:00","updated_at":"2026-11-22T20:36:25.008+00:00","id":"01a204f9-6d03-7660-98ab-8e645be42918","version":2,"folder_id":"01a204f9-6c57-77a5-980b-b34693bd7445","xid":764}, 
 {"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","key":"POINTS","key_version":1,"salt":"\\xae0d61d9e617f5850a0e5992bf79fdd5","value":"\\x011fbab1bea15eb834f178cec5ceeba166a57a3b57f8b9616bad9901f79ae8ba256f3cbb372ba0776d","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","actor_membership_id":"01a204f9-6c53-71fa-a185-f0c96f5bb859","created_at":"2026-11-22T20:36:25.071+00:00","updated_at":"2026-11-22T20:36:25.071+00:00","id":"01a204f9-6d71-7550-bc7b-a4d20e43cbec","version":1,"folder_id":"01a204f9-6cb3-7452-8bcc-852ff023f1bd","xid":766}]$rows$);
insert into secret_references select * from json_populate_recordset(null::secret_references, $rows$[{"source_id":"01a204f9-6d71-7550-bc7b-a4d20e43cbec","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","environment":"dev","path":"/","key":"KEPT"}]$rows$);
insert into tags select * from json_populate_recordset(null::tags, $rows$[{"id":"01a204f9-6cda-7017-a15d-733676e59ce8","project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","slug":"kept","color":"#00ff00","created_at":"2026-11-22T20:36:24.921+00:00","updated_at":"2026-11-22T20:36:24.921+00:00"}]$rows$);
insert into secret_versions select * from json_populate_recordset(null::secret_versions, $rows$[{"project_id":"01a204f9-6c3d-7742-a41d-be3c3dd1773e","key":"KEPT","key_version":1,"salt":"\\x93317037bd875c6c71f67c96f49085d2","value":"\\x0154dfa3c6d3e57a2f835347df778f841507ffa1d270819e6eafc22647e5f7a3210e","comment":"\\x0187c949339f5ecf7eee4053f516eb2b3304996bdca034b067122944c1ccf326169b206c7600","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204f9-6b59-77cf-b9b3-765a1fa43d8d","actor_name":"Instance admin","actor_membership_id":"01a204f9-6c53-71fa-a185-f0c96f5bb859","created_at":"2026-11-22T20:36:24.96+00:00","updated_at":"2026-11-22T20:36:24.96+00:00","secret_id":"01a204f9-6d03-7660-98ab-8e645be42918","version":1,"folder_id":"01a204f9-6c57-77a5-980b-b34693bd7445","environment_id":"01a204f9-6c57-77a5-980b-a558cfb2ba66","tag_ids":[],"ended_at":"2026-11-22T20:36:25.008+00:00","xid":762,"ended_xid":764}]$rows$);
select setval('migrations_id_seq', 1);
