/**
 * The modules that write each table: its owner first. Every module may read every table, through a repository of its
 * own. `test/database/table-owners.spec.ts` holds this against the code.
 */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  // `access` raises the epochs; so does `restore:finish`, of every organization and project.
  organizations: ['organizations', 'access', 'commands'],
  users: ['accounts', 'organizations'],
  // Bootstrap makes the first of them, `accounts` those of who is invited, `scim` those that a provider decides on.
  organization_memberships: ['org-members', 'organizations', 'accounts', 'scim'],
  // `auth` writes when a session was last used. Who leaves an organization, or is deactivated, has none left there.
  sessions: ['accounts', 'auth', 'org-members', 'sign-in'],
  groups: ['groups', 'scim'],
  group_members: ['groups', 'org-members', 'scim'],
  // `auth` writes when a token was last used.
  scim_tokens: ['scim', 'auth'],
  // Who changes the address stays known to a provider by the one before.
  scim_emails: ['scim', 'accounts'],
  // `keys:rotate` seals anew what a former AUTH_SECRET sealed.
  second_factors: ['accounts', 'commands'],
  recovery_codes: ['accounts'],
  // Who leaves an organization, or is deactivated, loses its invitation. `identities` deletes what has expired: one purge.
  one_time_tokens: ['accounts', 'org-members', 'identities'],
  email_domains: ['email-domains'],
  bounded_counts: ['accounts', 'identities'],
  oidc_configurations: ['oidc-sign-in', 'commands'],
  // `admin:recover` forgets who somebody was at providers, and so may they themselves.
  provider_accounts: ['oidc-sign-in', 'commands', 'own-account'],
  oidc_login_states: ['oidc-sign-in'],
  setup_tokens: ['organizations'],
  org_roles: ['org-roles'],
  organization_storage: ['storage'],

  identities: ['identities'],
  console_codes: ['identities'],
  universal_auths: ['identities'],
  // `credentials` revokes those that somebody weaker made.
  client_secrets: ['identities', 'credentials'],
  token_auths: ['identities'],
  access_tokens: ['identities', 'credentials'],
  // Servers of the version before write it, and triggers; here rows are only deleted when they have expired.
  token_revocations: ['identities'],
  token_revocation_blocks: ['identities'],
  // `auth` counts the uses of tokens with a limit.
  token_uses: ['identities', 'auth'],
  // People are locked out as machines are.
  login_failures: ['identities', 'sign-in'],
  login_sources: ['identities', 'sign-in'],

  // `credentials` removes those that somebody weaker made; `commands` seals anew under a new AUTH_SECRET.
  workload_auths: ['workloads', 'credentials', 'commands'],
  workload_failures: ['workloads'],
  workload_key_sets: ['workloads', 'commands'],
  workload_proofs: ['workloads'],
  workload_subjects: ['workloads'],

  // `auth` writes when a token was last used; `credentials` removes those that somebody weaker had a part in.
  service_tokens: ['service-tokens', 'auth', 'credentials'],

  acme_accounts: ['acme'],
  acme_binding_keys: ['certificates'],
  acme_authorizations: ['acme'],
  acme_challenges: ['acme'],
  acme_orders: ['acme'],
  acme_order_authorizations: ['acme'],
  acme_epochs: ['acme'],
  acme_used_nonces: ['acme'],
  certificate_projects: ['certificates'],
  certificate_authorities: ['certificates'],
  // `keys:rotate` seals them under newer data keys.
  ca_keys: ['certificates', 'commands'],
  ca_certificates: ['certificates'],
  crls: ['certificates'],
  blocked_keys: ['certificates'],
  certificate_policies: ['certificates'],
  certificate_profiles: ['certificates'],
  pki_applications: ['certificates'],
  pki_application_profiles: ['certificates'],
  certificates: ['certificates'],
  certificate_keys: ['certificates', 'commands'],

  projects: ['projects', 'access', 'commands'],
  environments: ['projects'],
  folders: ['projects'],
  tags: ['projects'],
  project_roles: ['project-roles'],
  // A new project has its creator as its first member.
  // Who leaves the organization leaves its projects. A privilege of somebody in a group makes a membership for it.
  // `access` ends those when the reason is gone.
  project_memberships: ['memberships', 'projects', 'org-members', 'user-privileges', 'access'],
  // `events` marks in the rows of temporary access which of its ends had their events.
  membership_roles: ['memberships', 'projects', 'user-privileges', 'events'],
  // A deleted membership takes its privileges with it, with an event for each.
  additional_privileges: ['privileges', 'memberships', 'events'],

  // Folders take their contents with them when they are moved or deleted.
  // `keys:rotate` seals them under newer data keys.
  secrets: ['secrets', 'projects', 'commands'],
  secret_versions: ['secrets', 'projects', 'commands'],
  secret_imports: ['secrets', 'projects'],
  secret_tags: ['secrets'],
  secret_references: ['secrets'],
  secret_history_starts: ['secrets'],
  // Whoever leaves a project holds nothing there any more; `keys:rotate` seals what is held under newer data keys.
  personal_secrets: ['secrets', 'access', 'commands'],
  personal_secret_heads: ['secrets', 'access'],

  approval_policies: ['approvals'],
  approval_policy_environments: ['approvals'],
  // Whoever leaves a project is no approver there any more.
  approval_policy_people: ['approvals', 'access'],
  approval_requests: ['approvals'],
  approval_items: ['approvals'],
  approval_votes: ['approvals'],
  access_requests: ['approvals'],
  access_votes: ['approvals'],

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
