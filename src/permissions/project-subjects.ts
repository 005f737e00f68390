import type { SubjectTable } from './subject-table.js';

const CRUD = ['read', 'create', 'edit', 'delete'] as const;

const EXACT = ['$eq', '$ne', '$in'] as const;
const TEXT = ['$eq', '$ne', '$in', '$glob'] as const;
const NOT_NEGATED = ['$eq', '$in', '$glob'] as const;
const TAGS = ['$in', '$all'] as const;
const METADATA = { $elemMatch: { key: EXACT, value: EXACT } } as const;
const CERTIFICATE_METADATA = {
  $elemMatch: { key: ['$eq', '$in'], value: ['$eq', '$in'] },
} as const;

const PLACE = { environment: TEXT, secretPath: TEXT } as const;

const CONDITIONAL = {
  secrets: {
    actions: ['read', 'describeSecret', 'readValue', 'create', 'edit', 'delete'],
    aliases: { read: ['describeSecret', 'readValue'] },
    conditions: { ...PLACE, secretName: TEXT, secretTags: TAGS, eventType: EXACT },
  },
  'secret-folders': {
    actions: [...CRUD, 'manage-access'],
    conditions: { environment: EXACT, secretPath: TEXT },
  },
  'secret-imports': { actions: CRUD, conditions: PLACE },
  'dynamic-secrets': {
    actions: [
      'read-root-credential',
      'create-root-credential',
      'edit-root-credential',
      'delete-root-credential',
      'lease',
    ],
    conditions: { ...PLACE, metadata: METADATA },
  },
  identity: {
    actions: [
      ...CRUD,
      'grant-privileges',
      'assign-role',
      'assign-additional-privileges',
      'assume-privileges',
      'revoke-auth',
      'create-token',
      'get-token',
      'delete-token',
      'edit-auth',
    ],
    conditions: {
      identityId: EXACT,
      assignableRole: EXACT,
      assignableSubject: TEXT,
      assignableAction: TEXT,
    },
    limits: {
      read: ['identityId'],
      create: [],
      edit: ['identityId'],
      delete: ['identityId'],
      'assign-role': ['identityId', 'assignableRole'],
      'assign-additional-privileges': ['identityId', 'assignableSubject', 'assignableAction'],
      'assume-privileges': ['identityId'],
      'revoke-auth': ['identityId'],
      'create-token': ['identityId'],
      'get-token': ['identityId'],
      'delete-token': ['identityId'],
      'edit-auth': ['identityId'],
    },
  },
  member: {
    actions: [
      ...CRUD,
      'grant-privileges',
      'assign-role',
      'assign-additional-privileges',
      'assume-privileges',
    ],
    conditions: {
      userEmail: TEXT,
      assignableRole: EXACT,
      assignableSubject: TEXT,
      assignableAction: TEXT,
    },
    limits: {
      read: ['userEmail'],
      create: [],
      edit: ['userEmail'],
      delete: ['userEmail'],
      'assign-role': ['userEmail', 'assignableRole'],
      'assign-additional-privileges': ['userEmail', 'assignableSubject', 'assignableAction'],
      'assume-privileges': ['userEmail'],
    },
  },
  groups: {
    actions: [...CRUD, 'grant-privileges', 'assign-role'],
    conditions: { groupName: TEXT, assignableRole: EXACT },
    limits: {
      read: ['groupName'],
      create: [],
      edit: ['groupName'],
      delete: ['groupName'],
    },
  },
  'ssh-hosts': { actions: [...CRUD, 'issue-host-cert'], conditions: { hostname: NOT_NEGATED } },
  'pki-subscribers': {
    actions: [...CRUD, 'issue-cert', 'list-certs'],
    conditions: { name: NOT_NEGATED },
  },
  'certificate-templates': {
    actions: [...CRUD, 'issue-cert', 'list-certs'],
    conditions: { name: TEXT },
  },
  'secret-rotation': {
    actions: ['read', 'read-generated-credentials', 'create', 'edit', 'delete', 'rotate-secrets'],
    conditions: { ...PLACE, connectionId: EXACT },
  },
  'secret-syncs': {
    actions: [...CRUD, 'sync-secrets', 'import-secrets', 'remove-secrets'],
    conditions: { ...PLACE, connectionId: EXACT },
  },
  'pki-syncs': {
    actions: [
      ...CRUD,
      'sync-certificates',
      'import-certificates',
      'remove-certificates',
      'set-post-sync-command',
    ],
    conditions: { name: TEXT, subscriberName: TEXT },
  },
  'secret-event-subscriptions': {
    actions: [
      'subscribe-to-creation-events',
      'subscribe-to-update-events',
      'subscribe-to-deletion-events',
      'subscribe-to-import-mutation-events',
    ],
    conditions: { ...PLACE, connectionId: EXACT },
  },
  'certificate-profiles': {
    actions: [
      ...CRUD,
      'issue-cert',
      'reveal-acme-eab-secret',
      'rotate-acme-eab-secret',
      'manage-application-attachments',
    ],
    conditions: { slug: TEXT },
  },
  'certificate-policies': { actions: CRUD, conditions: { name: TEXT } },
  'certificate-authorities': {
    actions: [...CRUD, 'issue-ca-certificate', 'sign-intermediate'],
    conditions: { name: TEXT },
  },
  certificates: {
    actions: [...CRUD, 'read-private-key', 'import'],
    conditions: {
      commonName: TEXT,
      altNames: TEXT,
      serialNumber: TEXT,
      friendlyName: TEXT,
      status: TEXT,
      metadata: CERTIFICATE_METADATA,
    },
  },
  'honey-tokens': {
    actions: ['read', 'read-credentials', 'create', 'edit', 'reset', 'revoke'],
    conditions: PLACE,
  },
  'app-connections': {
    actions: [
      'read-app-connections',
      'create-app-connections',
      'edit-app-connections',
      'delete-app-connections',
      'connect-app-connections',
      'rotate-credentials',
    ],
    conditions: { connectionId: EXACT },
  },
  'mcp-endpoints': { actions: [...CRUD, 'connect'], conditions: { name: TEXT } },
  'pam-resources': {
    actions: CRUD,
    conditions: { name: TEXT, resourceType: TEXT, metadata: METADATA },
  },
  'pam-domains': {
    actions: CRUD,
    conditions: { name: TEXT, domainType: TEXT, metadata: METADATA },
  },
  'pam-accounts': {
    actions: ['access', 'read', 'create', 'edit', 'delete', 'trigger-rotation', 'read-credentials'],
    conditions: {
      resourceName: TEXT,
      accountName: TEXT,
      resourceType: TEXT,
      domainName: TEXT,
      domainType: TEXT,
      metadata: METADATA,
      accountPath: TEXT,
    },
  },
} as const satisfies SubjectTable;

