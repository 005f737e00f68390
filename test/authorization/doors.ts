/** What is weighed before a write is let through, and what the property test would see if it were not. */
export const WEIGHINGS = {
  'role edit':
    'What each holder of the role gains, each by itself, lies within what the caller holds',
  assignment: 'What the holder gains lies within what the caller holds, for as long',
  demotion: 'Who loses something holds nothing that the caller lacks, and one administrator stays',
  privilege: 'What the holder gains or loses lies within what the caller may grant, for as long',
  facts:
    'What rules that speak of a name or metadata come to allow lies within what the caller holds',
  credential: 'The caller could do all that the identity may do, everywhere',
  relabelling:
    'The caller could move all that lies below; nobody gains what the caller could not grant',
  destruction: 'The caller may delete each secret that goes',
  secret: 'The right to each secret as it was and as it becomes; nobody gains by its name or tags',
  reference: 'Who reads through it sees only what its source shows to them',
} as const;

export type Weighing = keyof typeof WEIGHINGS;

/** A route that writes, or answers a POST. */
export interface Door {
  readonly weighs: readonly Weighing[];
  /** Why nothing is weighed, where nothing is. */
  readonly because?: string;
  /** Specs that try it, where the property test does not. */
  readonly specs?: readonly string[];
}

const weighs = (...weighings: Weighing[]): Door => ({ weighs: weighings });
const nothing = (because: string): Door => ({ weighs: [], because });

type DoorTable = Readonly<Record<string, Door>>;

const at = (prefixes: readonly string[], doors: DoorTable): DoorTable =>
  Object.fromEntries(
    prefixes.flatMap((prefix) =>
      Object.entries(doors).map(([route, door]) => {
        const [method, rest = ''] = route.split(' ');
        return [`${method} ${prefix}${rest}`, door];
      }),
    ),
  );

const READS = nothing('reads, in a body because the question is long');
const OWN_TOKEN = nothing('takes a token from whoever holds it, and gives no more than it had');
const NEW_THING = nothing(
  'makes something new, which no rule named before grants more of to anybody',
);

const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'];

const ACCESS: DoorTable = {
  ...at(
    FAMILIES.map((family) => `${family}/:projectId/roles`),
    {
      'POST ': nothing('nobody holds a new role: it is weighed when it is assigned'),
      'PATCH /:roleId': weighs('role edit'),
      'DELETE /:roleId': nothing('refused while anybody holds it (400)'),
    },
  ),
  ...at(
    [
      ...FAMILIES.map((family) => `${family}/:projectId/identity-memberships`),
      '/api/v1/projects/:projectId/memberships/identities',
    ],
    {
      'POST /:identityId': weighs('assignment'),
      'PATCH /:identityId': weighs('assignment', 'demotion'),
      'DELETE /:identityId': weighs('demotion'),
    },
  ),
  ...at(['/api/v2/identity-project-additional-privilege'], {
    'POST ': weighs('privilege'),
    'PATCH /:id': weighs('privilege', 'demotion'),
    'DELETE /:id': weighs('privilege', 'demotion'),
  }),
  ...at(['/api/v1/additional-privilege/identity'], {
    'POST /permanent': weighs('privilege'),
    'POST /temporary': weighs('privilege'),
    'PATCH ': weighs('privilege', 'demotion'),
    'DELETE ': weighs('privilege', 'demotion'),
  }),
  ...at(['/api/v1/projects/:projectId/permissions'], {
    'POST /explain': READS,
    'POST /who-can': READS,
    'POST /preview': READS,
  }),
};

const ORGANIZATION: DoorTable = {
  ...at(['/api/v1/organization/roles'], {
    'POST ': weighs('role edit'),
    'PATCH /:roleId': weighs('role edit'),
    'DELETE /:roleId': nothing('refused while anybody holds it (400)'),
  }),
  'POST /api/v1/organization-admin/projects/:projectId/grant-admin-access': {
    weighs: ['assignment'],
    specs: ['test/attacks/planted-credentials.e2e-spec.ts'],
  },
  ...at(['/api/v1/admin'], {
    'POST /bootstrap': nothing('founds the instance, once, before there is anybody'),
    'POST /organizations': nothing('the admin of the instance founds an organization of its own'),
  }),
};

