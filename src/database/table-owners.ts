/**
 * The modules that write each table: its owner first. Every module may read every table, through a repository of its
 * own. `test/database/table-owners.spec.ts` holds this against the code.
 */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  // `access` raises the epochs.
  organizations: ['organizations', 'access'],
  users: ['organizations'],
  setup_tokens: ['organizations'],
  org_roles: ['org-roles'],
  organization_storage: ['storage'],

  identities: ['identities'],
  universal_auths: ['identities'],
  client_secrets: ['identities'],
  token_auths: ['identities'],
  access_tokens: ['identities'],
  token_revocations: ['identities'],
  // `auth` counts the uses of tokens with a limit.
  token_uses: ['identities', 'auth'],
  login_failures: ['identities'],
  login_sources: ['identities'],

  projects: ['projects', 'access'],
  environments: ['projects'],
  folders: ['projects'],
  tags: ['projects'],
  project_roles: ['project-roles'],
  // A new project has its creator as its first member.
  project_memberships: ['memberships', 'projects'],
  membership_roles: ['memberships', 'projects'],
  // A deleted membership takes its privileges with it, with an event for each.
  additional_privileges: ['privileges', 'memberships'],

  // Folders take their contents with them when they are moved or deleted.
  secrets: ['secrets', 'projects'],
  secret_versions: ['secrets', 'projects'],
  secret_imports: ['secrets', 'projects'],
  secret_tags: ['secrets'],
  secret_references: ['secrets'],
  secret_history_starts: ['secrets'],

  root_keys: ['keys'],
  data_keys: ['keys'],
  // A new project begins its event log.
  project_event_heads: ['events', 'projects'],
  project_events: ['events'],
  event_cursors: ['events'],
  audit_entries: ['audit'],
  audit_pending: ['audit'],
  audit_links: ['audit'],
  audit_checkpoints: ['audit'],
  idempotent_answers: ['idempotency'],
};