const PLAIN = {
  role: { actions: CRUD },
  integrations: { actions: CRUD },
  webhooks: { actions: CRUD },
  'service-tokens': { actions: CRUD },
  settings: { actions: CRUD },
  environments: { actions: CRUD },
  tags: { actions: CRUD },
  'ip-allowlist': { actions: CRUD },
  'secret-approval': { actions: CRUD },
  'ssh-certificate-authorities': { actions: CRUD },
  'ssh-certificates': { actions: CRUD },
  'ssh-certificate-templates': { actions: CRUD },
  'ssh-host-groups': { actions: CRUD },
  'pki-alerts': { actions: CRUD },
  'pki-collections': { actions: CRUD },
  'certificate-inventory-views': { actions: CRUD },
  'pam-folders': { actions: CRUD },
  'mcp-servers': { actions: CRUD },
  'mcp-activity-logs': { actions: CRUD },
  'pam-account-policies': { actions: CRUD },
  'secret-rollback': { actions: ['read', 'create'] },
  'audit-logs': { actions: ['read'] },
  insights: { actions: ['read', 'generate-report', 'delete-report'] },
  // Plain among the 64 alternatives, with conditions in later versions.
  commits: { actions: ['read', 'perform-rollback'], conditions: PLACE },
  workspace: { actions: ['edit', 'delete'] },
  kms: { actions: ['edit'] },
  cmek: {
    actions: [...CRUD, 'encrypt', 'decrypt', 'sign', 'verify', 'export-private-key'],
  },
  kmip: {
    actions: [
      'create-clients',
      'update-clients',
      'delete-clients',
      'read-clients',
      'generate-client-certificates',
    ],
  },
  'pki-discovery': { actions: [...CRUD, 'run-scan'] },
  'pki-certificate-installations': { actions: ['read', 'edit', 'delete'] },
  'code-signers': { actions: [...CRUD, 'sign'] },
  'secret-scanning-data-sources': {
    actions: [
      'read-data-sources',
      'create-data-sources',
      'edit-data-sources',
      'delete-data-sources',
      'trigger-data-source-scans',
      'read-data-source-scans',
      'read-data-source-resources',
    ],
  },
  'secret-scanning-findings': { actions: ['read-findings', 'update-findings'] },
  'secret-scanning-configs': { actions: ['read-configs', 'update-configs'] },
  'pam-sessions': { actions: ['read', 'terminate'] },
  'pam-discovery': { actions: [...CRUD, 'run-scan'] },
  'pam-insights': { actions: ['read'] },
  'approval-requests': { actions: ['read', 'create'] },
  'approval-request-grants': { actions: ['read', 'revoke'] },
  'secret-approval-request': { actions: ['read'] },
} as const satisfies SubjectTable;

/** Older and newer than the 64, so that no client's stored rule is refused. */
const FURTHER = {
  'secret-events': {
    actions: [
      'subscribe-on-created',
      'subscribe-on-updated',
      'subscribe-on-deleted',
      'subscribe-on-import-mutations',
    ],
    conditions: PLACE,
  },
  'certificate-application': { actions: ['read', 'list', 'create'] },
  'hsm-connectors': { actions: [...CRUD, 'test', 'attach'] },
  'proxied-services': { actions: [...CRUD, 'proxy', 'report-usage'] },
} as const satisfies SubjectTable;

/** Subjects of project rules: 24 with conditions, 40 without, then those that only newer or older clients know. */
export const PROJECT_SUBJECTS = {
  ...CONDITIONAL,
  ...PLAIN,
  ...FURTHER,
} as const satisfies SubjectTable;

export type ProjectSubjects = typeof PROJECT_SUBJECTS;
