-- {"encryptionKey":"xj4a7nzYPPJE4QPRZxh1tZC6Td5QJyVj221PpgjB344=","authSecret":"ETpajQcHL/XJlSb4gqNyEnHNO7ScbulrhKd6riDTDFY=","login":{"clientId":"01a2240b-fb31-710d-8dda-006ce6d08672","clientSecret":"s_WgzxxA-QI6bGg4p_fiIQHPsot6-CjfJ-ejRfcACnI"},"projectId":"01a2240c-26c1-7426-bc14-9173fba3f61d","features":{"project":{"id":"01a2240c-007e-70d6-b502-2e472799da33","slug":"everything"},"identity":{"id":"01a2240b-fc73-71bc-a255-6259f940f9b8","roleSlug":"reader"},"workload":{"identityId":"01a2240b-fc73-71bc-a255-6259f940f9b8","boundIssuer":"https://jobs.example","boundSubject":"job:a"},"person":{"id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","email":"fuzzer@example.org","organizationId":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","password":"correct horse battery staple","totpSecret":"TCYYSDWDKXXSCCPPHINPRTL3UXNV5E3S"},"group":{"id":"01a2240c-235f-77c0-9a11-e007834289d5","username":"spare@example.org"},"scim":{"token":"srscim_mp5vhgSVdJq_PhKyovtlI6bNojAlP8hTmeF81gtbxEw","userId":"01a2240c-27cd-769a-b2d6-e5fb2d9bc928","groupId":"01a2240c-27d6-7592-9420-215d0a2e6392"},"approval":{"approvalPolicyId":"01a2240c-25ab-7512-8d0d-92726d5b86af","approvalRequestId":"01a2240c-25de-7277-a1d2-a2daff0983b1","accessRequestId":"01a2240c-26b2-774e-8ba7-84f016e7362b"},"certificates":{"authorityIds":["01a2240c-02ae-70a6-81ee-732b8a6d522a","01a2240c-0360-7788-939e-e11ca78cb227"],"ids":["01a2240c-02df-7380-8ae9-ca68a17aa5d6","01a2240c-03f4-71e1-aaa6-7c2b3c87af62","01a2240c-04e8-712f-a2f1-bd46692c21ee","01a2240c-050f-75ba-b537-4e2ee7dff56e"]},"acme":{"applicationId":"01a2240c-0437-70e4-9ee2-d4711a574568","profileId":"01a2240c-042b-77e5-86a9-22f8c21a67be","chain":"-----BEGIN CERTIFICATE-----\nMIIDgzCCAymgAwIBAgIQTDSTEms4jkg8OTj1VX8fBTAKBggqhkjOPQQDAjAPMQ0w\nCwYDVQQDDARyb290MB4XDTI2MTEyODIxMjQ1NloXDTI3MDIyNjIxMjQ1NVowADCC\nASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAI1UH17+Mza01giC6Nv8M+EB\nXQYUcRymd+hrFdVoPZJlHnMSRsPX3f+W9ajOOUThtZOgN6j8kBqIHdA4h06Q3t5i\nEi3VDYYQYezb6seVG4WjgwH16hzZ7cvLEQ/F3DXXn9vSydhrGTJ/zdLgzimoCebJ\nWIC7UAbRnA/YDcvFjArZOwL8agrsPy2oMwtCAJzBJTEZfKtXmYRG4MU3XvTIc2mL\nhDJvBgsOfSPr0i6MO3giWR889IDnBQHv6w/3cq3qmLnfgDWLGsSNujkHwA2gkugK\nrEch7nEC5IoTwE49zHjNY1w9lZ/t2f6REoxq+teH6Gbf9hwPUk9szRDuV6Z9CgsC\nAwEAAaOCAakwggGlMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgWgMBMGA1Ud\nJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBQqNPGndxgi8AyxJ3colCX+jyPoRjAf\nBgNVHSMEGDAWgBQy3TcUiXhzqXA8qZ/MCr8QIJns0TCBsQYIKwYBBQUHAQEEgaQw\ngaEwgZ4GCCsGAQUFBzAChoGRaHR0cDovLzEyNy4wLjAuMTo0MjYxOS9hcGkvdjEv\nY2VydC1tYW5hZ2VyL2NhL2ludGVybmFsLzAxYTIyNDBjLTAyYWUtNzBhNi04MWVl\nLTczMmI4YTZkNTIyYS9jZXJ0aWZpY2F0ZXMvMDFhMjI0MGMtMDJkZi03MzgwLThh\nZTktY2E2OGExN2FhNWQ2L2RlcjBoBgNVHR8EYTBfMF2gW6BZhldodHRwOi8vMTI3\nLjAuMC4xOjQyNjE5L2FwaS92MS9jZXJ0LW1hbmFnZXIvY3JsLzAxYTIyNDBjLTAz\nMWQtNzQ0Ni04ZGI5LWI4ODFjZTgyMzY1Yy9kZXIwEgYDVR0RAQH/BAgwBocEfwAA\nATAKBggqhkjOPQQDAgNIADBFAiAXbUe42tPupuK+ZlHVOfMHktocdqR79WpZ1e3t\n8YmSYAIhAPR1zkodeyADDO/EO83qj0ZA1HXQxp6mI5BNV+DA+G1M\n-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMIIBXTCCAQSgAwIBAgIQdXSCHNpXpX8wFEHLmgYIJTAKBggqhkjOPQQDAjAPMQ0w\nCwYDVQQDDARyb290MB4XDTI2MTEyODIxMjQ1NloXDTQwMDEwMTAwMDAwMFowDzEN\nMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGaoJOcpyhfW\nQVJdTzCdshnD7e8fG3iyOBnI3mvGINi9MrpAKBO2WEDkWKFA3TX/30vJgup75TK+\nz7ey1+afSOGjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0G\nA1UdDgQWBBQy3TcUiXhzqXA8qZ/MCr8QIJns0TAKBggqhkjOPQQDAgNHADBEAiBD\nWquyE7IQdYQjksWZzTZKj3/Sr82pVeTJ8z5U/IBR/AIgHZVELGqaTqlhjfdeutD0\n/A6CcY6BEFdWLJUwFjcT8s4=\n-----END CERTIFICATE-----\n"},"serviceToken":{"id":"01a2240c-4127-7641-a86e-576bdf1cacec","token":"st.01a2240c-4127-7641-a86e-576bdf1cacec.e6e5c4b5db5199e193d096830096d6347bf4357ca6ca711032618c5febdedd0e"},"keyed":{"key":"kept-once","body":{"slug":"once","color":"#0000ff"},"answered":{"tag":{"id":"01a2240c-4146-7040-9850-490acf433d5e","slug":"once","name":"once","color":"#0000ff","projectId":"01a2240c-007e-70d6-b502-2e472799da33","createdAt":"2026-11-28T21:25:12.646Z","updatedAt":"2026-11-28T21:25:12.646Z"}}},"domain":{"id":"01a2240c-416c-7539-8fb6-28a7bf6ef9b7","name":"kept.example"}}}
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
alter table users
     alter column password_hash drop not null,
     add column first_name text not null default '',
     add column last_name text not null default '',
     add column is_email_verified boolean not null default false,
     add column updated_at timestamptz(3) not null default now();
create table organization_memberships (
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
   );
create index ix_organization_memberships_user on organization_memberships (user_id);
create index ix_organization_memberships_role on organization_memberships (role_id)
     where role_id is not null;
create table sessions (
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
   );
create index ix_sessions_user on sessions (user_id, org_id);
create index ix_sessions_org on sessions (org_id);
create index ix_sessions_expires_at on sessions (expires_at);
create table groups (
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
   );
create index ix_groups_role on groups (role_id)
     where role_id is not null;
create table group_members (
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
   );
create index ix_group_members_user on group_members (user_id, group_id)
     where user_id is not null;
create index ix_group_members_identity on group_members (identity_id, group_id)
     where identity_id is not null;
alter table project_memberships
     alter column identity_id drop not null,
     add column user_id uuid,
     add column group_id uuid,
     add constraint uq_project_memberships_user unique (project_id, user_id),
     add constraint uq_project_memberships_group unique (project_id, group_id),
     add constraint ck_project_memberships_one check (num_nonnulls(identity_id, user_id, group_id) = 1),
     add constraint fk_project_memberships_user foreign key (user_id) references users(id) on delete cascade,
     add constraint fk_project_memberships_group foreign key (group_id) references groups(id) on delete cascade;
create index ix_project_memberships_user on project_memberships (user_id)
     where user_id is not null;
create index ix_project_memberships_group on project_memberships (group_id)
     where group_id is not null;
alter table secrets add column actor_kind text not null default 'identity';
alter table secret_versions add column actor_kind text not null default 'identity';
alter table event_cursors drop constraint fk_event_cursors_identity;
create table scim_tokens (
     id uuid not null,
     org_id uuid not null,
     digest bytea not null,
     maker_id uuid not null,
     description text not null default '',
     ttl_days integer not null,
     expires_at timestamptz(3),
     last_used_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_scim_tokens primary key (id),
     constraint uq_scim_tokens_digest unique (digest),
     constraint fk_scim_tokens_org foreign key (org_id) references organizations(id) on delete cascade
   );
create index ix_scim_tokens_org on scim_tokens (org_id, created_at, id);
create table scim_emails (
     membership_id uuid not null,
     position integer not null,
     value text not null,
     value_key text not null,
     type text,
     is_primary boolean,
     constraint pk_scim_emails primary key (membership_id, position),
     constraint fk_scim_emails_membership foreign key (membership_id)
       references organization_memberships(id) on delete cascade
   );
create index ix_scim_emails_value on scim_emails (value_key, membership_id);
alter table organizations
     add column enforce_mfa boolean not null default false;
create table second_factors (
     user_id uuid not null,
     secret bytea not null,
     is_on boolean not null default false,
     last_step bigint,
     last_recovery bytea,
     failures integer not null default 0,
     locked_until timestamptz(3),
     created_at timestamptz(3) not null default now(),
     constraint pk_second_factors primary key (user_id),
     constraint fk_second_factors_user foreign key (user_id) references users(id) on delete cascade
   );
create table recovery_codes (
     user_id uuid not null,
     digest bytea not null,
     constraint pk_recovery_codes primary key (user_id, digest),
     constraint fk_recovery_codes_user foreign key (user_id) references users(id) on delete cascade
   );
create table one_time_tokens (
     user_id uuid not null,
     purpose text not null,
     scope_id uuid not null,
     digest bytea not null,
     tries_left smallint not null default 1,
     email text not null,
     expires_at timestamptz(3) not null,
     constraint pk_one_time_tokens primary key (user_id, purpose, scope_id),
     constraint fk_one_time_tokens_user foreign key (user_id) references users(id) on delete cascade
   );
create index ix_one_time_tokens_digest on one_time_tokens (digest);
create index ix_one_time_tokens_expires_at on one_time_tokens (expires_at);

      create table workload_auths (
        id uuid not null,
        identity_id uuid not null,
        method text not null,
        settings json not null,
        sealed_token bytea,
        makers uuid[] not null default '{}',
        revision integer not null default 1,
        trust_epoch integer not null default 1,
        serial bigint not null default 0,
        last_login_at timestamptz(3),
        last_login json,
        access_token_ttl integer not null,
        access_token_max_ttl integer not null,
        access_token_num_uses_limit integer not null,
        access_token_trusted_ips json not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint pk_workload_auths primary key (id),
        constraint uq_workload_auths_identity_method unique (identity_id, method),
        constraint fk_workload_auths_identity foreign key (identity_id)
          references identities (id) on delete cascade
      );

      create table workload_failures (
        auth_id uuid not null,
        note json not null,
        constraint pk_workload_failures primary key (auth_id),
        constraint fk_workload_failures_auth foreign key (auth_id)
          references workload_auths (id) on delete cascade
      );

      create table workload_key_sets (
        key bytea not null,
        sealed bytea,
        org_id text,
        tried_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_key_sets primary key (key)
      );
create index ix_workload_key_sets_expires_at on workload_key_sets (expires_at);
create index ix_workload_key_sets_org_id on workload_key_sets (org_id);

      create table workload_proofs (
        digest bytea not null,
        used_by bytea,
        used_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_proofs primary key (digest)
      );
create index ix_workload_proofs_expires_at on workload_proofs (expires_at);

      create table workload_subjects (
        key bytea not null,
        auth_id uuid not null,
        first_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint pk_workload_subjects primary key (key),
        constraint fk_workload_subjects_auth foreign key (auth_id)
          references workload_auths (id) on delete cascade
      );
create index ix_workload_subjects_auth_id_first_at on workload_subjects (auth_id, first_at);
create index ix_workload_subjects_expires_at on workload_subjects (expires_at);

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
      );
create index ix_service_tokens_project_id on service_tokens (project_id);
create index ix_service_tokens_membership_id on service_tokens (membership_id);
create index ix_service_tokens_group_member_id on service_tokens (group_member_id);
create index ix_service_tokens_maker_id on service_tokens (maker_id);
alter table one_time_tokens add column is_mailed boolean not null default false;
create table bounded_counts (
     key bytea not null,
     count integer not null,
     expires_at timestamptz(3) not null,
     constraint pk_bounded_counts primary key (key)
   );
create index ix_bounded_counts_expires_at on bounded_counts (expires_at);
alter table organizations add column auth_enforced boolean not null default false;
alter table sessions add column bypasses_sso boolean not null default false;
create table email_domains (
     id uuid not null,
     org_id uuid not null,
     domain text not null,
     challenge text not null,
     verified_at timestamptz(3),
     is_vouched boolean not null default false,
     checked_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_email_domains primary key (id),
     constraint uq_email_domains_org_domain unique (org_id, domain),
     constraint fk_email_domains_org foreign key (org_id) references organizations(id) on delete cascade
   );
create unique index uq_email_domains_verified on email_domains (domain) where verified_at is not null;
create table oidc_configurations (
     id uuid not null,
     org_id uuid not null,
     discovery_url text not null,
     issuer text not null,
     names_issuer boolean not null,
     client_id text not null,
     sealed_secret bytea not null,
     is_active boolean not null,
     is_jit_on boolean not null,
     jit_role text not null,
     revision integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_oidc_configurations primary key (id),
     constraint uq_oidc_configurations_org unique (org_id),
     constraint ck_oidc_configurations_jit_role check (jit_role in ('member', 'no-access')),
     constraint fk_oidc_configurations_org foreign key (org_id)
       references organizations(id) on delete cascade
   );
create table provider_accounts (
     issuer text not null,
     subject text not null,
     client_id text not null,
     user_id uuid not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_provider_accounts primary key (issuer, subject),
     constraint uq_provider_accounts_client_user unique (issuer, client_id, user_id),
     constraint fk_provider_accounts_user foreign key (user_id) references users(id) on delete cascade
   );
create index ix_provider_accounts_user on provider_accounts (user_id);
create table oidc_login_states (
     digest bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_oidc_login_states primary key (digest)
   );
create index ix_oidc_login_states_expires_at on oidc_login_states (expires_at);
create table certificate_projects (
     org_id uuid not null,
     project_id uuid not null,
     constraint pk_certificate_projects primary key (org_id),
     constraint fk_certificate_projects_org foreign key (org_id) references organizations (id) on delete cascade,
     constraint fk_certificate_projects_project foreign key (project_id) references projects (id) on delete cascade
   );
create index ix_certificate_projects_project_id on certificate_projects (project_id);
create table certificate_authorities (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     type text not null,
     friendly_name text not null,
     subject json not null,
     key_algorithm text not null,
     name_constraints json,
     mirror_urls text[] not null,
     is_disabled boolean not null default false,
     revocation_count bigint not null default 0,
     deleted_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_authorities primary key (id),
     constraint fk_certificate_authorities_project foreign key (project_id)
       references projects (id) on delete cascade
   );
create unique index uq_certificate_authorities_name on certificate_authorities (project_id, name)
     where deleted_at is null;
create table ca_keys (
     id uuid not null,
     project_id uuid not null,
     authority_id uuid not null,
     number integer not null,
     public_key bytea not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_ca_keys primary key (id),
     constraint uq_ca_keys_number unique (authority_id, number),
     constraint fk_ca_keys_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade
   );
create index ix_ca_keys_project_id_key_version on ca_keys (project_id, key_version);
create table ca_certificates (
     id uuid not null,
     authority_id uuid not null,
     version integer not null,
     key_number integer not null,
     issuer_id uuid,
     issuer_key_number integer,
     parent_id uuid,
     der bytea not null,
     outside_chain bytea[] not null,
     serial_number text not null,
     not_before timestamptz(3) not null,
     not_after timestamptz(3) not null,
     sent_not_before text,
     sent_not_after text,
     max_path_length integer not null,
     revoked_at timestamptz(3),
     revocation_reason text,
     created_at timestamptz(3) not null default now(),
     constraint pk_ca_certificates primary key (id),
     constraint uq_ca_certificates_version unique (authority_id, version),
     constraint uq_ca_certificates_serial unique (issuer_id, serial_number),
     constraint fk_ca_certificates_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade,
     constraint fk_ca_certificates_issuer foreign key (issuer_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_ca_certificates_parent foreign key (parent_id)
       references ca_certificates (id) on delete set null
   );
create index ix_ca_certificates_parent_id on ca_certificates (parent_id);
create table crls (
     id uuid not null,
     authority_id uuid not null,
     key_number integer not null,
     number bigint not null default 0,
     der bytea,
     made_from bigint,
     this_update timestamptz(3),
     next_update timestamptz(3),
     constraint pk_crls primary key (id),
     constraint uq_crls_key unique (authority_id, key_number),
     constraint fk_crls_authority foreign key (authority_id)
       references certificate_authorities (id) on delete cascade
   );
alter table projects add column approval_request_expiry_days integer not null default 30;
create table approval_policies (
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
   );
create index ix_approval_policies_project on approval_policies (project_id);
create table approval_policy_environments (
     policy_id uuid not null,
     environment_id uuid not null,
     position integer not null,
     constraint pk_approval_policy_environments primary key (policy_id, environment_id),
     constraint fk_approval_policy_environments_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_approval_policy_environments_environment foreign key (environment_id)
       references environments (id) on delete cascade
   );
create index ix_approval_policy_environments_environment
     on approval_policy_environments (environment_id);
create table approval_policy_people (
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
   );
create index ix_approval_policy_people_user on approval_policy_people (user_id);
create index ix_approval_policy_people_group on approval_policy_people (group_id);
create table approval_requests (
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
   );
create index ix_approval_requests_project on approval_requests (project_id, created_at, id);
create index ix_approval_requests_open on approval_requests (project_id, is_open);
create index ix_approval_requests_policy on approval_requests (policy_id);
create index ix_approval_requests_environment on approval_requests (environment_id);
create index ix_approval_requests_expires_at on approval_requests (expires_at)
     where is_open or close_reason = 'person';
create table approval_items (
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
   );
create index ix_approval_items_request on approval_items (request_id, position);
create table approval_votes (
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
   );
create table certificate_policies (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     description text,
     rules json not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_policies primary key (id),
     constraint uq_certificate_policies_name unique (project_id, name),
     constraint fk_certificate_policies_project foreign key (project_id)
       references projects (id) on delete cascade
   );
create table certificate_profiles (
     id uuid not null,
     project_id uuid not null,
     authority_id uuid,
     policy_id uuid not null,
     slug text not null,
     description text,
     defaults json,
     stores_private_keys boolean not null default true,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificate_profiles primary key (id),
     constraint uq_certificate_profiles_slug unique (project_id, slug),
     constraint fk_certificate_profiles_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_certificate_profiles_authority foreign key (authority_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_certificate_profiles_policy foreign key (policy_id)
       references certificate_policies (id)
   );
create index ix_certificate_profiles_authority_id on certificate_profiles (authority_id);
create index ix_certificate_profiles_policy_id on certificate_profiles (policy_id);
create table certificates (
     id uuid not null,
     project_id uuid not null,
     profile_id uuid,
     authority_id uuid,
     issuer_key_number integer not null,
     ca_certificate_id uuid,
     serial_number text not null,
     der bytea not null,
     sha256 text not null,
     key_hash text not null,
     common_name text not null,
     content json not null,
     metadata json not null,
     not_before timestamptz(3) not null,
     not_after timestamptz(3) not null,
     requester_id uuid not null,
     renewed_from_id uuid,
     revoked_at timestamptz(3),
     revocation_reason text,
     deleted_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_certificates primary key (id),
     constraint uq_certificates_serial unique (authority_id, serial_number),
     constraint uq_certificates_renewed_from unique (renewed_from_id),
     constraint fk_certificates_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_certificates_profile foreign key (profile_id)
       references certificate_profiles (id) on delete set null,
     constraint fk_certificates_authority foreign key (authority_id)
       references certificate_authorities (id) on delete set null,
     constraint fk_certificates_ca_certificate foreign key (ca_certificate_id)
       references ca_certificates (id) on delete set null,
     constraint fk_certificates_renewed_from foreign key (renewed_from_id)
       references certificates (id) on delete set null
   );
create index ix_certificates_project_id_id on certificates (project_id, id);
create index ix_certificates_project_id_sha256 on certificates (project_id, sha256);
create index ix_certificates_profile_id on certificates (profile_id);
create index ix_certificates_ca_certificate_id on certificates (ca_certificate_id);
create index ix_certificates_authority_id_not_after on certificates (authority_id, not_after);
create index ix_certificates_revoked on certificates (authority_id, issuer_key_number)
     where revoked_at is not null;
create index ix_certificates_compromised on certificates (key_hash)
     where revocation_reason = 'KEY_COMPROMISE';
create table certificate_keys (
     certificate_id uuid not null,
     project_id uuid not null,
     public_key bytea not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_certificate_keys primary key (certificate_id),
     constraint fk_certificate_keys_certificate foreign key (certificate_id)
       references certificates (id) on delete cascade
   );
create index ix_certificate_keys_project_id_key_version on certificate_keys (project_id, key_version);
alter table certificate_authorities add column is_ocsp_enabled boolean not null default false;
alter table approval_policies add column access json;
create table access_requests (
     id uuid not null,
     project_id uuid not null,
     policy_id uuid not null,
     user_id uuid not null,
     environment text not null,
     secret_path text not null,
     permissions json not null,
     temporary_range text,
     note text not null,
     edit_note text,
     status text not null,
     privilege_id uuid,
     bypass_reason text,
     status_changed_by uuid,
     expires_at timestamptz(3) not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_access_requests primary key (id),
     constraint ck_access_requests_status
       check (status in ('pending', 'approved', 'rejected', 'revoked')),
     constraint fk_access_requests_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_access_requests_policy foreign key (policy_id)
       references approval_policies (id) on delete cascade,
     constraint fk_access_requests_user foreign key (user_id) references users (id) on delete cascade,
     constraint fk_access_requests_privilege foreign key (privilege_id)
       references additional_privileges (id) on delete set null
   );
create index ix_access_requests_project on access_requests (project_id, created_at, id);
create index ix_access_requests_policy on access_requests (policy_id);
create index ix_access_requests_user on access_requests (user_id);
create index ix_access_requests_privilege on access_requests (privilege_id);
create table access_votes (
     request_id uuid not null,
     user_id uuid not null,
     id uuid not null,
     status text not null,
     org_membership_id uuid not null,
     by_policy text[] not null,
     by_membership text[] not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_access_votes primary key (request_id, user_id),
     constraint ck_access_votes_status check (status in ('approved', 'rejected')),
     constraint fk_access_votes_request foreign key (request_id)
       references access_requests (id) on delete cascade
   );
alter table certificate_profiles add column acme json;
alter table certificate_profiles add column binding_number integer not null default 1;
create table acme_accounts (
     id uuid not null,
     profile_id uuid not null,
     thumbprint text not null,
     jwk json not null,
     status text not null,
     contact text[] not null,
     has_agreed boolean not null,
     binding json,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_acme_accounts primary key (id),
     constraint uq_acme_accounts_thumbprint unique (profile_id, thumbprint),
     constraint fk_acme_accounts_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   );
create unlogged table acme_epochs (
     id integer not null,
     value bytea not null,
     constraint pk_acme_epochs primary key (id)
   );
create unlogged table acme_used_nonces (
     hash bytea not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_acme_used_nonces primary key (hash)
   );
create index ix_acme_used_nonces_created_at on acme_used_nonces (created_at);
create index ix_acme_accounts_thumbprint on acme_accounts (thumbprint);
create table acme_orders (
     id uuid not null,
     account_id uuid not null,
     status text not null,
     identifiers json not null,
     digest text not null,
     not_before timestamptz(3),
     not_after timestamptz(3),
     expires_at timestamptz(3) not null,
     error json,
     certificate_id uuid,
     replaces text,
     
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
     constraint pk_acme_orders primary key (id),
     constraint fk_acme_orders_account foreign key (account_id)
       references acme_accounts (id) on delete cascade,
     constraint fk_acme_orders_certificate foreign key (certificate_id)
       references certificates (id) on delete set null
   );
create index ix_acme_orders_account_id_id on acme_orders (account_id, id);
create index ix_acme_orders_certificate_id on acme_orders (certificate_id);
create index ix_acme_orders_account_id_replaces on acme_orders (account_id, replaces);
create table acme_authorizations (
     id uuid not null,
     account_id uuid not null,
     type text not null,
     value text not null,
     is_wildcard boolean not null,
     is_granted boolean not null default false,
     status text not null,
     expires_at timestamptz(3) not null,
     
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
     constraint pk_acme_authorizations primary key (id),
     constraint fk_acme_authorizations_account foreign key (account_id)
       references acme_accounts (id) on delete cascade
   );
create index ix_acme_authorizations_account_id_value on acme_authorizations (account_id, value);
create table acme_order_authorizations (
     order_id uuid not null,
     authorization_id uuid not null,
     position integer not null,
     constraint pk_acme_order_authorizations primary key (order_id, authorization_id),
     constraint fk_acme_order_authorizations_order foreign key (order_id)
       references acme_orders (id) on delete cascade,
     constraint fk_acme_order_authorizations_authorization foreign key (authorization_id)
       references acme_authorizations (id) on delete cascade
   );
create index ix_acme_order_authorizations_authorization_id
     on acme_order_authorizations (authorization_id);
create table acme_challenges (
     id uuid not null,
     authorization_id uuid not null,
     type text not null,
     token text not null,
     status text not null,
     error json,
     validated_at timestamptz(3),
     tries integer not null default 0,
     next_try_at timestamptz(3),
     
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
     constraint pk_acme_challenges primary key (id),
     constraint fk_acme_challenges_authorization foreign key (authorization_id)
       references acme_authorizations (id) on delete cascade
   );
create index ix_acme_challenges_authorization_id on acme_challenges (authorization_id);
create index ix_acme_orders_expires_at on acme_orders (expires_at);
create index ix_acme_authorizations_expires_at on acme_authorizations (expires_at);
create index ix_certificates_profile_id_serial_number on certificates (profile_id, serial_number);
create index ix_acme_challenges_due on acme_challenges (next_try_at) where status = 'processing';
alter table sessions alter column user_id drop not null;
alter table sessions
     add column identity_id uuid,
     add column universal_auth_id uuid,
     add column client_secret_id uuid,
     add column locked_at timestamptz(3),
     add constraint fk_sessions_identity foreign key (identity_id)
       references identities (id) on delete cascade,
     add constraint fk_sessions_universal_auth foreign key (universal_auth_id)
       references universal_auths (id) on delete cascade,
     add constraint fk_sessions_client_secret foreign key (client_secret_id)
       references client_secrets (id) on delete cascade,
     add constraint ck_sessions_holder check (num_nonnulls(user_id, identity_id) = 1);
create index ix_sessions_identity on sessions (identity_id);
create index ix_sessions_universal_auth on sessions (universal_auth_id);
create index ix_sessions_client_secret on sessions (client_secret_id);
create table console_codes (
     identity_id uuid not null,
     digest bytea not null,
     expires_at timestamptz(3) not null,
     constraint pk_console_codes primary key (identity_id),
     constraint uq_console_codes_digest unique (digest),
     constraint fk_console_codes_identity foreign key (identity_id)
       references identities (id) on delete cascade
   );
create table personal_secrets (
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     id uuid not null,
     project_id uuid not null,
     secret_id uuid not null,
     user_id uuid not null,
     version integer not null,
     key_version integer not null,
     salt bytea not null,
     sealed bytea not null,
     constraint pk_personal_secrets primary key (id),
     constraint uq_personal_secrets_holder unique (secret_id, user_id),
     constraint fk_personal_secrets_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_personal_secrets_secret foreign key (secret_id)
       references secrets (id) on delete cascade,
     constraint fk_personal_secrets_user foreign key (user_id)
       references users (id) on delete cascade
   );
create index ix_personal_secrets_user_id_project_id on personal_secrets (user_id, project_id);
create index ix_personal_secrets_data_key on personal_secrets (project_id, key_version, id);
create table personal_secret_heads (
     project_id uuid not null,
     user_id uuid not null,
     stamp uuid not null,
     constraint pk_personal_secret_heads primary key (project_id, user_id),
     constraint fk_personal_secret_heads_project foreign key (project_id)
       references projects (id) on delete cascade,
     constraint fk_personal_secret_heads_user foreign key (user_id)
       references users (id) on delete cascade
   );
create index ix_personal_secret_heads_user_id on personal_secret_heads (user_id);
create table acme_binding_keys (
     id uuid not null,
     profile_id uuid not null,
     name text not null,
     max_uses integer,
     uses integer not null default 0,
     expires_at timestamptz(3),
     allowed_names text[],
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_acme_binding_keys primary key (id),
     constraint uq_acme_binding_keys_name unique (profile_id, name),
     constraint fk_acme_binding_keys_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   );
alter table acme_accounts add column allowed_names text[];
alter table approval_requests add column folder_ids uuid[];
alter table approval_requests add column item_count integer;
alter table service_tokens add column credential_id uuid;
alter table service_tokens add column trust_epoch integer;
alter table service_tokens add column ends_with_credential boolean not null default false;
create index ix_service_tokens_credential_id on service_tokens (credential_id);
create table pki_applications (
     id uuid not null,
     project_id uuid not null,
     name text not null,
     description text,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_pki_applications primary key (id),
     constraint uq_pki_applications_name unique (project_id, name),
     constraint fk_pki_applications_project foreign key (project_id)
       references projects (id) on delete cascade
   );
create table pki_application_profiles (
     id uuid not null,
     application_id uuid not null,
     profile_id uuid not null,
     api_id uuid,
     api json,
     acme_id uuid,
     acme json,
     binding_number integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint pk_pki_application_profiles primary key (id),
     constraint uq_pki_application_profiles unique (application_id, profile_id),
     constraint fk_pki_application_profiles_application foreign key (application_id)
       references pki_applications (id) on delete cascade,
     constraint fk_pki_application_profiles_profile foreign key (profile_id)
       references certificate_profiles (id) on delete cascade
   );
create index ix_pki_application_profiles_profile_id on pki_application_profiles (profile_id);

  alter table acme_accounts
    alter column profile_id drop not null,
    add column application_profile_id uuid,
    add constraint uq_acme_accounts_application_thumbprint unique (application_profile_id, thumbprint),
    add constraint ck_acme_accounts_enrollment check (num_nonnulls(profile_id, application_profile_id) = 1),
    add constraint fk_acme_accounts_application_profile foreign key (application_profile_id)
      references pki_application_profiles (id) on delete cascade;

  alter table acme_binding_keys
    alter column profile_id drop not null,
    add column application_profile_id uuid,
    add constraint uq_acme_binding_keys_application_name unique (application_profile_id, name),
    add constraint ck_acme_binding_keys_enrollment check (num_nonnulls(profile_id, application_profile_id) = 1),
    add constraint fk_acme_binding_keys_application_profile foreign key (application_profile_id)
      references pki_application_profiles (id) on delete cascade;
alter table certificates
     add column application_id uuid,
     add constraint fk_certificates_application foreign key (application_id)
       references pki_applications (id) on delete set null;
create index ix_certificates_application_id on certificates (application_id)
     where application_id is not null;
alter table project_memberships add column made_for_privileges boolean not null default false;
create index ix_project_memberships_made on project_memberships (project_id, user_id)
   where made_for_privileges;
alter table workload_auths add column keys_fresh_at timestamptz(3);
alter table workload_auths add column configured_by uuid[];
alter table workload_key_sets add column payer text[];

  create table token_revocation_blocks (
    credential_id uuid not null,
    created_day integer not null,
    block bigint not null,
    bits bit(1024) not null,
    expires_at timestamptz(3) not null,
    constraint pk_token_revocation_blocks primary key (credential_id, created_day, block)
  );

  create index ix_token_revocation_blocks_expires_at on token_revocation_blocks (expires_at);

  create function copy_revoked_ranges() returns trigger language plpgsql as $$
  begin 
  if tg_op = 'UPDATE' then new.serials := new.serials - old.serials; end if; 
  insert into token_revocation_blocks as b (credential_id, created_day, block, bits, expires_at)
  select t.credential_id, t.created_day, block,
    bit_or(((~ 0::bit(1024)) >> part.first) & ~ ((~ 0::bit(1024)) >> part.after)), max(t.expires_at)
  from (select (new.credential_id) credential_id, (new.created_day) created_day, new.serials serials, new.expires_at expires_at) t, unnest(t.serials) r,
    generate_series(lower(r) >> 10, (upper(r) - 1) >> 10) block,
    lateral (
      select greatest(lower(r) - block * 1024, 0)::int first, least(upper(r) - block * 1024, 1024)::int after
    ) part
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (credential_id, created_day, block) do update
    set bits = b.bits | excluded.bits, expires_at = greatest(b.expires_at, excluded.expires_at); return null; end $$;

  create trigger copy_revoked_ranges after insert or update on token_revocations
  for each row when (pg_trigger_depth() = 0) execute function copy_revoked_ranges();

      create index ix_acme_authorizations_granted on acme_authorizations (account_id)
      where is_granted and status = 'valid';
alter table certificates add column name_set text;

      create index ix_certificates_name_set on certificates (name_set, created_at)
      where name_set is not null;
create index ix_ca_keys_public_key on ca_keys using hash (public_key);
create table blocked_keys (
     org_id uuid not null,
     key_hash text not null,
     created_at timestamptz(3) not null default now(),
     constraint pk_blocked_keys primary key (org_id, key_hash),
     constraint fk_blocked_keys_organization foreign key (org_id)
       references organizations (id) on delete cascade
   );
create index ix_certificates_ended on certificates (not_after) where revoked_at is null;
create index ix_certificates_ended_revoked on certificates (authority_id, issuer_key_number, not_after)
     where revoked_at is not null;
create index ix_secret_versions_name on secret_versions (folder_id, key, ended_at);
alter table certificates add column origin text not null default 'profile';
alter table certificates add column friendly_name text not null default '';
alter table certificates add column outside_chain bytea[];
insert into organizations select * from json_populate_recordset(null::organizations, $rows$[{"id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"My organization","slug":"my-organization","epoch":1795901106803482,"created_at":"2026-11-28T21:24:54.627+00:00","updated_at":"2026-11-28T21:24:54.627+00:00","enforce_mfa":false,"auth_enforced":false}]$rows$);
insert into org_roles select * from json_populate_recordset(null::org_roles, $rows$[{"id":"01a2240c-2761-731b-adb4-6b122f2cde96","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","slug":"auditor","name":"Auditor","description":null,"permissions":[{"subject":"audit-logs","action":["read"]}],"created_at":"2026-11-28T21:25:06.017+00:00","updated_at":"2026-11-28T21:25:06.017+00:00"}]$rows$);
insert into groups select * from json_populate_recordset(null::groups, $rows$[{"id":"01a2240c-235f-77c0-9a11-e007834289d5","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"With spare@example.org","slug":"with-spare-example-org-ur9ojdei","role":"no-access","role_id":null,"scim_managed":false,"external_id":null,"created_at":"2026-11-28T21:25:04.974+00:00","updated_at":"2026-11-28T21:25:04.974+00:00"}, 
 {"id":"01a2240c-24c8-74c2-b0af-46dfe97c6aba","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"With doomed@example.org","slug":"with-doomed-example-org-f80xmop6","role":"no-access","role_id":null,"scim_managed":false,"external_id":null,"created_at":"2026-11-28T21:25:05.348+00:00","updated_at":"2026-11-28T21:25:05.348+00:00"}, 
 {"id":"01a2240c-27d6-7592-9420-215d0a2e6392","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"Provided","slug":"provided-r4uuecqu","role":"no-access","role_id":null,"scim_managed":true,"external_id":null,"created_at":"2026-11-28T21:25:06.134+00:00","updated_at":"2026-11-28T21:25:06.134+00:00"}]$rows$);
insert into users select * from json_populate_recordset(null::users, $rows$[{"id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","email":"fuzzer@example.org","password_hash":"$argon2id$v=19$m=19456,t=2,p=1$DLujYMRc/YslXyoeo/RhOg$ejf/Fnr0K8jvyk/DleAH2VLyukg2PaUuTtrMk0RF2as","super_admin":false,"created_at":"2026-11-28T21:24:59.739+00:00","first_name":"","last_name":"","is_email_verified":true,"updated_at":"2026-11-28T21:24:59.927+00:00"}, 
 {"id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","email":"spare@example.org","password_hash":"$argon2id$v=19$m=19456,t=2,p=1$g0ijNC6lnoAMfKPuqFSAFg$7beZDENaDFLTyuYrYsnJK/YHnN3rlz7rCV34Kl+WGMQ","super_admin":false,"created_at":"2026-11-28T21:25:02.189+00:00","first_name":"","last_name":"","is_email_verified":true,"updated_at":"2026-11-28T21:25:02.245+00:00"}, 
 {"id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","email":"doomed@example.org","password_hash":"$argon2id$v=19$m=19456,t=2,p=1$GH6oOYN7WAs+PZqkE2Jndw$KbErqUwt6dih3EdyQSPa/uWLX5Hv0BzrHp1L4XZMeME","super_admin":false,"created_at":"2026-11-28T21:25:04.64+00:00","first_name":"","last_name":"","is_email_verified":true,"updated_at":"2026-11-28T21:25:04.771+00:00"}, 
 {"id":"46115050-d614-4760-b759-7561290a893d","email":"prov@example.org","password_hash":null,"super_admin":false,"created_at":"2026-11-28T21:25:06.12+00:00","first_name":"","last_name":"","is_email_verified":false,"updated_at":"2026-11-28T21:25:06.12+00:00"}]$rows$);
insert into projects select * from json_populate_recordset(null::projects, $rows$[{"id":"01a2240c-007e-70d6-b502-2e472799da33","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"everything","slug":"everything","description":null,"type":"secret-manager","auto_capitalization":false,"has_delete_protection":false,"audit_logs_retention_days":null,"epoch":1795901110255851,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00","approval_request_expiry_days":30}, 
 {"id":"01a2240c-26c1-7426-bc14-9173fba3f61d","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","name":"Kept","slug":"kept-project","description":null,"type":"secret-manager","auto_capitalization":false,"has_delete_protection":false,"audit_logs_retention_days":null,"epoch":1795901106226841,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00","approval_request_expiry_days":30}]$rows$);
insert into identities select * from json_populate_recordset(null::identities, $rows$[{"id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","membership_id":"01a2240b-fb26-777f-9d03-d4ae49d70959","name":"Instance admin","role":"admin","role_id":null,"has_delete_protection":false,"is_instance_admin":true,"metadata":[],"created_at":"2026-11-28T21:24:54.627+00:00","updated_at":"2026-11-28T21:24:54.627+00:00"}, 
 {"id":"01a2240b-fc73-71bc-a255-6259f940f9b8","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","membership_id":"01a2240b-fc73-71bc-a255-6446beee0cc1","name":"machine","role":"no-access","role_id":null,"has_delete_protection":false,"is_instance_admin":false,"metadata":[],"created_at":"2026-11-28T21:24:54.971+00:00","updated_at":"2026-11-28T21:24:54.971+00:00"}]$rows$);
insert into project_memberships select * from json_populate_recordset(null::project_memberships, $rows$[{"id":"01a2240c-0096-7519-8a1f-3dbfe96907be","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00","user_id":null,"group_id":null,"made_for_privileges":false}, 
 {"id":"01a2240c-0213-76f7-b656-2522ee412ac7","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","created_at":"2026-11-28T21:24:56.454+00:00","updated_at":"2026-11-28T21:24:56.454+00:00","user_id":null,"group_id":null,"made_for_privileges":false}, 
 {"id":"01a2240c-2404-7557-b962-ad06d2c498ea","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":null,"created_at":"2026-11-28T21:25:05.112+00:00","updated_at":"2026-11-28T21:25:05.112+00:00","user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","group_id":null,"made_for_privileges":false}, 
 {"id":"01a2240c-2441-7713-b2fa-0d962306db81","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":null,"created_at":"2026-11-28T21:25:05.196+00:00","updated_at":"2026-11-28T21:25:05.196+00:00","user_id":null,"group_id":"01a2240c-235f-77c0-9a11-e007834289d5","made_for_privileges":false}, 
 {"id":"01a2240c-24f9-77e4-af60-67eaccae00eb","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":null,"created_at":"2026-11-28T21:25:05.396+00:00","updated_at":"2026-11-28T21:25:05.396+00:00","user_id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","group_id":null,"made_for_privileges":false}, 
 {"id":"01a2240c-2518-72ea-9e4c-81ab2555ab69","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":null,"created_at":"2026-11-28T21:25:05.424+00:00","updated_at":"2026-11-28T21:25:05.424+00:00","user_id":null,"group_id":"01a2240c-24c8-74c2-b0af-46dfe97c6aba","made_for_privileges":false}, 
 {"id":"01a2240c-2602-74bd-8c5b-ff130feb7ae1","project_id":"01a2240c-007e-70d6-b502-2e472799da33","identity_id":null,"created_at":"2026-11-28T21:25:05.658+00:00","updated_at":"2026-11-28T21:25:05.658+00:00","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","group_id":null,"made_for_privileges":false}, 
 {"id":"01a2240c-26c7-745f-aa07-f41275026827","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00","user_id":null,"group_id":null,"made_for_privileges":false}]$rows$);
insert into additional_privileges select * from json_populate_recordset(null::additional_privileges, $rows$[{"id":"01a2240c-0267-724b-a4bb-7f6c82c7b454","project_membership_id":"01a2240c-0213-76f7-b656-2522ee412ac7","slug":"more","permissions":[{"subject":"secrets","action":["readValue"]}],"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:24:56.537+00:00","updated_at":"2026-11-28T21:24:56.537+00:00","expiring_notified_for":null,"expire_notified_for":null,"rule_count":1,"pattern_bytes":0}, 
 {"id":"01a2240c-2478-7228-a570-0554358bab75","project_membership_id":"01a2240c-2404-7557-b962-ad06d2c498ea","slug":"more-for-people","permissions":[{"subject":"secrets","action":["readValue"]}],"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.255+00:00","updated_at":"2026-11-28T21:25:05.255+00:00","expiring_notified_for":null,"expire_notified_for":null,"rule_count":1,"pattern_bytes":0}, 
 {"id":"01a2240c-253a-710c-8e9c-38fda397bbff","project_membership_id":"01a2240c-24f9-77e4-af60-67eaccae00eb","slug":"more-for-people","permissions":[{"subject":"secrets","action":["readValue"]}],"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.458+00:00","updated_at":"2026-11-28T21:25:05.458+00:00","expiring_notified_for":null,"expire_notified_for":null,"rule_count":1,"pattern_bytes":0}]$rows$);
insert into approval_policies select * from json_populate_recordset(null::approval_policies, $rows$[{"id":"01a2240c-25ab-7512-8d0d-92726d5b86af","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":null,"secret_path":"/","approvals":1,"is_soft":false,"allows_own_vote":false,"exempts_machines":false,"created_at":"2026-11-28T21:25:05.566+00:00","updated_at":"2026-11-28T21:25:05.566+00:00","deleted_at":null,"access":null}, 
 {"id":"01a2240c-266a-7130-9c40-854995886de1","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":null,"secret_path":"/**","approvals":1,"is_soft":false,"allows_own_vote":false,"exempts_machines":false,"created_at":"2026-11-28T21:25:05.764+00:00","updated_at":"2026-11-28T21:25:05.764+00:00","deleted_at":null,"access":{"maxPeriod":"8h","requestPeriod":null,"actions":["describeSecret","readValue","create","edit","delete"],"madeBy":"01a2240b-fb26-777f-9d03-d0ee487f92b2"}}]$rows$);
insert into access_requests select * from json_populate_recordset(null::access_requests, $rows$[{"id":"01a2240c-26b2-774e-8ba7-84f016e7362b","project_id":"01a2240c-007e-70d6-b502-2e472799da33","policy_id":"01a2240c-266a-7130-9c40-854995886de1","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","environment":"prod","secret_path":"/","permissions":[{"subject":"secrets","action":["create"],"conditions":{"environment":"prod","secretPath":"/"}}],"temporary_range":"2h","note":"The build is broken.","edit_note":null,"status":"pending","privilege_id":null,"bypass_reason":null,"status_changed_by":null,"expires_at":"2026-12-28T21:25:05.822+00:00","created_at":"2026-11-28T21:25:05.822+00:00","updated_at":"2026-11-28T21:25:05.822+00:00"}]$rows$);
insert into token_auths select * from json_populate_recordset(null::token_auths, $rows$[{"id":"01a2240b-fde6-700e-8740-29e84864af08","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.386+00:00","updated_at":"2026-11-28T21:24:55.386+00:00"}]$rows$);
insert into access_tokens select * from json_populate_recordset(null::access_tokens, $rows$[{"id":"01a2240b-fe09-7271-8461-6f3e6a65f01c","token_auth_id":"01a2240b-fde6-700e-8740-29e84864af08","name":"","ttl":2592000,"max_ttl":2592000,"uses_limit":0,"is_revoked":false,"last_renewed_at":null,"created_at":"2026-11-28T21:24:55.422+00:00","updated_at":"2026-11-28T21:24:55.422+00:00","makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}]$rows$);
insert into certificate_policies select * from json_populate_recordset(null::certificate_policies, $rows$[{"id":"01a2240c-0416-73ab-8f0d-69274f1f7388","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"anything","description":null,"rules":{"subject":[{"type":"common_name","allowed":["*"]}],"sans":[{"type":"dns_name","allowed":["*"]},{"type":"ip_address","allowed":["*"]}]},"created_at":"2026-11-28T21:24:56.98+00:00","updated_at":"2026-11-28T21:24:56.98+00:00"}]$rows$);
insert into certificate_authorities select * from json_populate_recordset(null::certificate_authorities, $rows$[{"id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"root","type":"root","friendly_name":"","subject":{"commonName":"root"},"key_algorithm":"EC_prime256v1","name_constraints":null,"mirror_urls":[],"is_disabled":false,"revocation_count":0,"deleted_at":null,"created_at":"2026-11-28T21:24:56.674+00:00","updated_at":"2026-11-28T21:24:56.674+00:00","is_ocsp_enabled":false}, 
 {"id":"01a2240c-0360-7788-939e-e11ca78cb227","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"below","type":"intermediate","friendly_name":"","subject":{"commonName":"below"},"key_algorithm":"EC_prime256v1","name_constraints":null,"mirror_urls":[],"is_disabled":false,"revocation_count":0,"deleted_at":null,"created_at":"2026-11-28T21:24:56.803+00:00","updated_at":"2026-11-28T21:24:56.803+00:00","is_ocsp_enabled":false}]$rows$);
insert into certificate_profiles select * from json_populate_recordset(null::certificate_profiles, $rows$[{"id":"01a2240c-042b-77e5-86a9-22f8c21a67be","project_id":"01a2240c-007e-70d6-b502-2e472799da33","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","policy_id":"01a2240c-0416-73ab-8f0d-69274f1f7388","slug":"servers","description":null,"defaults":null,"stores_private_keys":true,"created_at":"2026-11-28T21:24:56.997+00:00","updated_at":"2026-11-28T21:24:56.997+00:00","acme":null,"binding_number":1}]$rows$);
insert into pki_applications select * from json_populate_recordset(null::pki_applications, $rows$[{"id":"01a2240c-0437-70e4-9ee2-d4711a574568","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"shop","description":null,"created_at":"2026-11-28T21:24:57.014+00:00","updated_at":"2026-11-28T21:24:57.014+00:00"}]$rows$);
insert into pki_application_profiles select * from json_populate_recordset(null::pki_application_profiles, $rows$[{"id":"01a2240c-043e-7344-8a96-390471ed02b4","application_id":"01a2240c-0437-70e4-9ee2-d4711a574568","profile_id":"01a2240c-042b-77e5-86a9-22f8c21a67be","api_id":"01a2240c-0466-747b-9b68-a74d33207b70","api":{"renewBeforeDays":null},"acme_id":"01a2240c-04a2-7304-b1cc-4a3af1cdc492","acme":{},"binding_number":1,"created_at":"2026-11-28T21:24:57.014+00:00","updated_at":"2026-11-28T21:24:57.111+00:00"}]$rows$);
insert into acme_accounts select * from json_populate_recordset(null::acme_accounts, $rows$[{"id":"01a2240c-287e-7316-b638-89d056d7c444","profile_id":null,"thumbprint":"IRtAYELVpPTehrOcw9xAeCdMAYMJonrCE4jW9_T2fyg","jwk":{"crv":"P-256","kty":"EC","x":"l30564lhNSfn_IAcFXjL2PG0oD1QVVeroyh_iEv3RU8","y":"UTfJsHsYdH26zS-RjtQcIbfE9qQ9q6Zp53nfIOCOcpY"},"status":"valid","contact":["mailto:ops@example.org"],"has_agreed":true,"binding":{"payload":"eyJjcnYiOiJQLTI1NiIsImt0eSI6IkVDIiwieCI6ImwzMDU2NGxoTlNmbl9JQWNGWGpMMlBHMG9EMVFWVmVyb3loX2lFdjNSVTgiLCJ5IjoiVVRmSnNIc1lkSDI2elMtUmp0UWNJYmZFOXFROXE2WnA1M25mSU9DT2NwWSJ9","protected":"eyJhbGciOiJIUzI1NiIsInVybCI6Imh0dHA6Ly8xMjcuMC4wLjE6NDI2MTkvYXBpL3YxL2NlcnQtbWFuYWdlci9hY21lL2FwcGxpY2F0aW9ucy8wMWEyMjQwYy0wNDM3LTcwZTQtOWVlMi1kNDcxMWE1NzQ1NjgvcHJvZmlsZXMvMDFhMjI0MGMtMDQyYi03N2U1LTg2YTktMjJmOGMyMWE2N2JlL25ldy1hY2NvdW50Iiwia2lkIjoiMDFhMjI0MGMtMDRhMi03MzA0LWIxY2MtNGEzYWYxY2RjNDkyIn0","signature":"tQHA0b5Q8J05AdPTUggI4uvBA3Pn0QIuI2EIzrU4f50"},"created_at":"2026-11-28T21:25:06.303+00:00","updated_at":"2026-11-28T21:25:06.303+00:00","allowed_names":null,"application_profile_id":"01a2240c-043e-7344-8a96-390471ed02b4"}]$rows$);
insert into acme_authorizations select * from json_populate_recordset(null::acme_authorizations, $rows$[{"id":"01a2240c-28bc-71eb-b9cc-28e59d526044","account_id":"01a2240c-287e-7316-b638-89d056d7c444","type":"ip","value":"127.0.0.1","is_wildcard":false,"is_granted":false,"status":"valid","expires_at":"2026-11-29T05:25:06.58+00:00","created_at":"2026-11-28T21:25:06.352+00:00","updated_at":"2026-11-28T21:25:06.58+00:00"}]$rows$);
insert into acme_challenges select * from json_populate_recordset(null::acme_challenges, $rows$[{"id":"01a2240c-28bc-71eb-b9cc-33cd69f74204","authorization_id":"01a2240c-28bc-71eb-b9cc-28e59d526044","type":"tls-alpn-01","token":"HRDEO75suVjiZjNV0_HO2DEXGvj36oF9Fc_htpX8l08","status":"pending","error":null,"validated_at":null,"tries":0,"next_try_at":null,"created_at":"2026-11-28T21:25:06.352+00:00","updated_at":"2026-11-28T21:25:06.352+00:00"}, 
 {"id":"01a2240c-28bc-71eb-b9cc-2e8bc13fb9ae","authorization_id":"01a2240c-28bc-71eb-b9cc-28e59d526044","type":"http-01","token":"5EkdOIgnlpaeMcnrw2qN6lyD5OK5Erm28EhL2c-w7DQ","status":"valid","error":null,"validated_at":"2026-11-28T21:25:06.58+00:00","tries":1,"next_try_at":null,"created_at":"2026-11-28T21:25:06.352+00:00","updated_at":"2026-11-28T21:25:06.58+00:00"}]$rows$);
insert into acme_epochs select * from json_populate_recordset(null::acme_epochs, $rows$[{"id":1,"value":"\\xd726b2f05b3aae5995983b39d834fce0"}]$rows$);
insert into ca_certificates select * from json_populate_recordset(null::ca_certificates, $rows$[{"id":"01a2240c-02df-7380-8ae9-ca68a17aa5d6","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","version":1,"key_number":1,"issuer_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","issuer_key_number":1,"parent_id":null,"der":"\\x3082015d30820104a00302010202107574821cda57a57f301441cb9a060825300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74301e170d3236313132383231323435365a170d3430303130313030303030305a300f310d300b06035504030c04726f6f743059301306072a8648ce3d020106082a8648ce3d0301070342000466a824e729ca17d641525d4f309db219c3edef1f1b78b23819c8de6bc620d8bd32ba402813b65840e458a140dd35ffdf4bc982ea7be532becfb7b2d7e69f48e1a3423040300f0603551d130101ff040530030101ff300e0603551d0f0101ff040403020106301d0603551d0e0416041432dd3714897873a9703ca99fcc0abf102099ecd1300a06082a8648ce3d04030203470030440220435aabb213b21075842392c599cd364a8f7fd2afcda955e4c9f33e54fc8051fc02201d95442c6a9a4ea9618df75ebad0f4fc0e82718e811057562c9530163713f2ce","outside_chain":[],"serial_number":"7574821cda57a57f301441cb9a060825","not_before":"2026-11-28T21:24:56+00:00","not_after":"2040-01-01T00:00:00+00:00","sent_not_before":null,"sent_not_after":"2040-01-01T00:00:00Z","max_path_length":-1,"revoked_at":null,"revocation_reason":null,"created_at":"2026-11-28T21:24:56.674+00:00"}, 
 {"id":"01a2240c-03f4-71e1-aaa6-7c2b3c87af62","authority_id":"01a2240c-0360-7788-939e-e11ca78cb227","version":1,"key_number":1,"issuer_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","issuer_key_number":1,"parent_id":"01a2240c-02df-7380-8ae9-ca68a17aa5d6","der":"\\x308202a53082024ba003020102021076e52d037a473c4d4d087fcce8cf9873300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74301e170d3236313132383231323435365a170d3335303130313030303030305a3010310e300c06035504030c0562656c6f773059301306072a8648ce3d020106082a8648ce3d03010703420004f46bcb0b07768ea276c71fd8576786b5314f4b509696c3cac506503c938686a46414b16aca9939874d2509e2dfa793a1869828be325d70c510a994d915b1a5c8a38201863082018230120603551d130101ff040830060101ff020100300e0603551d0f0101ff040403020106301d0603551d0e041604142078e5d75f4be6af7373b475f85ee7ca7c0dad82301f0603551d2304183016801432dd3714897873a9703ca99fcc0abf102099ecd13081b106082b060105050701010481a43081a130819e06082b06010505073002868191687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63612f696e7465726e616c2f30316132323430632d303261652d373061362d383165652d3733326238613664353232612f6365727469666963617465732f30316132323430632d303264662d373338302d386165392d6361363861313761613564362f64657230680603551d1f0461305f305da05ba0598657687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63726c2f30316132323430632d303331642d373434362d386462392d6238383163653832333635632f646572300a06082a8648ce3d0403020348003045022100eea56f62f7032ef1178aca2aad04a1c561c7957db0349c9c1a53a2a5275f09a102204b078024f10b038edc040a8c9f08c52a9ee215740a684d437b50bfac9155ff11","outside_chain":[],"serial_number":"76e52d037a473c4d4d087fcce8cf9873","not_before":"2026-11-28T21:24:56+00:00","not_after":"2035-01-01T00:00:00+00:00","sent_not_before":null,"sent_not_after":"2035-01-01T00:00:00Z","max_path_length":0,"revoked_at":null,"revocation_reason":null,"created_at":"2026-11-28T21:24:56.948+00:00"}]$rows$);
insert into certificates select * from json_populate_recordset(null::certificates, $rows$[{"id":"01a2240c-04e8-712f-a2f1-bd46692c21ee","project_id":"01a2240c-007e-70d6-b502-2e472799da33","profile_id":"01a2240c-042b-77e5-86a9-22f8c21a67be","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","issuer_key_number":1,"ca_certificate_id":"01a2240c-02df-7380-8ae9-ca68a17aa5d6","serial_number":"65e7fd38d0d1051be95e7ce1220617f6","der":"\\x308202bf30820264a003020102021065e7fd38d0d1051be95e7ce1220617f6300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74301e170d3236313132383231323435365a170d3237303232363231323435355a301a3118301606035504030c0f6170692e6578616d706c652e6f72673059301306072a8648ce3d020106082a8648ce3d030107034200043abb9f4803cab0ea68585ef561fb40266199aa4ec696550aa2272f059d7bd7b1032ec441e1a2a2923456ff5d362736da0d1fc5267a49fd8943241719f812f9e2a382019530820191300c0603551d130101ff04023000300e0603551d0f0101ff04040302078030130603551d25040c300a06082b06010505070301301d0603551d0e0416041403984efbbd38f9c56304640e4a784b85e369eb75301f0603551d2304183016801432dd3714897873a9703ca99fcc0abf102099ecd13081b106082b060105050701010481a43081a130819e06082b06010505073002868191687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63612f696e7465726e616c2f30316132323430632d303261652d373061362d383165652d3733326238613664353232612f6365727469666963617465732f30316132323430632d303264662d373338302d386165392d6361363861313761613564362f64657230680603551d1f0461305f305da05ba0598657687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63726c2f30316132323430632d303331642d373434362d386462392d6238383163653832333635632f646572300a06082a8648ce3d04030203490030460221008999813a7c999f328c3d7567692e746bdb387883a20d253a1310b9052118b213022100a8e5e38e2057c0ea654901cf592a22acd10873bd3e0f3815f78c8c68f02b1188","sha256":"4c00f7363f5ce6f5d292b448768fd7f68897c747478baac4e9801e6d98452a06","key_hash":"00c2cc530d64979ff24679952e0656c1cb63be5224af0175723322e7490174f2","common_name":"api.example.org","content":{"subject":[{"type":"common_name","value":"api.example.org"}],"sans":[],"keyUsages":["digital_signature"],"extendedKeyUsages":["server_auth"],"keyAlgorithm":"EC_prime256v1","signatureAlgorithm":"ECDSA-SHA256","isAuthority":false,"maxPathLength":-1},"metadata":[],"not_before":"2026-11-28T21:24:56+00:00","not_after":"2027-02-26T21:24:55+00:00","requester_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","renewed_from_id":null,"revoked_at":null,"revocation_reason":null,"deleted_at":null,"created_at":"2026-11-28T21:24:57.193+00:00","updated_at":"2026-11-28T21:24:57.193+00:00","application_id":null,"name_set":null,"origin":"profile","friendly_name":"","outside_chain":null}, 
 {"id":"01a2240c-050f-75ba-b537-4e2ee7dff56e","project_id":"01a2240c-007e-70d6-b502-2e472799da33","profile_id":"01a2240c-042b-77e5-86a9-22f8c21a67be","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","issuer_key_number":1,"ca_certificate_id":"01a2240c-02df-7380-8ae9-ca68a17aa5d6","serial_number":"72fae84a16fe797e61ca759e1a8bf206","der":"\\x308202be30820264a003020102021072fae84a16fe797e61ca759e1a8bf206300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74301e170d3236313132383231323435365a170d3237303232363231323435355a301a3118301606035504030c0f6170692e6578616d706c652e6f72673059301306072a8648ce3d020106082a8648ce3d0301070342000482378e3b9990702c50246a22f5e40fcce5ea23b2c046cedd9ec058fc559b6a692f4b144140b77efa30cb96cfce0ffca83ae3869abd468caf2cda5a9698feeb44a382019530820191300c0603551d130101ff04023000300e0603551d0f0101ff04040302078030130603551d25040c300a06082b06010505070301301d0603551d0e04160414b6f774e7bd09d3b22bd2ac626cd5ee5695e73e6d301f0603551d2304183016801432dd3714897873a9703ca99fcc0abf102099ecd13081b106082b060105050701010481a43081a130819e06082b06010505073002868191687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63612f696e7465726e616c2f30316132323430632d303261652d373061362d383165652d3733326238613664353232612f6365727469666963617465732f30316132323430632d303264662d373338302d386165392d6361363861313761613564362f64657230680603551d1f0461305f305da05ba0598657687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63726c2f30316132323430632d303331642d373434362d386462392d6238383163653832333635632f646572300a06082a8648ce3d0403020348003045022100c04d3a5c08d26f3e2c89cd5f3b9cd9b41cb31bcd84bbce4365d40d527058c7f502202d4a5f2d496f5bfdcc07e6d1c766a66232274f3c47d136c332e02aebdd74326b","sha256":"ed3a54d0c635d9fac29eadfd77152ba1516e2db97d0632e9569c2467b246ba42","key_hash":"e3edfc4d0d93f1bb766519b8a5b1aca6dcd9bb50770930c6d27a43fddcc9ed5e","common_name":"api.example.org","content":{"subject":[{"type":"common_name","value":"api.example.org"}],"sans":[],"keyUsages":["digital_signature"],"extendedKeyUsages":["server_auth"],"keyAlgorithm":"EC_prime256v1","signatureAlgorithm":"ECDSA-SHA256","isAuthority":false,"maxPathLength":-1},"metadata":[],"not_before":"2026-11-28T21:24:56+00:00","not_after":"2027-02-26T21:24:55+00:00","requester_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","renewed_from_id":null,"revoked_at":null,"revocation_reason":null,"deleted_at":null,"created_at":"2026-11-28T21:24:57.232+00:00","updated_at":"2026-11-28T21:24:57.232+00:00","application_id":null,"name_set":null,"origin":"profile","friendly_name":"","outside_chain":null}, 
 {"id":"01a2240c-40ac-7017-9155-88785030291a","project_id":"01a2240c-007e-70d6-b502-2e472799da33","profile_id":"01a2240c-042b-77e5-86a9-22f8c21a67be","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","issuer_key_number":1,"ca_certificate_id":"01a2240c-02df-7380-8ae9-ca68a17aa5d6","serial_number":"4c3493126b388e483c3938f5557f1f05","der":"\\x3082038330820329a00302010202104c3493126b388e483c3938f5557f1f05300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74301e170d3236313132383231323435365a170d3237303232363231323435355a300030820122300d06092a864886f70d01010105000382010f003082010a02820101008d541f5efe3336b4d60882e8dbfc33e1015d0614711ca677e86b15d5683d92651e731246c3d7ddff96f5a8ce3944e1b593a037a8fc901a881dd038874e90dede62122dd50d861061ecdbeac7951b85a38301f5ea1cd9edcbcb110fc5dc35d79fdbd2c9d86b19327fcdd2e0ce29a809e6c95880bb5006d19c0fd80dcbc58c0ad93b02fc6a0aec3f2da8330b42009cc12531197cab57998446e0c5375ef4c873698b84326f060b0e7d23ebd22e8c3b7822591f3cf480e70501efeb0ff772adea98b9df80358b1ac48dba3907c00da092e80aac4721ee7102e48a13c04e3dcc78cd635c3d959fedd9fe91128c6afad787e866dff61c0f524f6ccd10ee57a67d0a0b0203010001a38201a9308201a5300c0603551d130101ff04023000300e0603551d0f0101ff0404030205a030130603551d25040c300a06082b06010505070301301d0603551d0e041604142a34f1a7771822f00cb12777289425fe8f23e846301f0603551d2304183016801432dd3714897873a9703ca99fcc0abf102099ecd13081b106082b060105050701010481a43081a130819e06082b06010505073002868191687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63612f696e7465726e616c2f30316132323430632d303261652d373061362d383165652d3733326238613664353232612f6365727469666963617465732f30316132323430632d303264662d373338302d386165392d6361363861313761613564362f64657230680603551d1f0461305f305da05ba0598657687474703a2f2f3132372e302e302e313a34323631392f6170692f76312f636572742d6d616e616765722f63726c2f30316132323430632d303331642d373434362d386462392d6238383163653832333635632f64657230120603551d110101ff0408300687047f000001300a06082a8648ce3d04030203480030450220176d47b8dad3eea6e2be6651d539f30792da1c76a47bf56a59d5ededf1899260022100f475ce4a1d7b20030cefc43bcdea8f4640d475d0c69ea623904d57e0c0f86d4c","sha256":"b0a7700ac50cdee68f2700c40b3a212a6f8e894170a3e107368f5bca6b2a9918","key_hash":"d39f390b944d81126d9998af6c2af1913957aa546c6c62e407c46760f376d8f1","common_name":"","content":{"subject":[],"sans":[{"type":"ip_address","value":"127.0.0.1"}],"keyUsages":["digital_signature","key_encipherment"],"extendedKeyUsages":["server_auth"],"keyAlgorithm":"RSA_2048","signatureAlgorithm":"ECDSA-SHA256","isAuthority":false,"maxPathLength":-1},"metadata":[],"not_before":"2026-11-28T21:24:56+00:00","not_after":"2027-02-26T21:24:55+00:00","requester_id":"01a2240c-287e-7316-b638-89d056d7c444","renewed_from_id":null,"revoked_at":null,"revocation_reason":null,"deleted_at":null,"created_at":"2026-11-28T21:25:12.509+00:00","updated_at":"2026-11-28T21:25:12.509+00:00","application_id":"01a2240c-0437-70e4-9ee2-d4711a574568","name_set":"61e3415b32f85e6370c3bdcd16738fa5fa92702f5eb5f806b3069f1a380954c2","origin":"profile","friendly_name":"","outside_chain":null}]$rows$);
insert into acme_orders select * from json_populate_recordset(null::acme_orders, $rows$[{"id":"01a2240c-28bc-71eb-b9cc-361bea658cf9","account_id":"01a2240c-287e-7316-b638-89d056d7c444","status":"valid","identifiers":[{"type":"ip","value":"127.0.0.1"}],"digest":"d390484800c58d3e05d460906448422b8bba6b69ad68e1041e068a77cc3f270f","not_before":null,"not_after":null,"expires_at":"2026-12-05T21:25:06.352+00:00","error":null,"certificate_id":"01a2240c-40ac-7017-9155-88785030291a","replaces":null,"created_at":"2026-11-28T21:25:06.352+00:00","updated_at":"2026-11-28T21:25:12.509+00:00"}]$rows$);
insert into acme_order_authorizations select * from json_populate_recordset(null::acme_order_authorizations, $rows$[{"order_id":"01a2240c-28bc-71eb-b9cc-361bea658cf9","authorization_id":"01a2240c-28bc-71eb-b9cc-28e59d526044","position":0}]$rows$);
insert into acme_used_nonces select * from json_populate_recordset(null::acme_used_nonces, $rows$[{"hash":"\\xe51094769d869e57740d0b5b80ca1db1","created_at":"2026-11-28T21:25:06.291+00:00"}, 
 {"hash":"\\x982d96d8e0649b06d8d1633097d8666b","created_at":"2026-11-28T21:25:06.338+00:00"}, 
 {"hash":"\\x4cd10a61ca3330c57111e1cad7dac7e0","created_at":"2026-11-28T21:25:06.406+00:00"}, 
 {"hash":"\\xd0284744fb9aed30bd375f25c7fb42d3","created_at":"2026-11-28T21:25:06.531+00:00"}, 
 {"hash":"\\x3b167064300a6d7924a4c76c8b230487","created_at":"2026-11-28T21:25:06.597+00:00"}, 
 {"hash":"\\x59cb150aa02f910582bb7a900942e340","created_at":"2026-11-28T21:25:11.642+00:00"}, 
 {"hash":"\\xbf8b9acdc11856b589dfccd612a546f8","created_at":"2026-11-28T21:25:12.415+00:00"}, 
 {"hash":"\\xe63d68bb61ef2ca834f2e0bd832dab9e","created_at":"2026-11-28T21:25:12.579+00:00"}]$rows$);
insert into environments select * from json_populate_recordset(null::environments, $rows$[{"id":"01a2240c-009b-712c-8515-3f78d185bfb9","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"Development","slug":"dev","position":1,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-009b-712c-8515-4102445d56a8","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"Staging","slug":"staging","position":2,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-009b-712c-8515-47dac71bd5aa","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"Production","slug":"prod","position":3,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-4da4953028d7","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","name":"Development","slug":"dev","position":1,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-5151bc09bfc0","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","name":"Staging","slug":"staging","position":2,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-557e3adf4dd7","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","name":"Production","slug":"prod","position":3,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}]$rows$);
insert into approval_requests select * from json_populate_recordset(null::approval_requests, $rows$[{"id":"01a2240c-25de-7277-a1d2-a2daff0983b1","slug":"63a7r00f306i","project_id":"01a2240c-007e-70d6-b502-2e472799da33","policy_id":"01a2240c-25ab-7512-8d0d-92726d5b86af","environment_id":"01a2240c-009b-712c-8515-4102445d56a8","folder_id":"01a2240c-009b-712c-8515-4cac536a4e6b","committer_user_id":null,"committer_identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","committer_name":"Instance admin","action":"secret.create","target":{"environment":"staging","secretPath":"/","secretKeys":["HELD"],"count":1},"digest":"\\xab12a50bcee047d6e4539743ee08dd2a227311fea4e02e150f4d245059483d56","round":1,"is_open":true,"close_reason":null,"status_changed_by":null,"bypass_reason":null,"conflicts":null,"key_version":1,"salt":"\\x7b3b581bdb421c4798b33a995ae61e9e","expires_at":"2026-12-28T21:25:05.617+00:00","created_at":"2026-11-28T21:25:05.617+00:00","updated_at":"2026-11-28T21:25:05.617+00:00","folder_ids":["01a2240c-009b-712c-8515-4cac536a4e6b"],"item_count":1}]$rows$);
insert into approval_items select * from json_populate_recordset(null::approval_items, $rows$[{"id":"01a2240c-25d3-74eb-bb1e-38389abbe388","request_id":"01a2240c-25de-7277-a1d2-a2daff0983b1","position":0,"op":"create","secret_id":null,"base_version":null,"folder_id":"01a2240c-009b-712c-8515-4cac536a4e6b","environment_id":"01a2240c-009b-712c-8515-4102445d56a8","secret_path":"/","key":"HELD","new_folder_id":null,"new_environment_id":null,"new_key":null,"tag_ids":[],"more":{"options":{"skipMultilineEncoding":null,"legacyMetadata":null,"reminderNote":null,"reminderRepeatDays":null}},"sealed":"\\x0104ab348c4c3021d813f93b20eec046d869e4d43cdd4bccc550666a717a97dc49e65f9f976e0babf52027fc95b3558b437f31f35be885ca9cb57e0585752bbf34d3f777222fdd8c37de9aff"}]$rows$);
insert into approval_policy_environments select * from json_populate_recordset(null::approval_policy_environments, $rows$[{"policy_id":"01a2240c-25ab-7512-8d0d-92726d5b86af","environment_id":"01a2240c-009b-712c-8515-4102445d56a8","position":1}, 
 {"policy_id":"01a2240c-266a-7130-9c40-854995886de1","environment_id":"01a2240c-009b-712c-8515-47dac71bd5aa","position":1}]$rows$);
insert into approval_policy_people select * from json_populate_recordset(null::approval_policy_people, $rows$[{"id":"01a2240c-25b2-7446-bb38-2bd7d6f40cf2","policy_id":"01a2240c-25ab-7512-8d0d-92726d5b86af","is_bypasser":false,"user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","group_id":null,"position":0}, 
 {"id":"01a2240c-266e-755e-a916-96ec27795b49","policy_id":"01a2240c-266a-7130-9c40-854995886de1","is_bypasser":false,"user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","group_id":null,"position":0}]$rows$);
insert into audit_checkpoints select * from json_populate_recordset(null::audit_checkpoints, $rows$[{"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":76,"key_id":"\\x4bd16c9e89a65161","mac":"\\xf586d4dd684bb6ba8a6bd0ee8a40f9cb9a47ee19d56280904307e4a3b0e56441","created_at":"2026-11-28T21:25:13.826+00:00"}]$rows$);
insert into audit_entries select * from json_populate_recordset(null::audit_entries, $rows$[{"id":"01a2240b-fb74-7001-af90-fe3a26030030","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"instance.bootstrap","target":{"identityId": "01a2240b-fb26-777f-9d03-d0ee487f92b2", "organizationId": "01a2240b-fb0b-7690-ac7e-1a5ad3b257d2"},"req_id":"req-VVpB67TTPzBIn8","address":"","client":null,"created_at":"2026-11-28T21:24:54.627+00:00"}, 
 {"id":"01a2240b-fc92-7001-8773-177fb3a3fa16","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"identity.create","target":{"identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8"},"req_id":"req-iSmdxs4Dbdjy2u","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:54.971+00:00"}, 
 {"id":"01a2240b-fd3e-713b-84c7-3de03ae69703","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"universal-auth.attach","target":{"identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "universalAuthId": "01a2240b-fd35-765b-b31c-29d2e1379e94"},"req_id":"req-q4naCI1YHCPxpu","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.158+00:00"}, 
 {"id":"01a2240b-fdce-7456-927f-c50004ca3410","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"client-secret.create","target":{"identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "clientSecretId": "01a2240b-fdb7-705f-b167-bbeb59313f21"},"req_id":"req-tW9fOb1qmEZcKF","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.271+00:00"}, 
 {"id":"01a2240b-fdea-77fd-9346-572bbe941c1b","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"token-auth.attach","target":{"identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "tokenAuthId": "01a2240b-fde6-700e-8740-29e84864af08"},"req_id":"req-zQlHLpaMYtnMt6","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.386+00:00"}, 
 {"id":"01a2240b-fe25-74d1-a474-9ecf9954d737","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"token.create","target":{"tokenId": "01a2240b-fe09-7271-8461-6f3e6a65f01c", "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8"},"req_id":"req-H5dfqTizP8SvK3","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.422+00:00"}, 
 {"id":"01a2240b-ff1c-72fe-92a2-574e375f8b61","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"oidc-auth.attach","target":{"after": {"caCert": "", "singleUse": false, "boundClaims": {}, "boundIssuer": "https://token.actions.githubusercontent.com", "maxTokenAge": 0, "boundSubject": "repo:octo/app:ref:refs/heads/main", "boundAudiences": "https://github.com/octo", "oidcDiscoveryUrl": "https://token.actions.githubusercontent.com", "claimMetadataMapping": {}}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff13-7544-80f6-5f4b0d0a489c"},"req_id":"req-XgijRZfJ8DOr5M","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.688+00:00"}, 
 {"id":"01a2240b-ff65-74ad-9288-15056db189e6","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"jwt-auth.attach","target":{"after": {"jwksUrl": "https://issuer.example.org/jwks.json", "singleUse": false, "jwksCaCert": "", "publicKeys": [], "boundClaims": {}, "boundIssuer": "https://issuer.example.org", "maxTokenAge": 0, "boundSubject": "spiffe://example.org/ns/shop/sa/api", "boundAudiences": "strongroom", "configurationType": "jwks"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff59-74a5-9a73-48bbb0b2ca93"},"req_id":"req-UT2IcWnShAZmyU","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.759+00:00"}, 
 {"id":"01a2240b-ff86-77e9-af1d-6ea6ca332db3","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"kubernetes-auth.attach","target":{"after": {"caCert": "", "issuer": "", "jwksUrl": "", "publicKeys": [], "maxTokenAge": 0, "allowedNames": "api", "kubernetesHost": "https://kubernetes.example.org:6443", "allowedAudience": "", "tokenReviewMode": "api", "allowedNamespaces": "shop"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff7a-7785-8203-99b5d8725287"},"req_id":"req-TQEI2YGa07AfV3","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.796+00:00"}, 
 {"id":"01a2240b-ffa2-76b9-b3be-80ee9af8a457","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"aws-auth.attach","target":{"after": {"stsEndpoint": "https://sts.amazonaws.com/", "allowedAccountIds": "", "allowedPrincipalArns": "arn:aws:iam::123456789012:role/deploy"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff9f-77a0-aa19-b21dd5665ba0"},"req_id":"req-5xjM9UiTnb95YU","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.83+00:00"}, 
 {"id":"01a2240b-ffd9-76bf-b76e-134836b0196f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"azure-auth.attach","target":{"after": {"resource": "https://management.azure.com/", "tenantId": "72f988bf-86f1-41af-91ab-2d7cd011db47", "allowedServicePrincipalIds": "1f3c9c0e-4b0f-4f0e-9d5a-7a4b8f6d2c11"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ffc2-719a-9feb-8be66b5436e0"},"req_id":"req-GyoEWKEI0cxipP","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.857+00:00"}, 
 {"id":"01a2240c-0012-71ae-b336-2352e94adfb6","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"gcp-auth.attach","target":{"after": {"type": "iam", "allowedZones": "", "allowedProjects": "", "allowedServiceAccounts": "deploy@shop.iam.gserviceaccount.com"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240c-0008-75f8-9fdc-5765331db572"},"req_id":"req-lwRQqf0T1bHNSO","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.928+00:00"}, 
 {"id":"01a2240c-003f-773a-bec4-d45e268ceb41","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"jwt-auth.update","target":{"after": {"jwksUrl": "", "publicKeys": "sha256:5933117f9f16003b04538a72d5988a26025341f7e526743b9f2acab3371da41b", "boundIssuer": "https://jobs.example", "boundSubject": "job:a", "configurationType": "static"}, "before": {"jwksUrl": "https://issuer.example.org/jwks.json", "publicKeys": [], "boundIssuer": "https://issuer.example.org", "boundSubject": "spiffe://example.org/ns/shop/sa/api", "configurationType": "jwks"}, "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff59-74a5-9a73-48bbb0b2ca93"},"req_id":"req-hbTDxYDy1lB0BC","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:55.975+00:00"}, 
 {"id":"01a2240c-005a-753f-b0e8-0af6f1993e8a","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","actor_name":"machine","action":"identity.new-subject","target":{"iss": "https://jobs.example", "sub": "job:a", "method": "jwt-auth", "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "workloadAuthId": "01a2240b-ff59-74a5-9a73-48bbb0b2ca93"},"req_id":"req-joueudlTTGCcIA","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.026+00:00"}, 
 {"id":"01a2240c-00a7-77c0-a62f-9685da57a2d6","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"project.create","target":{"name": "everything", "slug": "everything", "projectId": "01a2240c-007e-70d6-b502-2e472799da33"},"req_id":"req-qO4s8cQsgCsI57","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-00db-7044-9271-7acb6b313d3a","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"folder.create","target":{"made": ["/apps"], "path": "/apps", "folderId": "01a2240c-00da-716a-a889-01e3e74f6f76", "environment": "dev"},"req_id":"req-rTpLezYZKxCK58","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.14+00:00"}, 
 {"id":"01a2240c-0100-73d2-9f4b-3efacada26b9","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["KEY"], "secretPath": "/", "environment": "dev"},"req_id":"req-RMLBCuc6yjEPrZ","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.188+00:00"}, 
 {"id":"01a2240c-0173-7266-9d7c-fc2905e94964","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret-import.create","target":{"source": {"secretPath": "/", "environment": "prod"}, "folderId": "01a2240c-009b-712c-8515-4b50797caa8f", "position": 1, "secretPath": "/", "environment": "dev", "secretImportId": "01a2240c-016b-73c0-b008-7afc19026c1d"},"req_id":"req-X69qscn5T7eKJg","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.251+00:00"}, 
 {"id":"01a2240c-01a5-7729-a522-d4ad0f1a3202","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"tag.create","target":{"slug": "fuzz", "tagId": "01a2240c-0194-7286-9845-7448d72892e5"},"req_id":"req-Cgq2079JTMRh26","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.341+00:00"}, 
 {"id":"01a2240c-01e4-715d-875b-419431135a69","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"service-token.create","target":{"name": "fuzzed", "scopes": [{"secretPath": "/", "environment": "dev"}], "expiresAt": "2027-11-28T21:24:56.384Z", "permissions": ["read"], "serviceTokenId": "01a2240c-01de-7550-9cbd-fd1cc4bd5764"},"req_id":"req-VxVvBcEpLKBONi","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.384+00:00"}, 
 {"id":"01a2240c-01f2-75a0-91dd-5139a230c9d0","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"project-role.create","target":{"slug": "reader", "roleId": "01a2240c-01f2-75a0-91dd-4c61ea2a614e"},"req_id":"req-mrNRPrjpzIrxpm","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.428+00:00"}, 
 {"id":"01a2240c-021d-7387-98a7-fbc7fe57ae14","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"identity-membership.create","target":{"roles": ["viewer"], "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "membershipId": "01a2240c-0213-76f7-b656-2522ee412ac7"},"req_id":"req-IuQdWb9YFoBpP0","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.454+00:00"}, 
 {"id":"01a2240c-0345-750e-b630-0c4a55051497","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-authority.create","target":{"name": "root", "type": "root", "keyAlgorithm": "EC_prime256v1", "serialNumber": "7574821cda57a57f301441cb9a060825", "certificateAuthorityId": "01a2240c-02ae-70a6-81ee-732b8a6d522a"},"req_id":"req-91yBAxAsb95nPP","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.674+00:00"}, 
 {"id":"01a2240c-037f-77f4-9e8b-b8bd59440633","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-authority.create","target":{"name": "below", "type": "intermediate", "keyAlgorithm": "EC_prime256v1", "serialNumber": null, "certificateAuthorityId": "01a2240c-0360-7788-939e-e11ca78cb227"},"req_id":"req-Rd2kxGYPY7I4nr","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.803+00:00"}, 
 {"id":"01a2240c-0402-70fa-9dee-5955938bf3c3","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-authority.issue-certificate","target":{"name": "below", "issuerId": "01a2240c-02ae-70a6-81ee-732b8a6d522a", "notAfter": "2035-01-01T00:00:00.000Z", "serialNumber": "76e52d037a473c4d4d087fcce8cf9873", "certificateAuthorityId": "01a2240c-0360-7788-939e-e11ca78cb227"},"req_id":"req-UGS0PDofG9bD2J","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.948+00:00"}, 
 {"id":"01a2240c-0418-72d5-b690-4b79e5225a7f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-policy.create","target":{"name": "anything", "certificatePolicyId": "01a2240c-0416-73ab-8f0d-69274f1f7388"},"req_id":"req-9Cim47Y2NQwrGn","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.98+00:00"}, 
 {"id":"01a2240c-042d-756b-b1ef-e498dd02c3dd","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-profile.create","target":{"slug": "servers", "policyId": "01a2240c-0416-73ab-8f0d-69274f1f7388", "authorityId": "01a2240c-02ae-70a6-81ee-732b8a6d522a", "certificateProfileId": "01a2240c-042b-77e5-86a9-22f8c21a67be"},"req_id":"req-oT1eB8DezbTl3O","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.997+00:00"}, 
 {"id":"01a2240c-0440-756a-9306-1bf23296056c","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-application.create","target":{"name": "shop", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "certificateProfileIds": ["01a2240c-042b-77e5-86a9-22f8c21a67be"]},"req_id":"req-y7V3nhNrK14WTj","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:57.014+00:00"}, 
 {"id":"01a2240c-0467-72b6-ba98-f22daf409720","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-application.set-api-enrollment","target":{"name": "shop", "slug": "servers", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "renewBeforeDays": null, "certificateProfileId": "01a2240c-042b-77e5-86a9-22f8c21a67be"},"req_id":"req-aEMhbocB6X5ULH","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:57.048+00:00"}, 
 {"id":"01a2240c-04a4-763f-9d24-60455422a30a","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-application.set-acme-enrollment","target":{"name": "shop", "slug": "servers", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "certificateProfileId": "01a2240c-042b-77e5-86a9-22f8c21a67be"},"req_id":"req-2rJOITFgaG1G67","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:57.111+00:00"}, 
 {"id":"01a2240c-04f6-7718-988a-ce764a2b30d6","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate.issue","target":{"notAfter": "2027-02-26T21:24:55.000Z", "profileId": "01a2240c-042b-77e5-86a9-22f8c21a67be", "commonName": "api.example.org", "authorityId": "01a2240c-02ae-70a6-81ee-732b8a6d522a", "serialNumber": "65e7fd38d0d1051be95e7ce1220617f6", "certificateId": "01a2240c-04e8-712f-a2f1-bd46692c21ee", "renewedFromId": null},"req_id":"req-kAS7NR68epsFYc","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:57.193+00:00"}, 
 {"id":"01a2240c-0525-7269-b4a9-fc0f3525d127","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate.issue","target":{"notAfter": "2027-02-26T21:24:55.000Z", "profileId": "01a2240c-042b-77e5-86a9-22f8c21a67be", "commonName": "api.example.org", "authorityId": "01a2240c-02ae-70a6-81ee-732b8a6d522a", "serialNumber": "72fae84a16fe797e61ca759e1a8bf206", "certificateId": "01a2240c-050f-75ba-b537-4e2ee7dff56e", "renewedFromId": null},"req_id":"req-hDLacVzjtLzL6S","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:57.232+00:00"}, 
 {"id":"01a2240c-0fa3-7023-bca9-dbcdbf324147","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"user","actor_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","actor_name":"fuzzer@example.org","action":"user.password-reset","target":{"email": "fuzzer@example.org", "userId": "2b147772-3fc2-4e4b-9f26-0fb2e63c7de1"},"req_id":"req-nX9wflPaT90AQk","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:59.927+00:00"}, 
 {"id":"01a2240c-18a9-710d-80dd-2ef6973a3b45","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"user","actor_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","actor_name":"spare@example.org","action":"user.password-reset","target":{"email": "spare@example.org", "userId": "a4ce3413-c218-43d6-b27b-c0e972d1f274"},"req_id":"req-H4SMM7B3WBEtL4","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:02.245+00:00"}, 
 {"id":"01a2240c-2285-721b-bd53-acc71bc4126b","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"user","actor_id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","actor_name":"doomed@example.org","action":"user.password-reset","target":{"email": "doomed@example.org", "userId": "0da4ef0b-e3cf-420a-a811-4e8a866a7d44"},"req_id":"req-zZGT4wtR96suny","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:04.771+00:00"}, 
 {"id":"01a2240c-25e2-73cd-9114-a5ea43b8238f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"approval-request.open","target":{"of": "secret.create", "slug": "63a7r00f306i", "items": [{"op": "create", "secretKey": "HELD", "secretPath": "/", "environment": "staging"}], "policyId": "01a2240c-25ab-7512-8d0d-92726d5b86af", "requestId": "01a2240c-25de-7277-a1d2-a2daff0983b1", "secretPath": "/", "environment": "staging"},"req_id":"req-NP6FaVWehd5vtD","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.617+00:00"}, 
 {"id":"01a2240c-2605-7051-9a4a-ba8aa39c6c61","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"user-membership.create","target":{"roles": ["member"], "userId": "2b147772-3fc2-4e4b-9f26-0fb2e63c7de1", "membershipId": "01a2240c-2602-74bd-8c5b-ff130feb7ae1"},"req_id":"req-9gB9YEPmfroNIt","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.658+00:00"}, 
 {"id":"01a2240c-0268-727d-964c-febe217ab11f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"privilege.grant","target":{"slug": "more", "identityId": "01a2240b-fc73-71bc-a255-6259f940f9b8", "isTemporary": false, "privilegeId": "01a2240c-0267-724b-a4bb-7f6c82c7b454"},"req_id":"req-UhAnPd0yx64lUC","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:56.534+00:00"}, 
 {"id":"01a2240c-0f01-76e9-9d5a-b548feb9cc12","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"user.create","target":{"role": "member", "email": "fuzzer@example.org", "userId": "2b147772-3fc2-4e4b-9f26-0fb2e63c7de1", "membershipId": "01a2240c-0efd-707b-9708-f6d1f3b3ce64"},"req_id":"req-0SDhxTrkwKnJD0","address":"local","client":"strongroom user:create","created_at":"2026-11-28T21:24:59.739+00:00"}, 
 {"id":"01a2240c-1876-7609-82b2-723361038a99","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"user.create","target":{"role": "member", "email": "spare@example.org", "userId": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "membershipId": "01a2240c-1873-7267-b9aa-ce528eda6daa"},"req_id":"req-22FL4ungcOhUGd","address":"local","client":"strongroom user:create","created_at":"2026-11-28T21:25:02.189+00:00"}, 
 {"id":"01a2240c-2211-7344-8ea7-88c6c1329791","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"system","actor_id":null,"actor_name":"system","action":"user.create","target":{"role": "member", "email": "doomed@example.org", "userId": "0da4ef0b-e3cf-420a-a811-4e8a866a7d44", "membershipId": "01a2240c-2207-772c-964d-f8cd1ab4d8b0"},"req_id":"req-kmh5bcaXVzM4jh","address":"local","client":"strongroom user:create","created_at":"2026-11-28T21:25:04.64+00:00"}, 
 {"id":"01a2240c-2366-71b4-bc02-ee936c8cf148","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group.create","target":{"role": "no-access", "slug": "with-spare-example-org-ur9ojdei", "groupId": "01a2240c-235f-77c0-9a11-e007834289d5"},"req_id":"req-ivOAFdlM0AxvRS","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:04.974+00:00"}, 
 {"id":"01a2240c-23b7-714c-9421-d603b55dc90e","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group.add-user","target":{"userId": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "groupId": "01a2240c-235f-77c0-9a11-e007834289d5"},"req_id":"req-VOcX1DGF0pZjcD","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.034+00:00"}, 
 {"id":"01a2240c-2417-7679-850f-87366b286ae5","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"user-membership.create","target":{"roles": ["viewer"], "userId": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "membershipId": "01a2240c-2404-7557-b962-ad06d2c498ea"},"req_id":"req-lwRlkmQJjfSIRc","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.112+00:00"}, 
 {"id":"01a2240c-2447-76ce-8b6d-c28e636e6271","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group-membership.create","target":{"roles": ["viewer"], "groupId": "01a2240c-235f-77c0-9a11-e007834289d5", "membershipId": "01a2240c-2441-7713-b2fa-0d962306db81"},"req_id":"req-GSwpL3YqQ4cdX2","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.196+00:00"}, 
 {"id":"01a2240c-2481-76c0-ba21-6a90d29dc691","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"privilege.grant","target":{"slug": "more-for-people", "userId": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "isTemporary": false, "privilegeId": "01a2240c-2478-7228-a570-0554358bab75"},"req_id":"req-heW2RsdU3Ba0gS","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.255+00:00"}, 
 {"id":"01a2240c-24a5-7284-9ec2-4b61d18aaa3f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"scim-token.create","target":{"ttlDays": 365, "description": "fuzzed", "scimTokenId": "01a2240c-24a2-7121-b493-3be712dabc40"},"req_id":"req-Q0F7QUQps8hHJS","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.301+00:00"}, 
 {"id":"01a2240c-24bc-71ac-9e89-87e0424817f8","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"scim-token.create","target":{"ttlDays": 365, "description": "fuzzed", "scimTokenId": "01a2240c-24b9-7332-b5d4-50215150d091"},"req_id":"req-U4c2burDA2XhDA","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.332+00:00"}, 
 {"id":"01a2240c-24c9-7698-8c83-cf90b61350f8","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group.create","target":{"role": "no-access", "slug": "with-doomed-example-org-f80xmop6", "groupId": "01a2240c-24c8-74c2-b0af-46dfe97c6aba"},"req_id":"req-L577u52RlUBPX4","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.348+00:00"}, 
 {"id":"01a2240c-24e8-733e-be52-ca3efef26e19","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group.add-user","target":{"userId": "0da4ef0b-e3cf-420a-a811-4e8a866a7d44", "groupId": "01a2240c-24c8-74c2-b0af-46dfe97c6aba"},"req_id":"req-YfHp7KsfezUigq","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.364+00:00"}, 
 {"id":"01a2240c-24fb-746a-8529-3fc5abf5c854","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"user-membership.create","target":{"roles": ["viewer"], "userId": "0da4ef0b-e3cf-420a-a811-4e8a866a7d44", "membershipId": "01a2240c-24f9-77e4-af60-67eaccae00eb"},"req_id":"req-d8b0LD84mUKRrI","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.396+00:00"}, 
 {"id":"01a2240c-251c-75ae-be13-38a755c9e44b","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"group-membership.create","target":{"roles": ["viewer"], "groupId": "01a2240c-24c8-74c2-b0af-46dfe97c6aba", "membershipId": "01a2240c-2518-72ea-9e4c-81ab2555ab69"},"req_id":"req-1XhleY2A152svN","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.424+00:00"}, 
 {"id":"01a2240c-253e-744a-b469-14641b9d7a2c","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"privilege.grant","target":{"slug": "more-for-people", "userId": "0da4ef0b-e3cf-420a-a811-4e8a866a7d44", "isTemporary": false, "privilegeId": "01a2240c-253a-710c-8e9c-38fda397bbff"},"req_id":"req-3lnA9ra3dLbOnT","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.458+00:00"}, 
 {"id":"01a2240c-2584-7656-91be-2a989c74cee0","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"scim-token.create","target":{"ttlDays": 365, "description": "fuzzed", "scimTokenId": "01a2240c-256e-7569-b347-7365e4e912db"},"req_id":"req-LkMTbQFhnbv1A8","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.506+00:00"}, 
 {"id":"01a2240c-25bc-70a7-b4a7-efd62a9d1863","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"approval-policy.create","target":{"after": {"name": null, "approvals": 1, "approvers": [{"id": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "type": "user", "username": "spare@example.org"}], "bypassers": [], "secretPath": "/", "environments": ["staging"], "enforcementLevel": "hard", "allowedSelfApprovals": false, "bypassForMachineIdentities": false}, "policyId": "01a2240c-25ab-7512-8d0d-92726d5b86af"},"req_id":"req-GtubkfAQtEtCam","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.566+00:00"}, 
 {"id":"01a2240c-2656-710c-8e04-91f6888c5dac","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"user","actor_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","actor_name":"fuzzer@example.org","action":"user.login","target":{"kind": "cli", "email": "fuzzer@example.org", "userId": "2b147772-3fc2-4e4b-9f26-0fb2e63c7de1", "assurance": "password"},"req_id":"req-Vnkm4HfYCZjilI","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.749+00:00"}, 
 {"id":"01a2240c-2681-7260-b6ed-ec84b79db994","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"approval-policy.create","target":{"of": "access", "after": {"name": null, "actions": ["describeSecret", "readValue", "create", "edit", "delete"], "approvals": 1, "approvers": [{"id": "a4ce3413-c218-43d6-b27b-c0e972d1f274", "type": "user", "username": "spare@example.org"}], "bypassers": [], "maxPeriod": "8h", "secretPath": "/**", "environments": ["prod"], "requestPeriod": null, "enforcementLevel": "hard", "allowedSelfApprovals": false, "bypassForMachineIdentities": false}, "policyId": "01a2240c-266a-7130-9c40-854995886de1"},"req_id":"req-Y0IzZpni8nQrAO","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.764+00:00"}, 
 {"id":"01a2240c-26b6-77ed-bf56-a73cb388fe24","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"user","actor_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","actor_name":"fuzzer@example.org","action":"access-request.open","target":{"policyId": "01a2240c-266a-7130-9c40-854995886de1", "requestId": "01a2240c-26b2-774e-8ba7-84f016e7362b", "secretPath": "/", "environment": "prod", "permissions": [{"action": ["create"], "subject": "secrets", "conditions": {"secretPath": "/", "environment": "prod"}}], "temporaryRange": "2h"},"req_id":"req-Sdnbl9bY31R2Ro","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.822+00:00"}, 
 {"id":"01a2240c-26ce-73f4-a1e9-ed52efb1b813","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"project.create","target":{"name": "Kept", "slug": "kept-project", "projectId": "01a2240c-26c1-7426-bc14-9173fba3f61d"},"req_id":"req-CihNt6SeHjVhYG","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26ef-74ef-aa07-6ea87da40737","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"folder.create","target":{"made": ["/api"], "path": "/api", "folderId": "01a2240c-26e9-759d-ade0-fd4ac903a45e", "environment": "dev"},"req_id":"req-1xTQLBksfT9Sdj","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.891+00:00"}, 
 {"id":"01a2240c-2700-76a3-b445-5f267c8bf580","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"tag.create","target":{"slug": "kept", "tagId": "01a2240c-26fb-7534-96fe-f5af7812dc6c"},"req_id":"req-nkPT6jtxOJFRUk","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.918+00:00"}, 
 {"id":"01a2240c-2711-7380-9dd8-6bad2435bb6e","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-51ZGvkwJ5kTU1K","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.936+00:00"}, 
 {"id":"01a2240c-2754-729f-ba69-dfc0f2883c87","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["TAGGED"], "secretPath": "/", "environment": "dev"},"req_id":"req-lzplEcwTreaQWR","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.004+00:00"}, 
 {"id":"01a2240c-2766-768b-b6f0-7613aba72980","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"org-role.create","target":{"slug": "auditor", "roleId": "01a2240c-2761-731b-adb4-6b122f2cde96"},"req_id":"req-ImMW7TE08XdtHf","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.012+00:00"}, 
 {"id":"01a2240c-277b-7226-8622-7f5900fba262","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"user","actor_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","actor_name":"fuzzer@example.org","action":"personal-secret.create","target":{"count": 1, "secretPath": "/", "environment": "dev"},"req_id":"req-kf5isZq8m9IxWe","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.034+00:00"}, 
 {"id":"01a2240c-27c1-7318-ae74-d6ebc7599fbd","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"user","actor_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","actor_name":"fuzzer@example.org","action":"user.second-factor-on","target":{"email": "fuzzer@example.org", "userId": "2b147772-3fc2-4e4b-9f26-0fb2e63c7de1", "sessionId": "01a2240c-2656-710c-8e04-95e5591826e1"},"req_id":"req-Tias2ZAtypglga","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.084+00:00"}, 
 {"id":"01a2240c-27cf-75e3-bd20-31c624be4a99","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"scim","actor_id":"01a2240c-24b9-7332-b5d4-50215150d091","actor_name":"fuzzed","action":"scim-user.create","target":{"userId": "46115050-d614-4760-b759-7561290a893d", "userName": "prov@example.org", "membershipId": "01a2240c-27cd-769a-b2d6-e5fb2d9bc928"},"req_id":"req-MuPtldZB1xpXXF","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.12+00:00"}, 
 {"id":"01a2240c-27dd-71c5-af10-a78478345477","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"scim","actor_id":"01a2240c-24b9-7332-b5d4-50215150d091","actor_name":"fuzzed","action":"scim-group.create","target":{"name": "Provided", "added": 1, "groupId": "01a2240c-27d6-7592-9420-215d0a2e6392", "addedUserIds": ["46115050-d614-4760-b759-7561290a893d"]},"req_id":"req-UkZAtrArQjIiVq","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.134+00:00"}, 
 {"id":"01a2240c-27f4-705a-b4b8-cf2f9e580806","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"certificate-application.reveal-binding","target":{"slug": "servers", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "certificateProfileId": "01a2240c-042b-77e5-86a9-22f8c21a67be"},"req_id":"req-1IZ1RuHgU0NtFl","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.166+00:00"}, 
 {"id":"01a2240c-2886-75bc-9b1e-dd6b7a59b420","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"system","actor_id":"01a2240c-287e-7316-b638-89d056d7c444","actor_name":"ACME account","action":"acme-account.create","target":{"contact": ["mailto:ops@example.org"], "isBound": true, "thumbprint": "IRtAYELVpPTehrOcw9xAeCdMAYMJonrCE4jW9_T2fyg", "acmeAccountId": "01a2240c-287e-7316-b638-89d056d7c444", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "certificateProfileId": "01a2240c-042b-77e5-86a9-22f8c21a67be"},"req_id":"req-ErTh920jbe9Lly","address":"127.0.0.1","client":"node-acme-client/5.4.0","created_at":"2026-11-28T21:25:06.303+00:00"}, 
 {"id":"01a2240c-40e2-71de-9f7a-3e69f854af46","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"system","actor_id":"01a2240c-287e-7316-b638-89d056d7c444","actor_name":"ACME account","action":"certificate.issue","target":{"notAfter": "2027-02-26T21:24:55.000Z", "profileId": "01a2240c-042b-77e5-86a9-22f8c21a67be", "commonName": "", "authorityId": "01a2240c-02ae-70a6-81ee-732b8a6d522a", "serialNumber": "4c3493126b388e483c3938f5557f1f05", "acmeAccountId": "01a2240c-287e-7316-b638-89d056d7c444", "applicationId": "01a2240c-0437-70e4-9ee2-d4711a574568", "certificateId": "01a2240c-40ac-7017-9155-88785030291a"},"req_id":"req-y9WbC8ij4VxWmA","address":"127.0.0.1","client":"node-acme-client/5.4.0","created_at":"2026-11-28T21:25:12.509+00:00"}, 
 {"id":"01a2240c-412a-73e5-9c05-dcf5b6f4640a","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"service-token.create","target":{"name": "kept", "scopes": [{"secretPath": "/", "environment": "dev"}], "expiresAt": "2027-11-28T21:25:12.605Z", "permissions": ["read"], "serviceTokenId": "01a2240c-4127-7641-a86e-576bdf1cacec"},"req_id":"req-JTWIFuVtWsJpLo","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:12.605+00:00"}, 
 {"id":"01a2240c-414c-7263-bccf-0c4f0164a2ed","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-007e-70d6-b502-2e472799da33","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"tag.create","target":{"slug": "once", "tagId": "01a2240c-4146-7040-9850-490acf433d5e"},"req_id":"req-KmyEcMyPQEsMlI","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:12.64+00:00"}, 
 {"id":"01a2240c-4173-705a-9ded-581d4e7176f0","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":null,"actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"email-domain.claim","target":{"domain": "kept.example", "emailDomainId": "01a2240c-416c-7539-8fb6-28a7bf6ef9b7"},"req_id":"req-akQ72YKr2Lxn82","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:12.677+00:00"}, 
 {"id":"01a2240c-2729-7384-97f4-6fe44c908f3f","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret.update","target":{"count": 1, "secretKeys": ["KEPT"], "secretPath": "/", "environment": "dev"},"req_id":"req-omQGdxfaa56z10","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.958+00:00"}, 
 {"id":"01a2240c-273f-7683-bf40-5d108cd7d97d","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","actor_kind":"identity","actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","action":"secret.create","target":{"count": 1, "secretKeys": ["POINTS"], "secretPath": "/api", "environment": "dev"},"req_id":"req-sNlPAS3dF9w7i3","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.984+00:00"}]$rows$);
insert into audit_links select * from json_populate_recordset(null::audit_links, $rows$[{"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":1,"entry_id":"01a2240b-fb74-7001-af90-fe3a26030030","key_id":"\\x4bd16c9e89a65161","mac":"\\x4ef80fe79cb7db125947b82c9a30606e2fb49648d2b6173ac2bfea153d50bb26"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":2,"entry_id":"01a2240b-fc92-7001-8773-177fb3a3fa16","key_id":"\\x4bd16c9e89a65161","mac":"\\x96e6f5bc3a4791b55d35375d78abde67262ebc3a48bdca92f0bd5ea3eaf73346"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":3,"entry_id":"01a2240b-fd3e-713b-84c7-3de03ae69703","key_id":"\\x4bd16c9e89a65161","mac":"\\x53889b42b8f854085ff49cf091b80073f2b2cc30e5e3a8b111d61bd89160ba1d"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":4,"entry_id":"01a2240b-fdce-7456-927f-c50004ca3410","key_id":"\\x4bd16c9e89a65161","mac":"\\xdcbe5a4ad3945c03b172664f3c24c9b2f0e540294b3631e633c0936fadcd26c0"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":5,"entry_id":"01a2240b-fdea-77fd-9346-572bbe941c1b","key_id":"\\x4bd16c9e89a65161","mac":"\\x5dbec6e71e190a4128f09d80c2abe50a22e505dbf14ec132f4fcfc0dc219d158"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":6,"entry_id":"01a2240b-fe25-74d1-a474-9ecf9954d737","key_id":"\\x4bd16c9e89a65161","mac":"\\x0810917cadb5fc367d563d8c915ce8db74d7bee51c459f5c9bc0c7d5f02e8c11"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":7,"entry_id":"01a2240b-ff1c-72fe-92a2-574e375f8b61","key_id":"\\x4bd16c9e89a65161","mac":"\\x3b91ad2f188b259ded3ca65303ac1636c6f2b55397d833a28e234426317c62f3"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":8,"entry_id":"01a2240b-ff65-74ad-9288-15056db189e6","key_id":"\\x4bd16c9e89a65161","mac":"\\x82182df53a85e7594f81dc7a91757a6c4ad28aa4f8ec6958c1d69ec285d5b17a"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":9,"entry_id":"01a2240b-ff86-77e9-af1d-6ea6ca332db3","key_id":"\\x4bd16c9e89a65161","mac":"\\x52f2e6cddfada53cdb0fe6bc0faafdb7b7761f7d8f9758ef29b3483a71ab3bb1"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":10,"entry_id":"01a2240b-ffa2-76b9-b3be-80ee9af8a457","key_id":"\\x4bd16c9e89a65161","mac":"\\x26cc18c217982de6663d654a80b22de9c9325b86d95e0fbcdf017e124d9876cc"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":11,"entry_id":"01a2240b-ffd9-76bf-b76e-134836b0196f","key_id":"\\x4bd16c9e89a65161","mac":"\\x6566056774f0a9605b2683c514cb17c4025f7ea893ac184a2693ed0a638b72a1"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":12,"entry_id":"01a2240c-0012-71ae-b336-2352e94adfb6","key_id":"\\x4bd16c9e89a65161","mac":"\\x65f4855a90a808f9aa547422734901ef259209437f10912e5d83efc0d467b1ef"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":13,"entry_id":"01a2240c-003f-773a-bec4-d45e268ceb41","key_id":"\\x4bd16c9e89a65161","mac":"\\x3ca7a79bddfda02773b6a38fab2e8a5d0ce9c43a93ed3d654dd6e12cc75877bb"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":14,"entry_id":"01a2240c-005a-753f-b0e8-0af6f1993e8a","key_id":"\\x4bd16c9e89a65161","mac":"\\x90b6b3ce26807b431cdf3f41904cb891c21c74452859cf91d3de6d55f9c9b051"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":15,"entry_id":"01a2240c-00a7-77c0-a62f-9685da57a2d6","key_id":"\\x4bd16c9e89a65161","mac":"\\x975a6fb13b862e93340eeab0c28dccc08d9a18b674c1a03ec4a040a324f81c84"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":16,"entry_id":"01a2240c-00db-7044-9271-7acb6b313d3a","key_id":"\\x4bd16c9e89a65161","mac":"\\xc7572f283502379c504700010c39b6077df803a48126ab4d7502074444d3ec00"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":17,"entry_id":"01a2240c-0100-73d2-9f4b-3efacada26b9","key_id":"\\x4bd16c9e89a65161","mac":"\\x8f8612b6c8289c3819c2ffe4badc5d7b83527d8f0e4b1d6faf8edd4d40f8503d"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":18,"entry_id":"01a2240c-0173-7266-9d7c-fc2905e94964","key_id":"\\x4bd16c9e89a65161","mac":"\\xb60a6115fc56bd96a84d4f00d83c75cf7ba53970fb64a894d9c07af85197cf95"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":19,"entry_id":"01a2240c-01a5-7729-a522-d4ad0f1a3202","key_id":"\\x4bd16c9e89a65161","mac":"\\xe80af35655fe7a795c5d59cbbb3f77380e1f2ddd8a673c156aa8a7bd8790f937"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":20,"entry_id":"01a2240c-01e4-715d-875b-419431135a69","key_id":"\\x4bd16c9e89a65161","mac":"\\x29206c46c5a6646fcc61cc0e571bd67982cd88614f463ce1907074067ff68a5c"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":21,"entry_id":"01a2240c-01f2-75a0-91dd-5139a230c9d0","key_id":"\\x4bd16c9e89a65161","mac":"\\x64d9120bfbddf33ad76dae0d3f8cb9d18c2925618d4d3d09f7279c008140b409"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":22,"entry_id":"01a2240c-021d-7387-98a7-fbc7fe57ae14","key_id":"\\x4bd16c9e89a65161","mac":"\\xaa23148043c6b8fa55fa56576e5e86007c4984031aa5077db57b6505d330747a"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":23,"entry_id":"01a2240c-0268-727d-964c-febe217ab11f","key_id":"\\x4bd16c9e89a65161","mac":"\\xfebb0d065bb40935e6ac9e5993db7f6ae64c75b747656450739c62112241b45b"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":24,"entry_id":"01a2240c-0345-750e-b630-0c4a55051497","key_id":"\\x4bd16c9e89a65161","mac":"\\x94765678f2e6c904832549d5994965e6e036357d3cb71af0cd9b87c94271e450"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":25,"entry_id":"01a2240c-037f-77f4-9e8b-b8bd59440633","key_id":"\\x4bd16c9e89a65161","mac":"\\xe3e3d0c46162170c78a5b9eba7673a5e43604a1b461ff241c35af3bcb74b2d20"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":26,"entry_id":"01a2240c-0402-70fa-9dee-5955938bf3c3","key_id":"\\x4bd16c9e89a65161","mac":"\\x3b7bbc23531f95cf81d73c94c88a50c66d3406c5581f119e33a167972a09561a"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":27,"entry_id":"01a2240c-0418-72d5-b690-4b79e5225a7f","key_id":"\\x4bd16c9e89a65161","mac":"\\xa0f7813733fcb361070f2c0c374bbfe8a929918d835125a7c579bf580a65c1dd"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":28,"entry_id":"01a2240c-042d-756b-b1ef-e498dd02c3dd","key_id":"\\x4bd16c9e89a65161","mac":"\\x141206cfc122102814f343b149a428f45737c1c9cf632c71903aa8ac51664e51"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":29,"entry_id":"01a2240c-0440-756a-9306-1bf23296056c","key_id":"\\x4bd16c9e89a65161","mac":"\\x510012d06e328481016068301c296266a2e2739208606f1e94461e223911813e"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":30,"entry_id":"01a2240c-0467-72b6-ba98-f22daf409720","key_id":"\\x4bd16c9e89a65161","mac":"\\xc58f7d19afe2a96f686a1804d179a8797a2bcae279561445f4fa63e58cf42a08"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":31,"entry_id":"01a2240c-04a4-763f-9d24-60455422a30a","key_id":"\\x4bd16c9e89a65161","mac":"\\x3dc8bd7b9c4ce27c90ac5ca8b3982100094b15564687c27df615a8a12ceccb80"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":32,"entry_id":"01a2240c-04f6-7718-988a-ce764a2b30d6","key_id":"\\x4bd16c9e89a65161","mac":"\\x4b312e6339b480fe2f9bcd360078032a3f5c112a42f0b2408b968e38562b9496"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":33,"entry_id":"01a2240c-0525-7269-b4a9-fc0f3525d127","key_id":"\\x4bd16c9e89a65161","mac":"\\x0cc1353445cc003945045e24e106abecca29dea729caddf5d32eebb4ec77f265"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":34,"entry_id":"01a2240c-0f01-76e9-9d5a-b548feb9cc12","key_id":"\\x4bd16c9e89a65161","mac":"\\x6192df71d78375b52339617610edd2f9bf284a45c2d16d2ba6c3a3d3c1bc31ac"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":35,"entry_id":"01a2240c-0fa3-7023-bca9-dbcdbf324147","key_id":"\\x4bd16c9e89a65161","mac":"\\xf043054c4964dad3c654451250fb289fe149112e91a3ba968096f9deaac18e10"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":36,"entry_id":"01a2240c-1876-7609-82b2-723361038a99","key_id":"\\x4bd16c9e89a65161","mac":"\\x5683bfd2c49914583cf11620ca98386da1604d36295e9f361e1865c15ee460d2"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":37,"entry_id":"01a2240c-18a9-710d-80dd-2ef6973a3b45","key_id":"\\x4bd16c9e89a65161","mac":"\\xb3cefa251b83682ea41e5e7262d1ec573ae2cc25e43c863a3be7bfc2eda51545"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":38,"entry_id":"01a2240c-2211-7344-8ea7-88c6c1329791","key_id":"\\x4bd16c9e89a65161","mac":"\\x952c85acdf23539f26c32428323077ff9baee4b61cc34b8d06e85a7d30443ce4"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":39,"entry_id":"01a2240c-2285-721b-bd53-acc71bc4126b","key_id":"\\x4bd16c9e89a65161","mac":"\\xd565fcf728dd3cea4918d08e0c655e866412881c1961f52a8114f9b8d728a6e8"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":40,"entry_id":"01a2240c-2366-71b4-bc02-ee936c8cf148","key_id":"\\x4bd16c9e89a65161","mac":"\\xf675091f4030b1d3b70716ad02dc26e8c98eb641e5a86a7218d480229afb6b39"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":41,"entry_id":"01a2240c-23b7-714c-9421-d603b55dc90e","key_id":"\\x4bd16c9e89a65161","mac":"\\xcb7978ed5f9b42a894948db9bb57a252f90c0ed24d691408415a4c5a203858d5"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":42,"entry_id":"01a2240c-2417-7679-850f-87366b286ae5","key_id":"\\x4bd16c9e89a65161","mac":"\\x7a22b02fd81b70fd611b27759b149ea4204aae5c8e057e9a472d9cce02af95a9"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":43,"entry_id":"01a2240c-2447-76ce-8b6d-c28e636e6271","key_id":"\\x4bd16c9e89a65161","mac":"\\x14d60fbc17b6908ede26096635748d4bd3a1359f1edd92f26605a4d2dcef6d5d"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":44,"entry_id":"01a2240c-2481-76c0-ba21-6a90d29dc691","key_id":"\\x4bd16c9e89a65161","mac":"\\xb21d0d92eb387cfc3b7771d76e8709134c16f36101aaa823a48b7b9276133d6d"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":45,"entry_id":"01a2240c-24a5-7284-9ec2-4b61d18aaa3f","key_id":"\\x4bd16c9e89a65161","mac":"\\xbe6da36fb283222adbcf4bc2e660c9c0eaf5805e457bd8781aee3772e7a5e7c4"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":46,"entry_id":"01a2240c-24bc-71ac-9e89-87e0424817f8","key_id":"\\x4bd16c9e89a65161","mac":"\\xb7473ed3ab6c5fbf75d166d89085fbe4fe371a130f1048bf788976e17e743272"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":47,"entry_id":"01a2240c-24c9-7698-8c83-cf90b61350f8","key_id":"\\x4bd16c9e89a65161","mac":"\\x715221904f368fe4cc898ba64018dafd3bb2a3e90f925a492af3d622fabd4565"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":48,"entry_id":"01a2240c-24e8-733e-be52-ca3efef26e19","key_id":"\\x4bd16c9e89a65161","mac":"\\xc42a5999427f7295407bb83f50420f70c5bbd6bcb52f87bb13dc2d1577a665ae"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":49,"entry_id":"01a2240c-24fb-746a-8529-3fc5abf5c854","key_id":"\\x4bd16c9e89a65161","mac":"\\xb6621107198a74d81e04183287d7ef1cedafb2f12c28084f28dfaf841277e844"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":50,"entry_id":"01a2240c-251c-75ae-be13-38a755c9e44b","key_id":"\\x4bd16c9e89a65161","mac":"\\xa37084144d23c5c84b716b6bcde0133e93be3b205f9c09bc1c293bc6fbcea139"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":51,"entry_id":"01a2240c-253e-744a-b469-14641b9d7a2c","key_id":"\\x4bd16c9e89a65161","mac":"\\xf33558ab6ecaacb88ccb0a928690b3467258c5f0c8247d6c3892a453a3cecf60"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":52,"entry_id":"01a2240c-2584-7656-91be-2a989c74cee0","key_id":"\\x4bd16c9e89a65161","mac":"\\x39046d35ad6004965eae19487fd8dc8bdbd28f6dd207665439f44b19d3153a72"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":53,"entry_id":"01a2240c-25bc-70a7-b4a7-efd62a9d1863","key_id":"\\x4bd16c9e89a65161","mac":"\\x6734d13525f4e5b49e41994515303983c79fe831582ab4374790b0ec3ea6346f"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":54,"entry_id":"01a2240c-25e2-73cd-9114-a5ea43b8238f","key_id":"\\x4bd16c9e89a65161","mac":"\\x89e3a047f5403b9c585ffb5bfca7eda1d0f3caed1d7af625d055d7ba2e632cd7"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":55,"entry_id":"01a2240c-2605-7051-9a4a-ba8aa39c6c61","key_id":"\\x4bd16c9e89a65161","mac":"\\x083eb3e9139e245d454dbb39a568148c43fed1f91b5e0ef42dd6e0ffb7de7f85"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":56,"entry_id":"01a2240c-2656-710c-8e04-91f6888c5dac","key_id":"\\x4bd16c9e89a65161","mac":"\\xc918a78bc1c650257a956812d6131f38b8fd9072ef4f1274c4233363e29420d9"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":57,"entry_id":"01a2240c-2681-7260-b6ed-ec84b79db994","key_id":"\\x4bd16c9e89a65161","mac":"\\x98ecf9be56194fd806139b70a411af0fc0c1d918d54f46b9255e3e9ce4f7d46c"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":58,"entry_id":"01a2240c-26b6-77ed-bf56-a73cb388fe24","key_id":"\\x4bd16c9e89a65161","mac":"\\xc9e958f3b253961c5e47b4641d2785de7f6c41564c0dfc45f45c07ec57a9a23a"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":59,"entry_id":"01a2240c-26ce-73f4-a1e9-ed52efb1b813","key_id":"\\x4bd16c9e89a65161","mac":"\\x6973300256b5fb1c1d02d6a222de81ed5c2d0dc13cc51701adae30e47c5a4892"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":60,"entry_id":"01a2240c-26ef-74ef-aa07-6ea87da40737","key_id":"\\x4bd16c9e89a65161","mac":"\\x2d90c6ee594851777bd7f62ba55ea1d375bec7183bd90b27e74c7bd77cafb3ef"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":61,"entry_id":"01a2240c-2700-76a3-b445-5f267c8bf580","key_id":"\\x4bd16c9e89a65161","mac":"\\x476a6e3ad93baf1776f11fa526bccc909c2a9649b0276049e68c1139d4220c2c"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":62,"entry_id":"01a2240c-2711-7380-9dd8-6bad2435bb6e","key_id":"\\x4bd16c9e89a65161","mac":"\\x6f124bc6e5ab7a1f422fdcced14f35dc626f40c8a78e7e8cf347787fa1123621"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":63,"entry_id":"01a2240c-2729-7384-97f4-6fe44c908f3f","key_id":"\\x4bd16c9e89a65161","mac":"\\x4518d9689467284d9fe6f2179929075f7333c43ab9ace7fd2fef2dd8423c4c94"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":64,"entry_id":"01a2240c-273f-7683-bf40-5d108cd7d97d","key_id":"\\x4bd16c9e89a65161","mac":"\\x3124733ae11484b61aa64cad71f69e44d8f2201f841c57befc75ec65b1b684f5"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":65,"entry_id":"01a2240c-2754-729f-ba69-dfc0f2883c87","key_id":"\\x4bd16c9e89a65161","mac":"\\xd7876741bfbfe932d0c2430c6994905031362fb947b250b08739a4384f586053"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":66,"entry_id":"01a2240c-2766-768b-b6f0-7613aba72980","key_id":"\\x4bd16c9e89a65161","mac":"\\x83b3bd2333a3e9830c0419f913d0e4b86fe179764b88102508db900ef6e3fcc1"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":67,"entry_id":"01a2240c-277b-7226-8622-7f5900fba262","key_id":"\\x4bd16c9e89a65161","mac":"\\xcc54d9e5c6f283a41901a9909cd1af134cddd3e1da3ccc5ebe59b04a5f9a38f8"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":68,"entry_id":"01a2240c-27c1-7318-ae74-d6ebc7599fbd","key_id":"\\x4bd16c9e89a65161","mac":"\\xbe98ea7dafb47360ccf68b196a9812197b83c71761019e8eb80cfd8cc04d5a63"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":69,"entry_id":"01a2240c-27cf-75e3-bd20-31c624be4a99","key_id":"\\x4bd16c9e89a65161","mac":"\\xe77fe91ca3e83db592a47570a16918c2ec545ff4d7fbade3047b14334ec93bf6"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":70,"entry_id":"01a2240c-27dd-71c5-af10-a78478345477","key_id":"\\x4bd16c9e89a65161","mac":"\\x20e4dd552acbde178061ba4f0ace90ea8dc587fb27d908494bd8178e04e603b1"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":71,"entry_id":"01a2240c-27f4-705a-b4b8-cf2f9e580806","key_id":"\\x4bd16c9e89a65161","mac":"\\x237ad756f755d9fb3502ff41be6d4da133dcbd92537af98e2e097413c0c9bca3"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":72,"entry_id":"01a2240c-2886-75bc-9b1e-dd6b7a59b420","key_id":"\\x4bd16c9e89a65161","mac":"\\x110fc9697bd6d6b0ccab200824c5cc9b744d2f2d6c87acb45d7fba49fef5558d"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":73,"entry_id":"01a2240c-40e2-71de-9f7a-3e69f854af46","key_id":"\\x4bd16c9e89a65161","mac":"\\x55c66d98bba00ec2476b6568eed6a07c66f9ed39cc03716d141d2018c2bbf514"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":74,"entry_id":"01a2240c-412a-73e5-9c05-dcf5b6f4640a","key_id":"\\x4bd16c9e89a65161","mac":"\\x3dd5a1e333206c143fd8d6f2e086c8c8cc1c0f9464ea69ac25e3467c4e7b6f55"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":75,"entry_id":"01a2240c-414c-7263-bccf-0c4f0164a2ed","key_id":"\\x4bd16c9e89a65161","mac":"\\x34b3c7043e2169d4962ffca6484245a9db919e8555f6a1be232fa4c0ca416578"}, 
 {"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","number":76,"entry_id":"01a2240c-4173-705a-9ded-581d4e7176f0","key_id":"\\x4bd16c9e89a65161","mac":"\\xf586d4dd684bb6ba8a6bd0ee8a40f9cb9a47ee19d56280904307e4a3b0e56441"}]$rows$);
insert into ca_keys select * from json_populate_recordset(null::ca_keys, $rows$[{"id":"01a2240c-031b-713e-8dbc-56ff2c0cc532","project_id":"01a2240c-007e-70d6-b502-2e472799da33","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","number":1,"public_key":"\\x3059301306072a8648ce3d020106082a8648ce3d0301070342000466a824e729ca17d641525d4f309db219c3edef1f1b78b23819c8de6bc620d8bd32ba402813b65840e458a140dd35ffdf4bc982ea7be532becfb7b2d7e69f48e1","key_version":1,"salt":"\\xc0e87eb85f5ef655988427f31aec7c38","sealed":"\\x01799f8db0145effcf0ee275b118ae9fda9f939f89d47bbdefa41ea37e2b7afeb4adb9be98fc15881b8e80f18850bfbfb3a6127ba1bf386a40ae1e000b0f2cec53b1f0263f630df83c0f0c45d635d3cd79fb99aa918dc304aff4077477f9615c68dc8367aade38a4d2e3a2234a346cb902fb34391d59e2092ae75938fc4ccd4686e809ebb7ef77101c361a0ff9748b8a3efa7f5a5609f12e92568dc37e1d1303dd2bf2cee5b14c","created_at":"2026-11-28T21:24:56.674+00:00"}, 
 {"id":"01a2240c-037a-75f0-8b07-962f05be8241","project_id":"01a2240c-007e-70d6-b502-2e472799da33","authority_id":"01a2240c-0360-7788-939e-e11ca78cb227","number":1,"public_key":"\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004f46bcb0b07768ea276c71fd8576786b5314f4b509696c3cac506503c938686a46414b16aca9939874d2509e2dfa793a1869828be325d70c510a994d915b1a5c8","key_version":1,"salt":"\\xc68f99388d961030441c89f08873af2e","sealed":"\\x01b4753a529da4d47a8fdab0bee81ca98df69e6f7b7d45e3a6fb9bd769ca9813297f1c875c7fe10bd1f5f56f68a4106be7ac9a5128f1b51a1492abf91aae1487ebd3961f8ea268769e1d3c82288774e6ab382164c48ba5b8e7d8d408502b3dbf0d4b45130252ed751ec49eb3c34e789e2c3868de003d846297f65d6ad002b42349a5b93e4d6f717ca01ec42a5ee206e13809087ba72f3ba5191618ae9e9d2e706bde4f9c9a0456","created_at":"2026-11-28T21:24:56.803+00:00"}]$rows$);
insert into certificate_keys select * from json_populate_recordset(null::certificate_keys, $rows$[{"certificate_id":"01a2240c-04e8-712f-a2f1-bd46692c21ee","project_id":"01a2240c-007e-70d6-b502-2e472799da33","public_key":"\\x3059301306072a8648ce3d020106082a8648ce3d030107034200043abb9f4803cab0ea68585ef561fb40266199aa4ec696550aa2272f059d7bd7b1032ec441e1a2a2923456ff5d362736da0d1fc5267a49fd8943241719f812f9e2","key_version":1,"salt":"\\xd843561f37cf80e503599ef600155dec","sealed":"\\x0151d9d42009ea9ef7390a42ff5d75ceaffd4c477052c6e94972ed728f70f0b6ad40438fad780a1116cd97962dc55e6f2e6ed7b50d82ecf1835da2d570e8a4743cdc6622ae7abe91c9e2a4084b9cb42139da64e6816607d26184c28fa68d20d9e73d174f87a3508d8a68a6bc832cccd4f8179628b95cdc01cafe8ccadb06948fe2c1586e303fb46b3be920fbc717fcf620db8859902ba64831d26fded22ade894cb00f4e00c004","created_at":"2026-11-28T21:24:57.193+00:00"}, 
 {"certificate_id":"01a2240c-050f-75ba-b537-4e2ee7dff56e","project_id":"01a2240c-007e-70d6-b502-2e472799da33","public_key":"\\x3059301306072a8648ce3d020106082a8648ce3d0301070342000482378e3b9990702c50246a22f5e40fcce5ea23b2c046cedd9ec058fc559b6a692f4b144140b77efa30cb96cfce0ffca83ae3869abd468caf2cda5a9698feeb44","key_version":1,"salt":"\\xfea3b004dcd1e8990d6d253bebe4cd7c","sealed":"\\x01c49b358263a5744fbb8041cbebca15db0626e2772c7ecb89fc51b96890549a2c8221828cf22367b9862cd16e4db7117a12b260320310b841315ecc5ba38e6ba1504dbf0cc4f955449017587f7e5ca3c4e21b673c9dcfbdb0a7446c7b0ade27862c3cc4427a1b966ede21cb540e0dd4053ff85df2aac9e1e27167aac7b455043fbd6912c316826deb889c500d04aabe09fbf77392ab6c806eae0742537bbe8f942093dab4379a","created_at":"2026-11-28T21:24:57.232+00:00"}]$rows$);
insert into universal_auths select * from json_populate_recordset(null::universal_auths, $rows$[{"id":"01a2240b-fb31-710d-8dd9-fe9c73e557e6","identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","client_id":"01a2240b-fb31-710d-8dda-006ce6d08672","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_period":0,"client_secret_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"lockout_enabled":true,"lockout_threshold":3,"lockout_duration_seconds":300,"lockout_counter_reset_seconds":30,"created_at":"2026-11-28T21:24:54.627+00:00","updated_at":"2026-11-28T21:24:54.627+00:00"}, 
 {"id":"01a2240b-fd35-765b-b31c-29d2e1379e94","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","client_id":"01a2240b-fd35-765b-b31c-2cfbca4dc3f4","access_token_ttl":2592000,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_period":0,"client_secret_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"lockout_enabled":true,"lockout_threshold":3,"lockout_duration_seconds":300,"lockout_counter_reset_seconds":30,"created_at":"2026-11-28T21:24:55.158+00:00","updated_at":"2026-11-28T21:24:55.158+00:00"}]$rows$);
insert into client_secrets select * from json_populate_recordset(null::client_secrets, $rows$[{"id":"01a2240b-fb5b-7363-88e1-9b926a2cc732","universal_auth_id":"01a2240b-fb31-710d-8dd9-fe9c73e557e6","digest":"\\x6df1e54511c1f0387d6ca4276b4c0f692734feae6ac6e4dd862dc1d423d45c05","prefix":"s_Wg","description":"First client secret","uses":1,"uses_limit":0,"ttl":0,"is_revoked":false,"last_used_at":"2026-11-28T21:24:54.85+00:00","created_at":"2026-11-28T21:24:54.627+00:00","updated_at":"2026-11-28T21:24:54.627+00:00","makers":[]}, 
 {"id":"01a2240b-fdb7-705f-b167-bbeb59313f21","universal_auth_id":"01a2240b-fd35-765b-b31c-29d2e1379e94","digest":"\\x716883c08e8f992bf04e1c35a39c04305ff9da2640b40158a87b06054ae76899","prefix":"Mdl1","description":"","uses":0,"uses_limit":0,"ttl":0,"is_revoked":false,"last_used_at":null,"created_at":"2026-11-28T21:24:55.271+00:00","updated_at":"2026-11-28T21:24:55.271+00:00","makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}]$rows$);
insert into console_codes select * from json_populate_recordset(null::console_codes, $rows$[{"identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","digest":"\\x1ec87b375f242e06092f404fb70b42c43d6e345a0b5beb03fbeabd2f3138999c","expires_at":"2026-11-28T21:39:54.627+00:00"}]$rows$);
insert into crls select * from json_populate_recordset(null::crls, $rows$[{"id":"01a2240c-037b-77d9-8c1f-35beeb946be6","authority_id":"01a2240c-0360-7788-939e-e11ca78cb227","key_number":1,"number":0,"der":null,"made_from":null,"this_update":null,"next_update":null}, 
 {"id":"01a2240c-031d-7446-8db9-b881ce82365c","authority_id":"01a2240c-02ae-70a6-81ee-732b8a6d522a","key_number":1,"number":1,"der":"\\x3081c6306f020101300a06082a8648ce3d040302300f310d300b06035504030c04726f6f74170d3236313132383231323435365a170d3236313230353231323435365aa02f302d301f0603551d2304183016801432dd3714897873a9703ca99fcc0abf102099ecd1300a0603551d140403020101300a06082a8648ce3d040302034700304402200e8932197cd2bfdfbf7a2098ef8385a31897143639d05c7543adf7b75b30829b022014dacbf9fcac8984a9cca0f99b3bb767023a9b80832226f2abd0f87d9bc20f3e","made_from":0,"this_update":"2026-11-28T21:24:56+00:00","next_update":"2026-12-05T21:24:56+00:00"}]$rows$);
insert into root_keys select * from json_populate_recordset(null::root_keys, $rows$[{"version":1,"check_value":"\\x017243465fd946485ea64705220b657b7acefa108bfd03a2b9debf842e6ede99ed9f6247833949bbb11aa33c51499def","created_at":"2026-11-28T21:24:53.851+00:00"}]$rows$);
insert into data_keys select * from json_populate_recordset(null::data_keys, $rows$[{"project_id":"01a2240c-007e-70d6-b502-2e472799da33","version":1,"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","root_version":1,"wrapped":"\\x010ee207decbf6026967f5fe4e94ef0f1acd8e05b0cb6cd204216c6fa065c3e6ac8a1516905d2a2e11d90d163b8a3cd20d4ccbca10259048cd7d0b0fbc","created_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","version":1,"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","root_version":1,"wrapped":"\\x016004a1b6f2f5c79a2f6cb87f038f7daaf9c16eb0f2c181b9a05bf423eab1dbb46e317b63c7d7b3fed5bd590f5cc70bf29bdec5de7520221638659853","created_at":"2026-11-28T21:25:05.856+00:00"}]$rows$);
insert into email_domains select * from json_populate_recordset(null::email_domains, $rows$[{"id":"01a2240c-416c-7539-8fb6-28a7bf6ef9b7","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","domain":"kept.example","challenge":"strongroom-domain=xrLkMoVcZvJlCy9P8mjDMw","verified_at":null,"is_vouched":false,"checked_at":null,"created_at":"2026-11-28T21:25:12.677+00:00","updated_at":"2026-11-28T21:25:12.677+00:00"}]$rows$);
insert into folders select * from json_populate_recordset(null::folders, $rows$[{"id":"01a2240c-009b-712c-8515-4b50797caa8f","environment_id":"01a2240c-009b-712c-8515-3f78d185bfb9","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-009b-712c-8515-4cac536a4e6b","environment_id":"01a2240c-009b-712c-8515-4102445d56a8","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-009b-712c-8515-53788bb83984","environment_id":"01a2240c-009b-712c-8515-47dac71bd5aa","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00"}, 
 {"id":"01a2240c-00da-716a-a889-01e3e74f6f76","environment_id":"01a2240c-009b-712c-8515-3f78d185bfb9","parent_id":"01a2240c-009b-712c-8515-4b50797caa8f","name":"apps","path":"/apps","description":null,"version":1,"created_at":"2026-11-28T21:24:56.14+00:00","updated_at":"2026-11-28T21:24:56.14+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-5ba7ddc4966a","environment_id":"01a2240c-26ca-746b-8659-4da4953028d7","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-5c2601c1f1e8","environment_id":"01a2240c-26ca-746b-8659-5151bc09bfc0","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26ca-746b-8659-62e40c5e31c8","environment_id":"01a2240c-26ca-746b-8659-557e3adf4dd7","parent_id":null,"name":"root","path":"/","description":null,"version":1,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00"}, 
 {"id":"01a2240c-26e9-759d-ade0-fd4ac903a45e","environment_id":"01a2240c-26ca-746b-8659-4da4953028d7","parent_id":"01a2240c-26ca-746b-8659-5ba7ddc4966a","name":"api","path":"/api","description":null,"version":1,"created_at":"2026-11-28T21:25:05.891+00:00","updated_at":"2026-11-28T21:25:05.891+00:00"}]$rows$);
insert into group_members select * from json_populate_recordset(null::group_members, $rows$[{"id":"01a2240c-23b5-7701-8d74-df4b2f9e0add","group_id":"01a2240c-235f-77c0-9a11-e007834289d5","user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","identity_id":null,"created_at":"2026-11-28T21:25:05.034+00:00"}, 
 {"id":"01a2240c-24e5-734e-9a83-c42b0bf862ce","group_id":"01a2240c-24c8-74c2-b0af-46dfe97c6aba","user_id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","identity_id":null,"created_at":"2026-11-28T21:25:05.364+00:00"}, 
 {"id":"01a2240c-27d9-74b7-a1bc-1e368563efff","group_id":"01a2240c-27d6-7592-9420-215d0a2e6392","user_id":"46115050-d614-4760-b759-7561290a893d","identity_id":null,"created_at":"2026-11-28T21:25:06.134+00:00"}]$rows$);
insert into idempotent_answers select * from json_populate_recordset(null::idempotent_answers, $rows$[{"org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","identity_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","key_digest":"\\x3c76fe2dcedc81483084072ab1a2ae81edaf4a7597ad36cd0d8b307baaf70334","fingerprint":"\\xcfcb34a12e68f6d11575198d29e853f8adb54172218e47e7311127d9a5718ade","answer":"\\xb8b984d94531039c73edc3ab04c4dfbf01f7cee9920c893cc7c196a1b33e62cda7f86bdb2724bfa249c8dfa50a8ff9542f0458656240b9f54c9d8e5d4a6fa05cf778c05af5743fe95219914b21d0d97e2bc28f39d47da14acfa6270a7553ba24a1296af9e15ac248306b57c4019bb5cbcccfe49b8de03af9e5e8a52adc3b30ccc043691ccce01c42303b87789c102a3643d53c0943235e4ced45d73dbf7cb2a7ed977c48e3af26841018fe450d502debe44515f29929e2c30a307060a39aacdbe72ff8039e46840d37e6c7477c0e31bb1940c28c340af67cf3d7bd62b3e2fa8e21e423e9277d8fa966e671918eb2912a65bc2326d34642bf173f864694ee1d7d1d43b9d389eaf2d7045e65a5c6cb088689f2bfd27412e7a80a1abf6be15abd449da3263490fca688700474575e6b0060b6d95db3fb614833e1fee41a58ea48bad48a440b4322a37f9a8142905485aba2ed8d0551823ee88a55c59e5b529b7642513c41fccf08d3a2bcb301ff0cd4e68eba285e84620dc1c64fac1817a77afd11adcdc3234e435da892163f639aae7a6bbc9fa91c9693cd62c3919182618fe07fc5bc94776226f628b9418f808567f4d06bd479c8906a319d0db1202820ab5c26973c660513ba7d2f46001e1ad44170cc5e9b530a620d9cf6d3dec6206437215453897c59e4f292ddb3e5269cc1472f5b624dcd68de3ad4fb3dc26bcf741f998ed2af2a64bbecc5af23f2816050b189ce665ad53f7fa77fcd7039bb3e903c6c0a19f95505c1e8b1523e6cded24183255f3553059e121f6776e21ffa6e7d73c6cbca6e024038d3e0abb7f8da4d31aa298be8aea40138ac7e47778278e941eafee40d28740f6a047a8f448f3b659c88fe777e74608906fe2dbc1be58530cb1f34cb1ee42ea9d7505f0bb8875d012ef4d3083193fddde57fca665b91abc4c1e75afa3c66bbb84d970e88e8e9ba131c179f6310f3e8c4f672d3163885b4a81c8ded421c3cbc0949ef62d45c9e8d46c447b32c8e133f4c158515b82663e7a33b3f014d3218d17783d4574e74427de00401570716360dcbca6f98210eaecec420ebcf8e43185ce603025dc10e5bb00462617762b4e1b17a6758d63a281dce223aa3f30a5b3ab4ad343c0b81f50f8aaa7e35309bdd0b33f257573d3a884214714502fdff9a423cfdba4613717b4f68e2bbf8284a02143b1a165d619625d18bc1ec31198f43f7aff9a803072ac6435a8a38993b32740029d0f94bfc7389edaa7f6f700f263964b69c88aaaf1ef056300b0eec24d7d7c874ed326fee234d54870581ed3fd6701790d2d299b255d59dd4c02b5b22ecff1279eb74aac63da78b494cb44f450e5a560be4856e92356561a0addb50a603ea3419f6b08dbcfacd0b18950a74077fc715e473083a33db44a02dea50e3fdbbb68204da0dbadaf31b7a3a79c33f177f6933cf257137869c994b4be6a4f41c9edc1c665d8456bd7cf363b4e5b8f81dfc2c5353837dc3eb907d50400c9812537838ffdbb93faf4c8bc99d91206037d73ea5ef596a0d1e203978051886ad1128e75180b555ed2e6c1b174f2d8644b288c09eb33770dcf94eaf91b51be1bbffcb8500e4c452bb27a0d3e6ca492f00f04294be2259bf2f9564ff88343cb9dd2f00cabc9ce8f19cee2332acdfa6c15047034a5e0e8b90a71096d5a7457da29ab66e315fbb0d932727fe2c10d2059616dc17c25b9ed827ec061d60e20be2ee241fa00964cc9ffb4e7c062e3ecffd5ff8d381b80de0633f9af58adf3f07a041747bf6b833b1ea36c553daa0b2fc1d3f9cca375ebbfdf3ed748bf00334e450fed5b1960b673e2b46d9940493c6df40cb573c7228a280e23260fd912b50f9bbd5bb4b2889957f7ece380a7821fd31f3cea262a659634c96e6c20ff2d7725782f3fabac2903160062ebf49528c8bab5bd312ec769fcabadd40dcf47707cb78d6f4c51048cdc105e6b8cba10e6a7ee34642def4f87f903fa2311811ffecb7e5b4270195e786f942c0489621f6365d96cccac315674986e9c3b8dc612e7cc17adeed4ae49f330e9a68d7bb981f5dd58ce4cf7dbd593c0d98df06342337944018794adba266c666151258db2b76b2d37972f419ffcd7748b03f82bb4500bdb3a3bf6991b24b0f171b323505d1d2de772eb62c9b536069b83fead47fb52e3e4ac94ef4790aaaa8845e3c340726e1189f5f103ac0ec8be9564633a3d8fb0f03a5fc8338071d2876ebfd73cb96a1ad16edbd1445ce511e3cb1492941bad426d815d9c96572cb98d0085db65bd4a7170fa318dbbc2285d4ed4b85726df02d6cfebf24563f2ab9d0fc774f4866b50fc17a6b5e3be2b730e57749ebd783bcdbf9d7ce898bedfe8c1da9599a5ab3ab559cc5df9bd5f2a2086fe8175c3fe650c7674b","created_at":"2026-11-28T21:25:12.64+00:00","expires_at":"2026-11-29T21:25:12.64+00:00"}]$rows$);
insert into login_sources select * from json_populate_recordset(null::login_sources, $rows$[{"key":"\\xd06f40aeca18b7e35acf858d0c4ef0dd9b34a9f6822a71400544a76c97e3157c","expires_at":"2026-12-28T21:24:54.85+00:00"}, 
 {"key":"\\x1f11e84c84e127d32b458d2791fcb5139b34a9f6822a71400544a76c97e3157c","expires_at":"2026-12-28T21:24:59.975+00:00"}, 
 {"key":"\\x859666a36aa84da2623b7afe747250f79b34a9f6822a71400544a76c97e3157c","expires_at":"2026-12-28T21:25:02.277+00:00"}, 
 {"key":"\\xf2304d527b1a68ee08739c9cf66a36859b34a9f6822a71400544a76c97e3157c","expires_at":"2026-12-28T21:25:04.895+00:00"}]$rows$);
insert into project_roles select * from json_populate_recordset(null::project_roles, $rows$[{"id":"01a2240c-01f2-75a0-91dd-4c61ea2a614e","project_id":"01a2240c-007e-70d6-b502-2e472799da33","slug":"reader","name":"Reader","description":null,"permissions":[{"subject":"secrets","action":["readValue"]}],"created_at":"2026-11-28T21:24:56.434+00:00","updated_at":"2026-11-28T21:24:56.434+00:00","rule_count":1,"pattern_bytes":0}]$rows$);
insert into membership_roles select * from json_populate_recordset(null::membership_roles, $rows$[{"id":"01a2240c-0096-7519-8a1f-4248614b6ed6","membership_id":"01a2240c-0096-7519-8a1f-3dbfe96907be","role":"admin","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:24:56.038+00:00","updated_at":"2026-11-28T21:24:56.038+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-0216-70fc-b1f3-fd90cb5f44bf","membership_id":"01a2240c-0213-76f7-b656-2522ee412ac7","role":"viewer","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:24:56.454+00:00","updated_at":"2026-11-28T21:24:56.454+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-240e-77e7-9b6d-b89f87b2b282","membership_id":"01a2240c-2404-7557-b962-ad06d2c498ea","role":"viewer","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.112+00:00","updated_at":"2026-11-28T21:25:05.112+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-2444-7165-9f4d-54acbab4621a","membership_id":"01a2240c-2441-7713-b2fa-0d962306db81","role":"viewer","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.196+00:00","updated_at":"2026-11-28T21:25:05.196+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-24fa-7568-a065-a3a25fd8e6db","membership_id":"01a2240c-24f9-77e4-af60-67eaccae00eb","role":"viewer","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.396+00:00","updated_at":"2026-11-28T21:25:05.396+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-251a-71c9-be02-04a5e879762f","membership_id":"01a2240c-2518-72ea-9e4c-81ab2555ab69","role":"viewer","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.424+00:00","updated_at":"2026-11-28T21:25:05.424+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-2603-745a-8abb-0485471548c5","membership_id":"01a2240c-2602-74bd-8c5b-ff130feb7ae1","role":"member","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.658+00:00","updated_at":"2026-11-28T21:25:05.658+00:00","expiring_notified_for":null,"expire_notified_for":null}, 
 {"id":"01a2240c-26c7-745f-aa07-f94ea74534c0","membership_id":"01a2240c-26c7-745f-aa07-f41275026827","role":"admin","custom_role_id":null,"is_temporary":false,"temporary_mode":null,"temporary_range":null,"temporary_access_start_time":null,"temporary_access_end_time":null,"created_at":"2026-11-28T21:25:05.856+00:00","updated_at":"2026-11-28T21:25:05.856+00:00","expiring_notified_for":null,"expire_notified_for":null}]$rows$);
insert into migrations select * from json_populate_recordset(null::migrations, $rows$[{"id":1,"timestamp":1795305600000,"name":"InitialSchema1795305600000"}, 
 {"id":2,"timestamp":1795824000000,"name":"People1795824000000"}, 
 {"id":3,"timestamp":1795824060000,"name":"Scim1795824060000"}, 
 {"id":4,"timestamp":1795910400000,"name":"SignIn1795910400000"}, 
 {"id":5,"timestamp":1795996800000,"name":"Workloads1795996800000"}, 
 {"id":6,"timestamp":1796083200000,"name":"ServiceTokens1796083200000"}, 
 {"id":7,"timestamp":1796083260000,"name":"Invitations1796083260000"}, 
 {"id":8,"timestamp":1796169600000,"name":"OidcSignIn1796169600000"}, 
 {"id":9,"timestamp":1796256000000,"name":"Certificates1796256000000"}, 
 {"id":10,"timestamp":1796256060000,"name":"Approvals1796256060000"}, 
 {"id":11,"timestamp":1796256120000,"name":"CertificatePolicies1796256120000"}, 
 {"id":12,"timestamp":1796256180000,"name":"IssuedCertificates1796256180000"}, 
 {"id":13,"timestamp":1796256240000,"name":"Ocsp1796256240000"}, 
 {"id":14,"timestamp":1796256300000,"name":"AccessRequests1796256300000"}, 
 {"id":15,"timestamp":1796342400000,"name":"AcmeAccounts1796342400000"}, 
 {"id":16,"timestamp":1796342460000,"name":"AcmeOrders1796342460000"}, 
 {"id":17,"timestamp":1796428800000,"name":"ConsoleSessions1796428800000"}, 
 {"id":18,"timestamp":1796428860000,"name":"PersonalSecrets1796428860000"}, 
 {"id":19,"timestamp":1796515200000,"name":"AcmeBindingKeys1796515200000"}, 
 {"id":20,"timestamp":1796601600000,"name":"RequestSizes1796601600000"}, 
 {"id":21,"timestamp":1796688000000,"name":"ServiceTokenCredentials1796688000000"}, 
 {"id":22,"timestamp":1796688060000,"name":"CertificateApplications1796688060000"}, 
 {"id":23,"timestamp":1796688120000,"name":"MadeMemberships1796688120000"}, 
 {"id":24,"timestamp":1796688180000,"name":"FreshKeys1796688180000"}, 
 {"id":25,"timestamp":1796688240000,"name":"OutgoingPayers1796688240000"}, 
 {"id":26,"timestamp":1796688300000,"name":"KeySetPayers1796688300000"}, 
 {"id":27,"timestamp":1796688360000,"name":"TokenRevocationBlocks1796688360000"}, 
 {"id":28,"timestamp":1796688420000,"name":"AcmeGrants1796688420000"}, 
 {"id":29,"timestamp":1796688480000,"name":"NameSets1796688480000"}, 
 {"id":30,"timestamp":1796688540000,"name":"AuthorityPublicKeys1796688540000"}, 
 {"id":31,"timestamp":1796688600000,"name":"EndedCertificates1796688600000"}, 
 {"id":32,"timestamp":1796774400000,"name":"PastNames1796774400000"}, 
 {"id":33,"timestamp":1796774460000,"name":"ForeignCertificates1796774460000"}]$rows$);
insert into organization_memberships select * from json_populate_recordset(null::organization_memberships, $rows$[{"id":"01a2240c-1873-7267-b9aa-ce528eda6daa","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","role":"member","role_id":null,"status":"accepted","is_active":true,"metadata":[],"scim_user_name":null,"scim_user_name_key":null,"external_id":null,"given_name":null,"family_name":null,"display_name":null,"inviter_kind":null,"inviter_id":null,"last_login_method":null,"last_login_at":null,"created_at":"2026-11-28T21:25:02.189+00:00","updated_at":"2026-11-28T21:25:02.189+00:00"}, 
 {"id":"01a2240c-2207-772c-964d-f8cd1ab4d8b0","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","user_id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","role":"member","role_id":null,"status":"accepted","is_active":true,"metadata":[],"scim_user_name":null,"scim_user_name_key":null,"external_id":null,"given_name":null,"family_name":null,"display_name":null,"inviter_kind":null,"inviter_id":null,"last_login_method":null,"last_login_at":null,"created_at":"2026-11-28T21:25:04.64+00:00","updated_at":"2026-11-28T21:25:04.64+00:00"}, 
 {"id":"01a2240c-0efd-707b-9708-f6d1f3b3ce64","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","role":"member","role_id":null,"status":"accepted","is_active":true,"metadata":[],"scim_user_name":null,"scim_user_name_key":null,"external_id":null,"given_name":null,"family_name":null,"display_name":null,"inviter_kind":null,"inviter_id":null,"last_login_method":"email","last_login_at":"2026-11-28T21:25:05.749+00:00","created_at":"2026-11-28T21:24:59.739+00:00","updated_at":"2026-11-28T21:24:59.739+00:00"}, 
 {"id":"01a2240c-27cd-769a-b2d6-e5fb2d9bc928","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","user_id":"46115050-d614-4760-b759-7561290a893d","role":"member","role_id":null,"status":"invited","is_active":true,"metadata":[],"scim_user_name":"prov@example.org","scim_user_name_key":"prov@example.org","external_id":null,"given_name":null,"family_name":null,"display_name":null,"inviter_kind":null,"inviter_id":null,"last_login_method":null,"last_login_at":null,"created_at":"2026-11-28T21:25:06.12+00:00","updated_at":"2026-11-28T21:25:06.12+00:00"}]$rows$);
insert into personal_secret_heads select * from json_populate_recordset(null::personal_secret_heads, $rows$[{"project_id":"01a2240c-007e-70d6-b502-2e472799da33","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","stamp":"384592a3-8549-466b-a967-26738c92b593"}]$rows$);
insert into secrets select * from json_populate_recordset(null::secrets, $rows$[{"project_id":"01a2240c-007e-70d6-b502-2e472799da33","key":"KEY","key_version":1,"salt":"\\x2080e63b245d92b57a694d0c8f215ae8","value":"\\x0124b14cdc725899ffc7d4b07d15201b1cab24407e47e9914a87592622feb1b4","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","actor_membership_id":"01a2240c-0096-7519-8a1f-3dbfe96907be","created_at":"2026-11-28T21:24:56.188+00:00","updated_at":"2026-11-28T21:24:56.188+00:00","id":"01a2240c-00ff-739f-9053-d8319e982a12","version":1,"folder_id":"01a2240c-009b-712c-8515-4b50797caa8f","xid":808,"actor_kind":"identity"}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","key":"KEPT","key_version":1,"salt":"\\x76a3876f63df90a9a8fa9b0ec0393546","value":"\\x0160249c0a594d805204835369cd0d398203f41fef399b5477758f7d1413e36a4591fd","comment":"\\x0128e52ffd056d9ed194883a2422b0d5598ad4c5859da1ad7851b344dc39e94649c61024d322","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","actor_membership_id":"01a2240c-26c7-745f-aa07-f41275026827","created_at":"2026-11-28T21:25:05.936+00:00","updated_at":"2026-11-28T21:25:05.958+00:00","id":"01a2240c-2711-7380-9dd8-6433cd6fc52f","version":2,"folder_id":"01a2240c-26ca-746b-8659-5ba7ddc4966a","xid":884,"actor_kind":"identity"}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","key":"POINTS","key_version":1,"salt":"\\x3d6315e7dbea6a304be28e9426d7cccd","value":"\\x0169e86eb7a9ce75030cf4426e481fb7de62a7ab64f9355014657e4c2e626da5676571d18adfcec4b2","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","actor_membership_id":"01a2240c-26c7-745f-aa07-f41275026827","created_at":"2026-11-28T21:25:05.984+00:00","updated_at":"2026-11-28T21:25:05.984+00:00","id":"01a2240c-273e-7008-85c1-4b7e28582f05","version":1,"folder_id":"01a2240c-26e9-759d-ade0-fd4ac903a45e","xid":886,"actor_kind":"identity"}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","key":"TAGGED","key_version":1,"salt":"\\x48603ae5fec50e419ca53429e763cb9b","value":"\\x01907173206078422be9e1ce15ddd6392760a87710bd318998b2d9a71392e5ae5a8568","comment":null,"skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","actor_membership_id":"01a2240c-26c7-745f-aa07-f41275026827","created_at":"2026-11-28T21:25:06.004+00:00","updated_at":"2026-11-28T21:25:06.004+00:00","id":"01a2240c-2753-749f-a37f-61ccae3ee538","version":1,"folder_id":"01a2240c-26ca-746b-8659-5ba7ddc4966a","xid":888,"actor_kind":"identity"}]$rows$);
insert into personal_secrets select * from json_populate_recordset(null::personal_secrets, $rows$[{"created_at":"2026-11-28T21:25:06.034+00:00","updated_at":"2026-11-28T21:25:06.034+00:00","id":"01a2240c-277a-7703-9008-a13781995c68","project_id":"01a2240c-007e-70d6-b502-2e472799da33","secret_id":"01a2240c-00ff-739f-9053-d8319e982a12","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","version":1,"key_version":1,"salt":"\\x8fa8fda273a84d3bc8aa774c434e5b9b","sealed":"\\x014b3c8bcc01abea141189f5814a33388a34c423edfc5dd033561332ed51e51d889d3c30d726ddd43d8e8f5e5ebfbe97fb7472d2542a975019443d0206e42362d9db9e3378603a8b5a97b9fc400ed0c8e9a337eb80bfc7195d5f75b2438b"}]$rows$);
insert into project_event_heads select * from json_populate_recordset(null::project_event_heads, $rows$[{"project_id":"01a2240c-007e-70d6-b502-2e472799da33","last_seq":16,"has_imports":true,"last_stamp":3678005464724333}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","last_seq":4,"has_imports":false,"last_stamp":3678005465097080}]$rows$);
insert into project_events select * from json_populate_recordset(null::project_events, $rows$[{"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":1,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEY"}],"created_at":"2026-11-28T21:24:56.188+00:00","xid":808,"secret_tags":[[]]}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":2,"type":"secret:import-mutation","payload":[{"environment":"dev","secretPath":"/"}],"created_at":"2026-11-28T21:24:56.251+00:00","xid":810,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":3,"type":"role:create","payload":[{"roleId":"01a2240c-01f2-75a0-91dd-4c61ea2a614e","roleSlug":"reader"}],"created_at":"2026-11-28T21:24:56.428+00:00","xid":814,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":4,"type":"membership:create","payload":[{"identityId":"01a2240b-fc73-71bc-a255-6259f940f9b8","membershipId":"01a2240c-0213-76f7-b656-2522ee412ac7"}],"created_at":"2026-11-28T21:24:56.454+00:00","xid":816,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":5,"type":"privilege:grant","payload":[{"identityId":"01a2240b-fc73-71bc-a255-6259f940f9b8","privilegeId":"01a2240c-0267-724b-a4bb-7f6c82c7b454","privilegeSlug":"more"}],"created_at":"2026-11-28T21:24:56.534+00:00","xid":818,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":6,"type":"membership:create","payload":[{"userId":"a4ce3413-c218-43d6-b27b-c0e972d1f274","membershipId":"01a2240c-2404-7557-b962-ad06d2c498ea"}],"created_at":"2026-11-28T21:25:05.112+00:00","xid":849,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":7,"type":"membership:create","payload":[{"groupId":"01a2240c-235f-77c0-9a11-e007834289d5","membershipId":"01a2240c-2441-7713-b2fa-0d962306db81"}],"created_at":"2026-11-28T21:25:05.196+00:00","xid":851,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":8,"type":"privilege:grant","payload":[{"userId":"a4ce3413-c218-43d6-b27b-c0e972d1f274","privilegeId":"01a2240c-2478-7228-a570-0554358bab75","privilegeSlug":"more-for-people"}],"created_at":"2026-11-28T21:25:05.255+00:00","xid":853,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":9,"type":"membership:create","payload":[{"userId":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","membershipId":"01a2240c-24f9-77e4-af60-67eaccae00eb"}],"created_at":"2026-11-28T21:25:05.396+00:00","xid":859,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":10,"type":"membership:create","payload":[{"groupId":"01a2240c-24c8-74c2-b0af-46dfe97c6aba","membershipId":"01a2240c-2518-72ea-9e4c-81ab2555ab69"}],"created_at":"2026-11-28T21:25:05.424+00:00","xid":861,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":11,"type":"privilege:grant","payload":[{"userId":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","privilegeId":"01a2240c-253a-710c-8e9c-38fda397bbff","privilegeSlug":"more-for-people"}],"created_at":"2026-11-28T21:25:05.458+00:00","xid":863,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":12,"type":"approval-policy:create","payload":[{"policyId":"01a2240c-25ab-7512-8d0d-92726d5b86af"}],"created_at":"2026-11-28T21:25:05.566+00:00","xid":866,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":13,"type":"approval:open","payload":[{"requestId":"01a2240c-25de-7277-a1d2-a2daff0983b1","policyId":"01a2240c-25ab-7512-8d0d-92726d5b86af","status":"open"}],"created_at":"2026-11-28T21:25:05.617+00:00","xid":868,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":14,"type":"membership:create","payload":[{"userId":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","membershipId":"01a2240c-2602-74bd-8c5b-ff130feb7ae1"}],"created_at":"2026-11-28T21:25:05.658+00:00","xid":870,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":15,"type":"approval-policy:create","payload":[{"policyId":"01a2240c-266a-7130-9c40-854995886de1"}],"created_at":"2026-11-28T21:25:05.764+00:00","xid":874,"secret_tags":null}, 
 {"project_id":"01a2240c-007e-70d6-b502-2e472799da33","seq":16,"type":"approval:open","payload":[{"requestId":"01a2240c-26b2-774e-8ba7-84f016e7362b","policyId":"01a2240c-266a-7130-9c40-854995886de1","status":"pending"}],"created_at":"2026-11-28T21:25:05.822+00:00","xid":877,"secret_tags":null}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","seq":1,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-28T21:25:05.936+00:00","xid":882,"secret_tags":[[]]}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","seq":2,"type":"secret:update","payload":[{"environment":"dev","secretPath":"/","secretKey":"KEPT"}],"created_at":"2026-11-28T21:25:05.958+00:00","xid":884,"secret_tags":[[]]}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","seq":3,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/api","secretKey":"POINTS"}],"created_at":"2026-11-28T21:25:05.984+00:00","xid":886,"secret_tags":[[]]}, 
 {"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","seq":4,"type":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"TAGGED"}],"created_at":"2026-11-28T21:25:06.004+00:00","xid":888,"secret_tags":[["kept"]]}]$rows$);
insert into recovery_codes select * from json_populate_recordset(null::recovery_codes, $rows$[{"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x06a8e58661fa3d6892cef057cc52a87f3852f007cd72c86dea3b83759eb5e2fe"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x5119b882ff37ff0034c4c98567b61bddbe5afb056036e16f47e39f21951ff15d"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x848ea6f29222ad7368cb15570a6538ef896566b80591932f909db0fcf25c464d"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x457ff3f0e3b3096158fc09de45ee3c23784d907424848e6a7f1324ad4205e3de"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\xe0611dc440df6381d8ab6da2ca8c51f3725a102b79a793de7ad0883330594b21"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\xec27a37dec16a4e940c1666cebf24cb252566dedcae4538e0ac06e629664d6c7"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x9b57d8d9a18e87593950685c67a9d90cf7a0bffbfa2fa54d448e542d55b554d1"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x5a057d19f930e2ff16aca1d61bfa5b1f388e3bd068d4d202f590b6a3e31925a3"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\x39c687fa29155adbaf19a5c59758a9e645005a77ab28e8d3f0f09df7d492213b"}, 
 {"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","digest":"\\xbc1400e3d30393eb7508a03d086504e07d50953bca85185768d99bce84c84f49"}]$rows$);
insert into scim_tokens select * from json_populate_recordset(null::scim_tokens, $rows$[{"id":"01a2240c-24a2-7121-b493-3be712dabc40","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","digest":"\\x269ebdc78c528ae477ae389f4778f2dd29ac784543acc9f6d89ebd85324f5d9e","maker_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","description":"fuzzed","ttl_days":365,"expires_at":"2027-11-28T21:25:05.301+00:00","last_used_at":null,"created_at":"2026-11-28T21:25:05.301+00:00","updated_at":"2026-11-28T21:25:05.301+00:00"}, 
 {"id":"01a2240c-256e-7569-b347-7365e4e912db","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","digest":"\\x813cee829e606da0eb8028345421e2b085b927e670c60050e72ce41ad4462504","maker_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","description":"fuzzed","ttl_days":365,"expires_at":"2027-11-28T21:25:05.506+00:00","last_used_at":null,"created_at":"2026-11-28T21:25:05.506+00:00","updated_at":"2026-11-28T21:25:05.506+00:00"}, 
 {"id":"01a2240c-24b9-7332-b5d4-50215150d091","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","digest":"\\xa0dbe442831f34ebd95fe21ad84b08cdead7d8cf8b704f0a18a790e427088922","maker_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","description":"fuzzed","ttl_days":365,"expires_at":"2027-11-28T21:25:05.332+00:00","last_used_at":"2026-11-28T21:25:06.118+00:00","created_at":"2026-11-28T21:25:05.332+00:00","updated_at":"2026-11-28T21:25:05.332+00:00"}]$rows$);
insert into second_factors select * from json_populate_recordset(null::second_factors, $rows$[{"user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","secret":"\\x0194e4a2394e15cbe33488d4321284c5a0da1937ba16468c701e752bdda5a83afd652c216ac01c6ad6168693f79b342aa2","is_on":true,"last_step":59863370,"last_recovery":null,"failures":0,"locked_until":null,"created_at":"2026-11-28T21:25:06.056+00:00"}]$rows$);
insert into secret_imports select * from json_populate_recordset(null::secret_imports, $rows$[{"id":"01a2240c-016b-73c0-b008-7afc19026c1d","folder_id":"01a2240c-009b-712c-8515-4b50797caa8f","source_environment_id":"01a2240c-009b-712c-8515-47dac71bd5aa","source_path":"/","position":1,"version":1,"created_at":"2026-11-28T21:24:56.251+00:00","updated_at":"2026-11-28T21:24:56.251+00:00"}]$rows$);
insert into secret_references select * from json_populate_recordset(null::secret_references, $rows$[{"source_id":"01a2240c-273e-7008-85c1-4b7e28582f05","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","environment":"dev","path":"/","key":"KEPT"}]$rows$);
insert into tags select * from json_populate_recordset(null::tags, $rows$[{"id":"01a2240c-0194-7286-9845-7448d72892e5","project_id":"01a2240c-007e-70d6-b502-2e472799da33","slug":"fuzz","name":null,"color":"#112233","created_at":"2026-11-28T21:24:56.34+00:00","updated_at":"2026-11-28T21:24:56.34+00:00"}, 
 {"id":"01a2240c-26fb-7534-96fe-f5af7812dc6c","project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","slug":"kept","name":null,"color":"#00ff00","created_at":"2026-11-28T21:25:05.915+00:00","updated_at":"2026-11-28T21:25:05.915+00:00"}, 
 {"id":"01a2240c-4146-7040-9850-490acf433d5e","project_id":"01a2240c-007e-70d6-b502-2e472799da33","slug":"once","name":null,"color":"#0000ff","created_at":"2026-11-28T21:25:12.646+00:00","updated_at":"2026-11-28T21:25:12.646+00:00"}]$rows$);
insert into secret_tags select * from json_populate_recordset(null::secret_tags, $rows$[{"secret_id":"01a2240c-2753-749f-a37f-61ccae3ee538","tag_id":"01a2240c-26fb-7534-96fe-f5af7812dc6c"}]$rows$);
insert into secret_versions select * from json_populate_recordset(null::secret_versions, $rows$[{"project_id":"01a2240c-26c1-7426-bc14-9173fba3f61d","key":"KEPT","key_version":1,"salt":"\\xdf0b77c1f6b18c24497050d02fc19c0c","value":"\\x01d6af343232ef988d3201d6a9f01e9078afd06007ee77e7830f5709315ee90b39ba","comment":"\\x017f64fffefae42c585f2250fd101d8f4e2043419c9480c45ec29318fc18d726756403ed422d","skip_multiline_encoding":null,"metadata":null,"legacy_metadata":null,"reminder_note":null,"reminder_repeat_days":null,"actor_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","actor_name":"Instance admin","actor_membership_id":"01a2240c-26c7-745f-aa07-f41275026827","created_at":"2026-11-28T21:25:05.936+00:00","updated_at":"2026-11-28T21:25:05.936+00:00","secret_id":"01a2240c-2711-7380-9dd8-6433cd6fc52f","version":1,"folder_id":"01a2240c-26ca-746b-8659-5ba7ddc4966a","environment_id":"01a2240c-26ca-746b-8659-4da4953028d7","tag_ids":[],"ended_at":"2026-11-28T21:25:05.958+00:00","xid":882,"ended_xid":884,"actor_kind":"identity"}]$rows$);
insert into service_tokens select * from json_populate_recordset(null::service_tokens, $rows$[{"id":"01a2240c-01de-7550-9cbd-fd1cc4bd5764","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"fuzzed","digest":"\\xdc7a25d97331f6c049c32487aeca2936806531175c83904d29bdf7c9d97e9c6d","scopes":[{"environment":"dev","secretPath":"/"}],"permissions":["read"],"rules":[{"subject":"secrets","action":["describeSecret","readValue"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}},{"subject":"secret-folders","action":["read"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}},{"subject":"secret-imports","action":["read"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}}],"maker_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"membership_id":"01a2240c-0096-7519-8a1f-3dbfe96907be","group_member_id":null,"expires_at":"2027-11-28T21:24:56.384+00:00","last_used_at":null,"created_at":"2026-11-28T21:24:56.384+00:00","updated_at":"2026-11-28T21:24:56.384+00:00","credential_id":"01a2240b-fb5b-7363-88e1-9b926a2cc732","trust_epoch":null,"ends_with_credential":false}, 
 {"id":"01a2240c-4127-7641-a86e-576bdf1cacec","project_id":"01a2240c-007e-70d6-b502-2e472799da33","name":"kept","digest":"\\xf461b54852fa70c72ff36c505103ca725afe5cb6b44ff9d9f124791588d9e9e7","scopes":[{"environment":"dev","secretPath":"/"}],"permissions":["read"],"rules":[{"subject":"secrets","action":["describeSecret","readValue"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}},{"subject":"secret-folders","action":["read"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}},{"subject":"secret-imports","action":["read"],"conditions":{"environment":{"$eq":"dev"},"secretPath":{"$glob":"/"}}}],"maker_id":"01a2240b-fb26-777f-9d03-d0ee487f92b2","makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"membership_id":"01a2240c-0096-7519-8a1f-3dbfe96907be","group_member_id":null,"expires_at":"2027-11-28T21:25:12.605+00:00","last_used_at":null,"created_at":"2026-11-28T21:25:12.605+00:00","updated_at":"2026-11-28T21:25:12.605+00:00","credential_id":"01a2240b-fb5b-7363-88e1-9b926a2cc732","trust_epoch":null,"ends_with_credential":false}]$rows$);
insert into sessions select * from json_populate_recordset(null::sessions, $rows$[{"id":"01a2240c-18c6-75bd-bd46-f93d95161511","user_id":"a4ce3413-c218-43d6-b27b-c0e972d1f274","org_id":null,"kind":"cli","login_method":"email","assurance":"password","proved_at":"2026-11-28T21:25:02.277+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":3600,"last_used_at":"2026-11-28T21:25:02.277+00:00","expires_at":"2026-11-28T22:25:02.277+00:00","ended_at":null,"address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:02.277+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}, 
 {"id":"01a2240c-2300-7486-80dd-5f4d3e025893","user_id":"0da4ef0b-e3cf-420a-a811-4e8a866a7d44","org_id":null,"kind":"cli","login_method":"email","assurance":"password","proved_at":"2026-11-28T21:25:04.895+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":3600,"last_used_at":"2026-11-28T21:25:04.895+00:00","expires_at":"2026-11-28T22:25:04.895+00:00","ended_at":null,"address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:04.895+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}, 
 {"id":"01a2240c-264a-714a-aa40-60c48f0956af","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","org_id":null,"kind":"cli","login_method":"email","assurance":"password","proved_at":"2026-11-28T21:25:05.736+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":3600,"last_used_at":"2026-11-28T21:25:05.736+00:00","expires_at":"2026-11-28T22:25:05.736+00:00","ended_at":"2026-11-28T21:25:05.749+00:00","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.736+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}, 
 {"id":"01a2240c-2656-710c-8e04-95e5591826e1","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","kind":"cli","login_method":"email","assurance":"password","proved_at":"2026-11-28T21:25:05.736+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":259200,"last_used_at":"2026-11-28T21:25:05.749+00:00","expires_at":"2026-12-08T21:25:05.749+00:00","ended_at":"2026-11-28T21:25:06.084+00:00","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:05.749+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}, 
 {"id":"01a2240c-27c0-768f-8344-1735e2bbeac1","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","org_id":"01a2240b-fb0b-7690-ac7e-1a5ad3b257d2","kind":"cli","login_method":"email","assurance":"mfa","proved_at":"2026-11-28T21:25:06.084+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":259200,"last_used_at":"2026-11-28T21:25:06.084+00:00","expires_at":"2026-12-08T21:25:05.749+00:00","ended_at":null,"address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:25:06.084+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}, 
 {"id":"01a2240c-0fca-75ed-84f6-6e906b461c75","user_id":"2b147772-3fc2-4e4b-9f26-0fb2e63c7de1","org_id":null,"kind":"cli","login_method":"email","assurance":"password","proved_at":"2026-11-28T21:24:59.975+00:00","refresh_counter":0,"refreshed_at":null,"idle_seconds":3600,"last_used_at":"2026-11-28T21:24:59.975+00:00","expires_at":"2026-11-28T22:24:59.975+00:00","ended_at":"2026-11-28T21:25:06.084+00:00","address":"127.0.0.1","client":"node","created_at":"2026-11-28T21:24:59.975+00:00","bypasses_sso":false,"identity_id":null,"universal_auth_id":null,"client_secret_id":null,"locked_at":null}]$rows$);
insert into workload_auths select * from json_populate_recordset(null::workload_auths, $rows$[{"id":"01a2240b-ff13-7544-80f6-5f4b0d0a489c","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"oidc-auth","settings":{"oidcDiscoveryUrl":"https://token.actions.githubusercontent.com","boundIssuer":"https://token.actions.githubusercontent.com","boundAudiences":"https://github.com/octo","boundSubject":"repo:octo/app:ref:refs/heads/main","boundClaims":{},"claimMetadataMapping":{},"caCert":"","maxTokenAge":0,"singleUse":false},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":1,"trust_epoch":1,"serial":0,"last_login_at":null,"last_login":null,"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.688+00:00","updated_at":"2026-11-28T21:24:55.688+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}, 
 {"id":"01a2240b-ff7a-7785-8203-99b5d8725287","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"kubernetes-auth","settings":{"kubernetesHost":"https://kubernetes.example.org:6443","caCert":"","tokenReviewMode":"api","allowedNamespaces":"shop","allowedNames":"api","allowedAudience":"","issuer":"","jwksUrl":"","publicKeys":[],"maxTokenAge":0},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":1,"trust_epoch":1,"serial":0,"last_login_at":null,"last_login":null,"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.796+00:00","updated_at":"2026-11-28T21:24:55.796+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}, 
 {"id":"01a2240b-ff9f-77a0-aa19-b21dd5665ba0","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"aws-auth","settings":{"stsEndpoint":"https://sts.amazonaws.com/","allowedPrincipalArns":"arn:aws:iam::123456789012:role/deploy","allowedAccountIds":""},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":1,"trust_epoch":1,"serial":0,"last_login_at":null,"last_login":null,"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.83+00:00","updated_at":"2026-11-28T21:24:55.83+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}, 
 {"id":"01a2240b-ffc2-719a-9feb-8be66b5436e0","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"azure-auth","settings":{"tenantId":"72f988bf-86f1-41af-91ab-2d7cd011db47","resource":"https://management.azure.com/","allowedServicePrincipalIds":"1f3c9c0e-4b0f-4f0e-9d5a-7a4b8f6d2c11"},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":1,"trust_epoch":1,"serial":0,"last_login_at":null,"last_login":null,"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.857+00:00","updated_at":"2026-11-28T21:24:55.857+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}, 
 {"id":"01a2240c-0008-75f8-9fdc-5765331db572","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"gcp-auth","settings":{"type":"iam","allowedServiceAccounts":"deploy@shop.iam.gserviceaccount.com","allowedProjects":"","allowedZones":""},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":1,"trust_epoch":1,"serial":0,"last_login_at":null,"last_login":null,"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.928+00:00","updated_at":"2026-11-28T21:24:55.928+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}, 
 {"id":"01a2240b-ff59-74a5-9a73-48bbb0b2ca93","identity_id":"01a2240b-fc73-71bc-a255-6259f940f9b8","method":"jwt-auth","settings":{"configurationType":"static","jwksUrl":"","jwksCaCert":"","publicKeys":["-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEfi8CStI/IAu8Dm817UQkYQxmns1T\n0qm5hovTQ2CQj6aMaGdNeYKL5aepB6/gKxEgxzOVAHlVQuL8yh0AjI11tQ==\n-----END PUBLIC KEY-----"],"boundIssuer":"https://jobs.example","boundAudiences":"strongroom","boundSubject":"job:a","boundClaims":{},"maxTokenAge":0,"singleUse":false},"sealed_token":null,"makers":["01a2240b-fb26-777f-9d03-d0ee487f92b2"],"revision":2,"trust_epoch":2,"serial":1,"last_login_at":"2026-11-28T21:24:56.023+00:00","last_login":{"address":"127.0.0.1","client":"node","method":"jwt-auth","tokenId":"01a2240c-0055-73e2-ad61-8693b40681af","iss":"https://jobs.example","sub":"job:a","aud":"strongroom","iat":1795901096,"exp":1795901696,"claims":{}},"access_token_ttl":7200,"access_token_max_ttl":2592000,"access_token_num_uses_limit":0,"access_token_trusted_ips":[{"ipAddress":"0.0.0.0","type":"ipv4","prefix":0},{"ipAddress":"::","type":"ipv6","prefix":0}],"created_at":"2026-11-28T21:24:55.759+00:00","updated_at":"2026-11-28T21:24:55.975+00:00","keys_fresh_at":null,"configured_by":["01a2240b-fb26-777f-9d03-d0ee487f92b2"]}]$rows$);
insert into workload_subjects select * from json_populate_recordset(null::workload_subjects, $rows$[{"key":"\\xfe9bf4b35e636d74d10fbf7a5b0e219386e1a4d7cf9ca70cf6979218f1e0e022","auth_id":"01a2240b-ff59-74a5-9a73-48bbb0b2ca93","first_at":"2026-11-28T21:24:56.026+00:00","expires_at":"2028-01-02T21:24:56.026+00:00"}]$rows$);
select setval('migrations_id_seq', 33);
