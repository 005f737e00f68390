import type { SubjectTable } from './subject-table.js';

const CRUD = ['read', 'create', 'edit', 'delete'] as const;

/** Organization rules: the rows of the specification, in its order. */
export const ORG_SUBJECTS = {
  workspace: { actions: ['create'] },
  project: { actions: ['create', 'request-access'] },
  role: { actions: CRUD },
  'sub-organization': { actions: ['create', 'edit', 'delete', 'direct-access', 'link-group'] },
  member: { actions: CRUD },
  settings: { actions: CRUD },
  'incident-contact': { actions: CRUD },
  sso: { actions: [...CRUD, 'bypass-sso-enforcement'] },
  scim: { actions: CRUD },
  'github-org-sync': { actions: CRUD },
  'github-org-sync-manual': { actions: CRUD },
  ldap: { actions: CRUD },
  groups: {
    actions: [
      ...CRUD,
      'grant-privileges',
      'add-identities',
      'add-members',
      'remove-members',
      'remove-identities',
    ],
  },
  'secret-scanning': { actions: CRUD },
  billing: { actions: ['read', 'manage-billing'] },
  identity: {
    actions: [
      ...CRUD,
      'grant-privileges',
      'revoke-auth',
      'edit-auth',
      'create-token',
      'get-token',
      'delete-token',
    ],
  },
  kms: { actions: CRUD },
  'audit-logs': { actions: ['read'] },
  'project-templates': { actions: CRUD },
  'app-connections': {
    actions: [...CRUD, 'connect', 'rotate-credentials'],
    conditions: { connectionId: ['$eq', '$ne', '$in'] },
  },
  'organization-admin-console': { actions: ['access-all-projects'] },
  'secret-share': { actions: ['manage-settings'] },
  kmip: { actions: ['proxy'] },
  'machine-identity-auth-template': {
    actions: [
      'list-templates',
      'edit-templates',
      'create-templates',
      'delete-templates',
      'unlink-templates',
      'attach-templates',
    ],
  },
  gateway: {
    actions: [
      'create-gateways',
      'list-gateways',
      'edit-gateways',
      'delete-gateways',
      'attach-gateways',
      'revoke-gateway-access',
    ],
  },
  'gateway-pool': {
    actions: [
      'create-gateway-pools',
      'list-gateway-pools',
      'edit-gateway-pools',
      'delete-gateway-pools',
      'attach-gateway-pools',
    ],
  },
  relay: {
    actions: [
      'create-relays',
      'list-relays',
      'edit-relays',
      'delete-relays',
      'revoke-relay-access',
    ],
  },
  'kmip-server': {
    actions: [
      'create-kmip-servers',
      'list-kmip-servers',
      'edit-kmip-servers',
      'delete-kmip-servers',
      'revoke-kmip-server-access',
    ],
  },
  'email-domains': { actions: ['read', 'create', 'verify-domain', 'delete'] },
  'certificate-manager': { actions: ['read', 'manage-instance', 'manage-settings'] },
  'honey-tokens': { actions: ['setup'] },
  'oauth-clients': { actions: CRUD },
  'secrets-management-insights': { actions: ['read', 'generate-report', 'delete-report'] },
} as const satisfies SubjectTable;

export type OrgSubjects = typeof ORG_SUBJECTS;
