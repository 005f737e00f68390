/** What is done, by the action of a rule; `of` is what it is done to. */
const DEEDS: Readonly<Record<string, (of: string) => string>> = {
  read: (of) => `see ${of}`,
  create: (of) => `add ${of}`,
  edit: (of) => `change ${of}`,
  delete: (of) => `delete ${of}`,
  describeSecret: () => 'see the names of secrets',
  readValue: () => 'read the values of secrets',
  'assign-role': (of) => `give roles to ${of}`,
  'grant-privileges': (of) => `give rights to ${of}`,
  'assign-additional-privileges': (of) => `give privileges to ${of}`,
  'manage-access': (of) => `decide who has access to ${of}`,
  'revoke-auth': (of) => `take credentials away from ${of}`,
  'edit-auth': (of) => `change how ${of} sign in`,
  'create-token': (of) => `make tokens of ${of}`,
  'get-token': (of) => `see the tokens of ${of}`,
  'delete-token': (of) => `end tokens and sessions of ${of}`,
  'add-members': (of) => `add people to ${of}`,
  'remove-members': (of) => `take people out of ${of}`,
  'add-identities': (of) => `add machine identities to ${of}`,
  'remove-identities': (of) => `take machine identities out of ${of}`,
  'issue-cert': (of) => `issue certificates by ${of}`,
  'issue-ca-certificate': (of) => `issue the certificates of ${of}`,
  'sign-intermediate': (of) => `sign intermediates by ${of}`,
  'read-private-key': (of) => `read the private keys of ${of}`,
  'subscribe-to-creation-events': (of) => `receive events of ${of}`,
  'access-all-projects': () => 'take over projects of the organization',
};

/** What the subject of a rule is called on the screens. */
const THINGS: Readonly<Record<string, string>> = {
  secrets: 'secrets',
  'secret-folders': 'folders',
  'secret-event-subscriptions': 'secrets',
  'secret-imports': 'imports',
  'secret-rollback': 'rollbacks',
  'secret-approval': 'policies of approvals',
  'service-tokens': 'service tokens',
  'audit-logs': 'the audit log',
  member: 'members',
  groups: 'groups',
  identity: 'machine identities',
  role: 'roles',
  settings: 'settings',
  environments: 'environments',
  tags: 'tags',
  webhooks: 'webhooks',
  workspace: 'projects',
  project: 'projects',
  certificates: 'certificates',
  'certificate-profiles': 'certificate profiles',
  'certificate-policies': 'certificate policies',
  'certificate-authorities': 'certificate authorities',
};

/** Who can give a right: that of a project by its own administrators, any other by those of the organization. */
const GIVERS = {
  project: 'an administrator of the project',
  organization: 'an administrator of the organization',
} as const;

export type RightScope = keyof typeof GIVERS;

/** Words of why somebody may not do something. */
export const rightWords = {
  asking: 'Asking what you may do …',
  /** `place`: begins with a space, or is empty. */
  needs: (action: string, subject: string, place: string, scope: RightScope) => {
    const thing = THINGS[subject];
    const deed = thing === undefined ? undefined : DEEDS[action]?.(thing);
    return `You may not${deed === undefined ? '' : ` ${deed}${place}`}: it needs the right “${action}” on “${subject}”${deed === undefined ? place : ''}, which ${GIVERS[scope]} can give.`;
  },
  /** `rights`: those that are missing, as far as they are named. */
  beyond: (rights: readonly string[], more: number) =>
    `This reaches beyond the rights that you hold yourself: ${rights.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Give less, or let somebody do it who holds them, such as an administrator.`,
  deed: (action: string, subject: string) => {
    const thing = THINGS[subject];
    return (thing !== undefined && DEEDS[action]?.(thing)) || `“${action}” on “${subject}”`;
  },
  notMember: 'You are not a member of this project. An administrator of the project can add you.',
  forbidden: (source: string, scope: RightScope) =>
    `A rule of ${source} forbids it, which wins over every right: ${GIVERS[scope]} can change that rule.`,
  sources: { role: 'role', privilege: 'privilege', 'service-token': 'service token' } as Readonly<
    Record<string, string>
  >,
  ofGroup: (name: string) => `of group ${name}`,
  at: (environment: string) => ` in ${environment}`,
  inFolder: (path: string) => ` in folder ${path}`,
  names: (some: readonly string[], more: number) =>
    ` (${some.join(', ')}${more > 0 ? `, and ${more} more` : ''})`,
} as const;
