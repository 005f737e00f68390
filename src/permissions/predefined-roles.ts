import { ORG_SUBJECTS } from './org-subjects.js';
import { PROJECT_SUBJECTS } from './project-subjects.js';
import type { Rule } from './rule.js';
import type { SubjectTable } from './subject-table.js';

export interface PredefinedRole {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly rules: readonly Rule[];
  /**
   * Listed with the rules, as existing clients know the role, but not among what its holders may do or hand
   * on: the route that it is about gives them less.
   */
  readonly listed?: readonly Rule[];
}

type Grants<T extends SubjectTable> = {
  readonly [S in keyof T]?: readonly T[S]['actions'][number][];
};

const grant = <T extends SubjectTable>(_table: T, grants: Grants<T>): readonly Rule[] =>
  Object.entries<readonly string[] | undefined>(grants).map(([subject, action]) => ({
    subject,
    action: action ?? [],
  }));

/** Every action of every subject; not the aliases, whose parts are there. */
const everything = (table: SubjectTable): readonly Rule[] =>
  Object.entries(table).map(([subject, { actions, aliases = {} }]) => ({
    subject,
    action: actions.filter((action) => !Object.hasOwn(aliases, action)),
  }));

const CRUD = ['read', 'create', 'edit', 'delete'] as const;
const READ = ['read'] as const;

const ORG_MEMBER = grant(ORG_SUBJECTS, {
  workspace: ['create'],
  project: ['create', 'request-access'],
  member: READ,
  groups: READ,
  role: READ,
  settings: READ,
  billing: READ,
  'incident-contact': READ,
  'secret-scanning': CRUD,
  // All but grant-privileges: a member must not raise what others may do.
  identity: [...CRUD, 'revoke-auth', 'edit-auth', 'create-token', 'get-token', 'delete-token'],
  'app-connections': ['connect'],
  gateway: ['list-gateways', 'create-gateways', 'attach-gateways'],
  relay: ['list-relays', 'create-relays', 'edit-relays'],
  'machine-identity-auth-template': ['list-templates', 'unlink-templates', 'attach-templates'],
});

/** The log of the projects that a member is in; the organization's own is its auditors'. */
const ORG_MEMBER_LISTED = grant(ORG_SUBJECTS, { 'audit-logs': READ });

const SUBSCRIPTIONS = PROJECT_SUBJECTS['secret-event-subscriptions'].actions;

/** The PKI subjects that a viewer reads: whatever a certificate's life needs, without ssh and code signing. */
const PKI_READ = {
  'certificate-authorities': READ,
  certificates: READ,
  'certificate-templates': READ,
  'certificate-profiles': READ,
  'certificate-policies': READ,
  'certificate-inventory-views': READ,
  'pki-alerts': READ,
  'pki-collections': READ,
  'pki-subscribers': READ,
  'pki-syncs': READ,
  'pki-discovery': READ,
  'pki-certificate-installations': READ,
} as const;

const PROJECT_MEMBER = grant(PROJECT_SUBJECTS, {
  secrets: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
  // Reading folders is implicit for members; written out so that a member may hand it on.
  'secret-folders': CRUD,
  'dynamic-secrets': PROJECT_SUBJECTS['dynamic-secrets'].actions,
  'secret-imports': CRUD,
  commits: ['read', 'perform-rollback'],
  'secret-approval': READ,
  'secret-rotation': READ,
  'secret-rollback': ['read', 'create'],
  member: ['read', 'create'],
  groups: READ,
  integrations: CRUD,
  webhooks: CRUD,
  identity: CRUD,
  'service-tokens': CRUD,
  settings: CRUD,
  environments: CRUD,
  tags: CRUD,
  'honey-tokens': READ,
  role: READ,
  'audit-logs': READ,
  insights: READ,
  'ip-allowlist': READ,
  ...PKI_READ,
  // "Most of cmek": all but taking a private key away.
  cmek: [...CRUD, 'encrypt', 'decrypt', 'sign', 'verify'],
  'secret-syncs': PROJECT_SUBJECTS['secret-syncs'].actions,
  'secret-event-subscriptions': SUBSCRIPTIONS,
  'app-connections': ['connect-app-connections'],
  'approval-requests': ['create'],
});

/** Grants reading, of `commits`, insights, PKI, `cmek` and `secret-syncs` as well, and changes nothing. */
const PROJECT_VIEWER = grant(PROJECT_SUBJECTS, {
  secrets: ['describeSecret', 'readValue'],
  'secret-folders': READ,
  'dynamic-secrets': ['read-root-credential'],
  'secret-imports': READ,
  commits: READ,
  'secret-approval': READ,
  'secret-rollback': READ,
  'secret-rotation': READ,
  member: READ,
  groups: READ,
  role: READ,
  integrations: READ,
  webhooks: READ,
  identity: READ,
  'service-tokens': READ,
  settings: READ,
  environments: READ,
  tags: READ,
  'audit-logs': READ,
  insights: READ,
  'ip-allowlist': READ,
  ...PKI_READ,
  cmek: READ,
  'secret-syncs': READ,
  'secret-event-subscriptions': SUBSCRIPTIONS,
});

export const ORG_ROLES = [
  {
    id: 'b11b49a9-09a9-4443-916a-4246f9ff2c69',
    slug: 'admin',
    name: 'Admin',
    description: 'Everything in the organization',
    rules: everything(ORG_SUBJECTS),
  },
  {
    id: 'b11b49a9-09a9-4443-916a-4246f9ff2c70',
    slug: 'member',
    name: 'Member',
    description: 'Creates projects and machine identities, reads most of the organization',
    rules: ORG_MEMBER,
    listed: ORG_MEMBER_LISTED,
  },
  {
    id: 'b10d49a9-09a9-4443-916a-4246f9ff2c72',
    slug: 'no-access',
    name: 'No access',
    description: 'Nothing, until another role or a privilege grants it',
    rules: [],
  },
] as const satisfies readonly PredefinedRole[];

export const PROJECT_ROLES = [
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e01',
    slug: 'admin',
    name: 'Admin',
    description: 'Everything in the project',
    rules: everything(PROJECT_SUBJECTS),
  },
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e02',
    slug: 'member',
    name: 'Member',
    description: 'Works with secrets and most of the project, without roles and their assignment',
    rules: PROJECT_MEMBER,
  },
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e03',
    slug: 'viewer',
    name: 'Viewer',
    description: 'Reads secrets and most of the project',
    rules: PROJECT_VIEWER,
  },
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e04',
    slug: 'no-access',
    name: 'No access',
    description: 'Nothing, until another role or a privilege grants it',
    rules: [],
  },
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e05',
    slug: 'ssh-host-bootstrapper',
    name: 'SSH host bootstrapper',
    description: 'Registers SSH hosts and issues their host certificates',
    rules: grant(PROJECT_SUBJECTS, { 'ssh-hosts': ['create', 'issue-host-cert'] }),
  },
  {
    id: '7d0c1a52-6a3e-4d0b-9b53-0f4f5a1c8e06',
    slug: 'cryptographic-operator',
    name: 'Cryptographic operator',
    description: 'Encrypts, decrypts, signs and verifies with the keys of the project',
    rules: grant(PROJECT_SUBJECTS, { cmek: ['encrypt', 'decrypt', 'sign', 'verify'] }),
  },
] as const satisfies readonly PredefinedRole[];
