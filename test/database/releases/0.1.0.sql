-- {"version":"0.1.0","encryptionKey":"RITyy05b11xnSRbaPqOapfSa6+0yAE5FopARJgn+1CM=","authSecret":"pXdP4lA+i3RlPZPOBQgzTB/Xl89HwCnbzeISaRvumt4=","login":{"clientId":"01a204db-f3e4-76c5-bced-e7314fdb4595","clientSecret":"2gd9rnRkOgmskF3p4rSn9WswwfEC3_LOZ12x_1AmZa4"},"projectId":"01a204db-f7db-74da-b959-a3f0675c6f8b"}
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
insert into organizations select * from json_populate_recordset(null::organizations, $rows$[{"id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","name":"My organization","slug":"my-organization","epoch":0,"created_at":"2026-11-22T20:04:13.131+00:00","updated_at":"2026-11-22T20:04:13.131+00:00"}]$rows$);
insert into org_roles select * from json_populate_recordset(null::org_roles, $rows$[{"id":"01a204db-fb69-712b-9ea9-b10c23165670","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","slug":"auditor","name":"Auditor","description":null,"permissions":[{"subject":"audit-logs","action":["read"]}],"created_at":"2026-11-22T20:04:15.337+00:00","updated_at":"2026-11-22T20:04:15.337+00:00"}]$rows$);
insert into identities select * from json_populate_recordset(null::identities, $rows$[{"id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","membership_id":"01a204db-f384-76d7-a2d4-eb059b3e738c","name":"Instance admin","role":"admin","role_id":null,"has_delete_protection":false,"is_instance_admin":true,"metadata":[],"created_at":"2026-11-22T20:04:13.131+00:00","updated_at":"2026-11-22T20:04:13.131+00:00"}]$rows$);
insert into projects select * from json_populate_recordset(null::projects, $rows$[{"id":"01a204db-f7db-74da-b959-a3f0675c6f8b","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","name":"Kept","slug":"kept-project","description":null,"type":"secret-manager","auto_capitalization":false,"has_delete_protection":false,"audit_logs_retention_days":null,"epoch":1795377855556564,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}]$rows$);
insert into project_memberships select * from json_populate_recordset(null::project_memberships, $rows$[{"id":"01a204db-f80b-758c-b6ce-0e7eaa80ba87","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","identity_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}]$rows$);
insert into audit_checkpoints select * from json_populate_recordset(null::audit_checkpoints, $rows$[{"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","number":1,"key_id":"\\x97d24ad54228479d","mac":"\\xa7ac94dd8cc89a65ba2f9d6f4bf51257408c30819edd5eb94834ffeab4cb1745","created_at":"2026-11-22T20:04:15.386+00:00"}]$rows$);
insert into audit_entries select * from json_populate_recordset(null::audit_entries, $rows$[{"id":"01a204db-f571-73b9-8c86-a46ccee2dac5","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"instance.bootstrap","target":{"identityId": "01a204db-f384-76d7-a2d4-e4cb089bcfee", "organizationId": "01a204db-f36c-7152-b7c0-653bc3ce68e7"},"req_id":"req-hOEfvaVe8MuGZf","address":"","client":null,"created_at":"2026-11-22T20:04:13.131+00:00"}, 
 {"id":"01a204db-f82d-7200-b87e-37794c60bede","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"project.create","target":{"name": "Kept", "slug": "kept-project", "projectId": "01a204db-f7db-74da-b959-a3f0675c6f8b"},"req_id":"req-sJshyMrDW6h4kj","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f91a-7166-8ec1-0c9026584df2","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"folder.create","target":{"made": ["/api"], "path": "/api", "folderId": "01a204db-f916-726a-bfec-4b9c5631ac23", "environment": "dev"},"req_id":"req-dL136pc92LeiJy","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:14.682+00:00"}, 
 {"id":"01a204db-f9d1-730a-bbd3-1c2a56a86790","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"tag.create","target":{"slug": "kept", "tagId": "01a204db-f990-77f1-8b71-74c3706c0394"},"req_id":"req-oNDYfNweQN6a9j","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:14.865+00:00"}, 
 {"id":"01a204db-fa4d-72ae-bef6-1dda9ef0d742","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-0CTvozyt40z7l3","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:15.019+00:00"}, 
 {"id":"01a204db-fac8-719c-8ac4-638ec413a60b","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"secret.update","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-yVmmVjoVSbGdiK","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:15.148+00:00"}, 
 {"id":"01a204db-fb19-71c5-84c1-f733e5f9fa8f","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["POINTS"], "secretPath": "/api", "environment": "dev"},"req_id":"req-ZW6cY4uDDHzSBF","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:15.242+00:00"}, 
 {"id":"01a204db-fb79-720c-9fa6-8b06a6357938","org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","project_id":null,"actor_kind":"identity","actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","action":"org-role.create","target":{"slug": "auditor", "roleId": "01a204db-fb69-712b-9ea9-b10c23165670"},"req_id":"req-i0Ne3ZibpRi2en","address":"127.0.0.1","client":"node","created_at":"2026-11-22T20:04:15.314+00:00"}]$rows$);
insert into audit_links select * from json_populate_recordset(null::audit_links, $rows$[{"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","number":1,"entry_id":"01a204db-f571-73b9-8c86-a46ccee2dac5","key_id":"\\x97d24ad54228479d","mac":"\\xa7ac94dd8cc89a65ba2f9d6f4bf51257408c30819edd5eb94834ffeab4cb1745"}]$rows$);
insert into audit_pending select * from json_populate_recordset(null::audit_pending, $rows$[{"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-f82d-7200-b87e-37794c60bede","seal":"\\x97d24ad54228479dfed4f01e3ef9f51e25de96dc808778693e424ab2f8f99ff5faad36fc900b1038"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-f91a-7166-8ec1-0c9026584df2","seal":"\\x97d24ad54228479dc4f4e15ea719de63686027288032e38feafa6a49d88b3be8a2bc455baff67487"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-f9d1-730a-bbd3-1c2a56a86790","seal":"\\x97d24ad54228479db7c584618b55a464cd4b6aed70f88025e5b891de5b814867af2e21a682dd412b"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-fa4d-72ae-bef6-1dda9ef0d742","seal":"\\x97d24ad54228479ddd961f255c2a3eb48e5c7e44c00e99edc23a941938a6fcda30966a1347bef2d3"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-fac8-719c-8ac4-638ec413a60b","seal":"\\x97d24ad54228479d45d70b4912430d26bc9e2348457a5045d61b5fdb723000326a38b345f1b4032d"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-fb19-71c5-84c1-f733e5f9fa8f","seal":"\\x97d24ad54228479d38b3432f259c8d06a780e0d56cced5f3d56af103c4e17cb0e5cb686dc166f7fc"}, 
 {"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","entry_id":"01a204db-fb79-720c-9fa6-8b06a6357938","seal":"\\x97d24ad54228479d5f5b8473d102b95b3df4b4b86d94c60e5050bac41650f519e4c5a23d3dcff894"}]$rows$);
insert into universal_auths select * from json_populate_recordset(null::universal_auths, $rows$[{"id":"01a204db-f3e4-76c5-bced-e20be14cccdf","identity_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","client_id":"01a204db-f3e4-76c5-bced-e7314fdb4595","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_period":0,"client_secret_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"lockout_enabled":true,"lockout_threshold":3,"lockout_duration_seconds":300,"lockout_counter_reset_seconds":30,"created_at":"2026-11-22T20:04:13.131+00:00","updated_at":"2026-11-22T20:04:13.131+00:00"}]$rows$);
insert into client_secrets select * from json_populate_recordset(null::client_secrets, $rows$[{"id":"01a204db-f4c6-73ae-8616-da741ae241bd","universal_auth_id":"01a204db-f3e4-76c5-bced-e20be14cccdf","digest":"\\x0d51190994d6363f79607df20ce4ec291639643209a589c3001a0dfdaafcd542","prefix":"2gd9","description":"First client secret","uses":1,"uses_limit":0,"ttl":0,"is_revoked":false,"last_used_at":"2026-11-22T20:04:14.089+00:00","created_at":"2026-11-22T20:04:13.131+00:00","updated_at":"2026-11-22T20:04:13.131+00:00","makers":[]}]$rows$);
insert into root_keys select * from json_populate_recordset(null::root_keys, $rows$[{"version":1,"check_value":"\\x02c182ec7225160c6a238e84ea9e2d95a93c2b20d571a9b14d328fc909175303929c2451e8bfda99d95ff4c22fbdbf41","created_at":"2026-11-22T20:04:11.968+00:00"}]$rows$);
insert into data_keys select * from json_populate_recordset(null::data_keys, $rows$[{"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","version":1,"org_id":"01a204db-f36c-7152-b7c0-653bc3ce68e7","root_version":1,"wrapped":"\\x020a2708bf623c459e3facad1c65379522569b9a1df9a0eee4f324ab3c44f5e68eae66bb909b8268f2b53e4623b849bbeb8adcb8a4c5e1fffdae695e9a","created_at":"2026-11-22T20:04:14.358+00:00"}]$rows$);
insert into environments select * from json_populate_recordset(null::environments, $rows$[{"id":"01a204db-f815-7752-8bb8-c63380ab8357","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","name":"Development","slug":"dev","position":1,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f81e-75d5-8a8e-13cb4c7eff80","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","name":"Staging","slug":"staging","position":2,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f81e-75d5-8a8e-169e93f2ed3c","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","name":"Production","slug":"prod","position":3,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}]$rows$);
insert into folders select * from json_populate_recordset(null::folders, $rows$[{"id":"01a204db-f81e-75d5-8a8e-1a11d61bfe4f","environment_id":"01a204db-f815-7752-8bb8-c63380ab8357","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f81e-75d5-8a8e-1d7246ddf97e","environment_id":"01a204db-f81e-75d5-8a8e-13cb4c7eff80","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f81e-75d5-8a8e-21991382cb31","environment_id":"01a204db-f81e-75d5-8a8e-169e93f2ed3c","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00"}, 
 {"id":"01a204db-f916-726a-bfec-4b9c5631ac23","environment_id":"01a204db-f815-7752-8bb8-c63380ab8357","parent_id":"01a204db-f81e-75d5-8a8e-1a11d61bfe4f","name":"api","path":"/api","description":null,"version":1,"created_at":"2026-11-22T20:04:14.682+00:00","updated_at":"2026-11-22T20:04:14.682+00:00"}]$rows$);
insert into login_sources select * from json_populate_recordset(null::login_sources, $rows$[{"key":"\\x4fa96577f6d8e81eff54d24f03ceda0f8673abc8b9519f48bbe4c1829aa77c81","expires_at":"2026-12-22T20:04:14.089+00:00"}]$rows$);
insert into membership_roles select * from json_populate_recordset(null::membership_roles, $rows$[{"id":"01a204db-f80b-758c-b6ce-10062ad50c29","membership_id":"01a204db-f80b-758c-b6ce-0e7eaa80ba87","role":"admin","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-22T20:04:14.358+00:00","updated_at":"2026-11-22T20:04:14.358+00:00","expiring_notified_for":null,"expire_notified_for":null}]$rows$);
insert into migrations select * from json_populate_recordset(null::migrations, $rows$[{"id":1,"timestamp":1795305600000,"name":"InitialSchema1795305600000"}]$rows$);
insert into project_event_heads select * from json_populate_recordset(null::project_event_heads, $rows$[{"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","last_seq":3,"has_imports":false,"last_stamp":3676933847536383}]$rows$);
insert into project_events select * from json_populate_recordset(null::project_events, $rows$[{"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","seq":1,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T20:04:15.019+00:00","xid":763,"secret_tags":[[]]}, 
 {"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","seq":2,"type":"secret:update","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-22T20:04:15.148+00:00","xid":765,"secret_tags":[[]]}, 
 {"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","seq":3,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/api","secretKey":"POINTS"}],"created_at":"2026-11-22T20:04:15.242+00:00","xid":767,"secret_tags":[[]]}]$rows$);
insert into secrets select * from json_populate_recordset(null::secrets, $rows$[{"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","key":"KEPT","key_version":1,"salt":"\\x8a58c57dc8660444616be8a1b13eafc4","value":"\\x020ba763988408cc5946d835bc04d9fba979ee66739d139a341cbdf267d5b1011e3d8c","comment":"\\x02af8a92043c7ae520f5d0fae1dc4d6f59c86cd32f723a93d19b8b0a8aa61fdd0fb46f9bf2fc","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","actor_membership_id":"01a204db-f80b-758c-b6ce-0e7eaa80ba87","created_at":"2026-11-22T20:04:15.019+00:00","updated_at":"2026-11-22T20:04:15.148+00:00","id":"01a204db-fa3a-76f5-a681-5df073a2329f","version":2,"folder_id":"01a204db-f81e-75d5-8a8e-1a11d61bfe4f","xid":765}, 
 {"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","key":"POINTS","key_version":1,"salt":"\\x7a00a66e40b3c1f162bf37a476a81fd8","value":"\\x02acca2af88c92ce289b3bf4b170d8608bbeb335f02fa2cb4e3a696cda57c4e08f00592314ddbba81b","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","actor_membership_id":"01a204db-f80b-758c-b6ce-0e7eaa80ba87","created_at":"2026-11-22T20:04:15.242+00:00","updated_at":"2026-11-22T20:04:15.242+00:00","id":"01a204db-fb0e-721e-9bd9-69e1d943558f","version":1,"folder_id":"01a204db-f916-726a-bfec-4b9c5631ac23","xid":767}]$rows$);
insert into secret_references select * from json_populate_recordset(null::secret_references, $rows$[{"source_id":"01a204db-fb0e-721e-9bd9-69e1d943558f","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","environment":"dev","path":"/","key":"KEPT"}]$rows$);
insert into tags select * from json_populate_recordset(null::tags, $rows$[{"id":"01a204db-f990-77f1-8b71-74c3706c0394","project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","slug":"kept","color":"#00ff00","created_at":"2026-11-22T20:04:14.864+00:00","updated_at":"2026-11-22T20:04:14.864+00:00"}]$rows$);
insert into secret_versions select * from json_populate_recordset(null::secret_versions, $rows$[{"project_id":"01a204db-f7db-74da-b959-a3f0675c6f8b","key":"KEPT","key_version":1,"salt":"\\x6acdb5b31724c813ff43859854d43ae4","value":"\\x02c2be0149f7a4627aca6de59f1b125f1e455962e0f298c40cde74861c2b7e3305a1","comment":"\\x027ac77dcdba6b05d4be9df5d128026217535246b06df20f87631eb6936c27a642697d60fed4","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a204db-f384-76d7-a2d4-e4cb089bcfee","actor_name":"Instance admin","actor_membership_id":"01a204db-f80b-758c-b6ce-0e7eaa80ba87","created_at":"2026-11-22T20:04:15.019+00:00","updated_at":"2026-11-22T20:04:15.019+00:00","secret_id":"01a204db-fa3a-76f5-a681-5df073a2329f","version":1,"folder_id":"01a204db-f81e-75d5-8a8e-1a11d61bfe4f","tag_ids":[],"ended_at":"2026-11-22T20:04:15.148+00:00","xid":763,"ended_xid":765}]$rows$);
select setval('migrations_id_seq', 1);