const IDENTITIES: DoorTable = {
  ...at(['/api/v1/identities'], {
    'POST ': weighs('assignment'),
    'PATCH /:identityId': weighs('facts', 'assignment', 'demotion'),
    'DELETE /:identityId': weighs('demotion'),
  }),
  ...at(['/api/v1/identities', '/api/v2/identities'], { 'POST /search': READS }),
  ...at(['/api/v1/auth/token-auth', '/api/v1/auth/universal-auth'], {
    'POST /identities/:identityId': weighs('credential'),
    'PATCH /identities/:identityId': weighs('credential'),
    'DELETE /identities/:identityId': weighs('credential'),
  }),
  ...at(['/api/v1/auth/token-auth'], {
    'POST /identities/:identityId/tokens': weighs('credential'),
    'PATCH /tokens/:tokenId': weighs('credential'),
    'POST /tokens/:tokenId/revoke': weighs('credential'),
  }),
  ...at(['/api/v1/auth/universal-auth'], {
    'POST /identities/:identityId/client-secrets': weighs('credential'),
    'POST /identities/:identityId/client-secrets/:clientSecretId/revoke': weighs('credential'),
    'POST /identities/:identityId/clear-lockouts': {
      weighs: ['credential'],
      specs: ['test/attacks/lockout.e2e-spec.ts'],
    },
    'POST /login': nothing(
      'a client secret is weighed where it is made, and where its holder rises',
    ),
  }),
  'POST /api/v1/oauth/token': nothing('the same sign-in in the words of RFC 6749'),
  'POST /api/v1/auth/token/renew': OWN_TOKEN,
  'POST /api/v1/auth/token/revoke': OWN_TOKEN,
};

const UPDATED_PROJECT = nothing('name, slug, description and protection: no rule speaks of them');
const DELETED_PROJECT = nothing('needs workspace: delete and no more');

const PROJECTS: DoorTable = {
  'POST /api/v1/projects': NEW_THING,
  'POST /api/v2/workspace': NEW_THING,
  'PATCH /api/v1/projects/:projectId': UPDATED_PROJECT,
  'PATCH /api/v2/workspace/:slug': UPDATED_PROJECT,
  'DELETE /api/v1/projects/:projectId': DELETED_PROJECT,
  'DELETE /api/v2/workspace/:slug': DELETED_PROJECT,
  'PUT /api/v1/workspace/:slug/audit-logs-retention': nothing('how long entries are kept'),
  ...at(FAMILIES, {
    'POST /:projectId/environments': NEW_THING,
    'PATCH /:projectId/environments/:environmentId': weighs('relabelling'),
    'DELETE /:projectId/environments/:environmentId': weighs('destruction'),
  }),
  ...at(['/api/v1/projects/:projectId/tags', '/api/v1/workspace/:projectId/tags'], {
    'POST ': NEW_THING,
    'PATCH /:tagId': weighs('relabelling'),
    'DELETE /:tagId': weighs('relabelling', 'destruction'),
  }),
  ...at(['/api/v1/folders', '/api/v2/folders'], {
    'POST ': NEW_THING,
    'PATCH /:folderIdOrName': weighs('relabelling'),
    'PATCH /batch': weighs('relabelling'),
    'DELETE /:folderIdOrName': weighs('destruction'),
  }),
};

const SECRETS: DoorTable = {
  ...at(['/api/v4/secrets', '/api/v3/secrets/raw'], {
    'POST /:secretName': weighs('secret'),
    'PATCH /:secretName': weighs('secret'),
    'DELETE /:secretName': weighs('secret', 'destruction'),
  }),
  ...at(['/api/v4/secrets/batch', '/api/v3/secrets/batch/raw'], {
    'POST ': weighs('secret'),
    'PATCH ': weighs('secret'),
    'DELETE ': weighs('secret', 'destruction'),
  }),
  'POST /api/v4/secrets/move': weighs('secret', 'destruction'),
  'POST /api/v3/secrets/move': weighs('secret', 'destruction'),
  'POST /api/v4/secrets/id/:secretId/rollback': weighs('secret'),
  'POST /api/v4/secrets/batch/rollback': weighs('secret', 'destruction'),
  ...at(['/api/v1/secret-imports', '/api/v2/secret-imports'], {
    'POST ': weighs('reference'),
    'PATCH /:secretImportId': weighs('reference'),
    'DELETE /:secretImportId': nothing(
      'whoever reads through it reads less; demands delete on secrets there',
    ),
  }),
  'POST /api/v1/events/subscribe/project-events': READS,
  'POST /api/v1/events/subscribe/project-events/ticket': nothing(
    'gives the caller, for 15 minutes, the one stream that it may open itself',
  ),
};

/** Every route of the application that is no GET, and what it weighs. */
export const DOORS: DoorTable = {
  ...ACCESS,
  ...ORGANIZATION,
  ...IDENTITIES,
  ...PROJECTS,
  ...SECRETS,
};
