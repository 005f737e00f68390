import { WORKLOAD_METHODS } from './workload-methods.js';

/** What is weighed before a write is let through, and what the property test would see if it were not. */
export const WEIGHINGS = {
  'role edit':
    'What each holder of the role gains, each by itself, lies within what the caller holds',
  assignment: 'What the holder gains lies within what the caller holds, for as long',
  demotion: 'Who loses something holds nothing that the caller lacks, and one administrator stays',
  privilege: 'What the holder gains or loses lies within what the caller may grant, for as long',
  facts:
    'What rules that speak of a name or metadata come to allow lies within what the caller holds',
  credential:
    'The caller could do all that the identity may do, everywhere; what it makes for itself reaches no further than what it signed in with',
  maker: 'Who made what is used could make it still, and holds all that it opens',
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

const CONSOLE_SESSIONS: Door = {
  weighs: ['credential'],
  specs: ['test/auth/console-sessions.e2e-spec.ts'],
};

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
    'POST /mine': READS,
    'POST /matrix': READS,
    'POST /who-can': READS,
    'POST /preview': READS,
    'POST /effect': READS,
  }),
};

const ORGANIZATION: DoorTable = {
  ...at(['/api/v1/organization/permissions'], { 'POST /mine': READS }),
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

/** Who is trusted to be an identity. */
const TRUST: Door = {
  weighs: ['credential'],
  specs: ['test/workloads/workload-trust.e2e-spec.ts'],
};

const PURE = nothing('answers with settings that are made of the request alone');

const IDENTITIES: DoorTable = {
  ...at(['/api/v1/identities'], {
    'POST ': weighs('assignment'),
    'PATCH /:identityId': weighs('facts', 'assignment', 'demotion'),
    'DELETE /:identityId': weighs('demotion'),
    'DELETE /:identityId/sessions': CONSOLE_SESSIONS,
    'DELETE /:identityId/sessions/:sessionId': CONSOLE_SESSIONS,
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
  ...(Object.assign(
    {},
    ...WORKLOAD_METHODS.map(({ method }) =>
      at([`/api/v1/auth/${method}`], {
        'POST /identities/:identityId': TRUST,
        'PATCH /identities/:identityId': TRUST,
        'DELETE /identities/:identityId': TRUST,
        'POST /login': nothing(
          'who is trusted is weighed where that is set, and where its holder rises',
        ),
        'POST /login/explain': nothing('makes no token, and is for who manages the identity'),
      }),
    ),
  ) as DoorTable),
  ...at(['/api/v1/auth/oidc-auth/templates'], {
    'POST /github': PURE,
    'POST /gitlab': PURE,
    'POST /terraform-cloud': PURE,
    'POST /kubernetes': PURE,
  }),
  'POST /api/v1/oauth/token': nothing('the same sign-in in the words of RFC 6749'),
  'POST /api/v1/auth/token/renew': OWN_TOKEN,
  'POST /api/v1/auth/token/revoke': OWN_TOKEN,
};

const UPDATED_PROJECT = nothing('name, slug, description and protection: no rule speaks of them');
const DELETED_PROJECT = nothing('needs workspace: delete and no more');

const BY_A_PROVIDER = nothing(
  'SCIM holds no rights: whoever gives a provisioned group a role is weighed, who made the token has to be an administrator still where it lets somebody in, and access must end without a refusal',
);

const SERVICE_TOKENS: DoorTable = {
  ...at(['/api/v2/service-token'], {
    'POST ': {
      weighs: ['credential'],
      specs: [
        'test/service-tokens/service-tokens.e2e-spec.ts',
        'test/service-tokens/credential-bounds.e2e-spec.ts',
      ],
    },
    'DELETE /:serviceTokenId': nothing('takes a token away, and its maker keeps all'),
  }),
};

const ISSUED_CERTIFICATES: DoorTable = {
  ...at(['/api/v1/cert-manager/certificates'], {
    'POST ': nothing('needs the right to issue, and to have each of its names'),
    'POST /import-certificate': nothing('needs the right to import each of its names'),
    'POST /revoke-by-thumbprint': nothing('takes away what a certificate is good for'),
    'DELETE /:certificateId': nothing('takes away what a certificate is good for'),
    'POST /:certificateId/renew': nothing(
      'needs the right to issue, and to have each of its names',
    ),
    'POST /:certificateId/revoke': nothing('takes away what a certificate is good for'),
  }),
  'POST /api/v1/projects/:projectId/certificates/search': nothing('answers a question'),
  'POST /api/v1/cert-manager/ocsp/:caId': nothing('answers a question that anybody may ask'),
};

/** Clients of ACME have keys, which hold no rights: the profile decides what they get. */
const ACME: DoorTable = at(['/api/v1/pki/acme/profiles/:profileId'], {
  'POST /directory': nothing('answers a question'),
  'POST /new-nonce': nothing('answers a question'),
  'POST /new-account': nothing('an account may order what the profile allows and it proves'),
  'POST /accounts/:accountId': nothing('changes the account of the key alone'),
  'POST /accounts/:accountId/orders': nothing('answers a question'),
  'POST /key-change': nothing('changes the account of the key alone'),
  'POST /new-order': nothing('issues nothing yet'),
  'POST /revoke-cert': nothing('takes away what a certificate is good for'),
  'POST /orders/:orderId': nothing('answers a question'),
  'POST /orders/:orderId/finalize': nothing('issues what the policy allows and the account proved'),
  'POST /orders/:orderId/certificate': nothing('answers a question'),
  'POST /orders/:orderId/certificate/:number': nothing('answers a question'),
  'POST /authorizations/:authorizationId': nothing('takes away what an account proved'),
  'POST /authorizations/:authorizationId/challenges/:challengeId': nothing('has a proof looked at'),
});

const FORMS_OF_CERTIFICATES: DoorTable = {
  ...at(['/api/v1/cert-manager/certificate-policies'], {
    'POST ': NEW_THING,
    'PATCH /:policyId': { weighs: ['facts'], specs: ['test/certificates/profiles.e2e-spec.ts'] },
    'DELETE /:policyId': nothing('nothing may stand on it'),
  }),
  ...at(['/api/v1/cert-manager/certificate-profiles'], {
    'POST ': nothing('needs the right to read the authority and the policy that it ties together'),
    'PATCH /:profileId': { weighs: ['facts'], specs: ['test/certificates/profiles.e2e-spec.ts'] },
    'POST /:profileId/acme/eab-secret/rotate': nothing('takes away what a secret is good for'),
    'POST /:profileId/acme/eab-keys': nothing(
      'gives out what the secret of the profile gives, or less',
    ),
    'DELETE /:profileId/acme/eab-keys/:bindingKeyId': nothing(
      'takes away what a secret is good for',
    ),
    'DELETE /:profileId': nothing('takes away a way to certificates'),
  }),
};

const TAKES_A_SECRET = nothing('takes away what a secret is good for');

/** An application holds no rights: what it may have is decided when it asks, as without it. */
const APPLICATIONS: DoorTable = at(['/api/v1/cert-manager/applications'], {
  'POST ': nothing('needs the right to attach each profile; no rule speaks of the name'),
  'PATCH /:applicationId': nothing('no rule speaks of the name'),
  'DELETE /:applicationId': nothing('takes away a way to certificates'),
  ...at(['/:applicationId/profiles'], {
    'POST ': nothing('needs the right to attach each profile, and issues nothing yet'),
    'DELETE /:profileId': nothing('takes away a way to certificates'),
    ...at(['/:profileId/enrollment'], {
      'PUT /api': nothing('whoever asks for a certificate needs the right to issue'),
      'DELETE /api': nothing('takes away a way to certificates'),
      'PUT /acme': {
        weighs: [],
        because: 'lets strangers in only for who may issue every certificate of the profile',
        specs: ['test/certificates/applications.e2e-spec.ts'],
      },
      'DELETE /acme': nothing('takes away a way to certificates'),
      'POST /acme/eab/reveal': nothing('reads, and writes down who did'),
      'POST /acme/eab/rotate': TAKES_A_SECRET,
      'POST /acme/eab-keys': nothing('gives out what the secret of the application gives, or less'),
      'DELETE /acme/eab-keys/:bindingKeyId': TAKES_A_SECRET,
    }),
  }),
});

const CERTIFICATES: DoorTable = at(['/api/v1/cert-manager/ca/internal'], {
  'POST ': NEW_THING,
  'PATCH /:authorityId': {
    weighs: ['facts'],
    specs: ['test/certificates/authorities.e2e-spec.ts'],
  },
  'DELETE /:authorityId': nothing('needs the right to delete it and no more'),
  'POST /:authorityId/certificate': nothing(
    'needs the right to certify it, and that of the parent',
  ),
  'POST /:authorityId/sign-intermediate': nothing('needs the right to sign with it'),
  'POST /:authorityId/import-certificate': nothing('needs the right to certify it'),
  'POST /:authorityId/renew': nothing('needs the right to certify it, and that of the parent'),
  'POST /:authorityId/revoke': nothing('takes away what its certificates are good for'),
});

const SSO: DoorTable = {
  ...at(['/api/v1/organization/email-domains'], {
    'POST ': nothing('a claim says nothing until it is proved'),
    'POST /:domainId/verify': {
      weighs: ['assignment'],
      specs: ['test/sso/email-domains.e2e-spec.ts'],
    },
    'DELETE /:domainId': nothing('takes a proof away; who is a member stays one'),
  }),
  'PATCH /api/v1/organization/:organizationId': {
    weighs: ['assignment'],
    specs: ['test/sso/enforcement.e2e-spec.ts'],
  },
  'POST /api/v1/sso/oidc/link': nothing(
    'begins a login that adds a way of signing in to the own account, and no right',
  ),
  ...at(['/api/v1/sso/oidc/config'], {
    'POST ': { weighs: ['assignment'], specs: ['test/sso/oidc-sign-in.e2e-spec.ts'] },
    'PATCH ': { weighs: ['assignment'], specs: ['test/sso/oidc-sign-in.e2e-spec.ts'] },
  }),
};

const APPROVALS: DoorTable = {
  ...at(['/api/v1/secret-approvals', '/api/v2/secret-approvals'], {
    'POST ': nothing('asks for more consent; a nearer policy in the place of another needs edit'),
    'PATCH /:approvalPolicyId': nothing('who changes policies decides about them, and is recorded'),
    'DELETE /:approvalPolicyId': nothing('leaves every right to write as it is'),
  }),
  ...at(['/api/v1/secret-approval-requests/:approvalRequestId'], {
    'POST /review': nothing('a vote gives no right'),
    'POST /status': nothing('writes no secret'),
    'POST /merge': {
      weighs: ['secret', 'destruction'],
      specs: ['test/approvals/merges.e2e-spec.ts'],
    },
  }),
};

const ACCESS_SPEC = 'test/approvals/access-requests.e2e-spec.ts';

const ACCESS_APPROVALS: DoorTable = {
  ...at(['/api/v1/access-approvals/policies'], {
    'POST ': { weighs: ['privilege'], specs: [ACCESS_SPEC] },
    'PATCH /:accessPolicyId': { weighs: ['privilege'], specs: [ACCESS_SPEC] },
    'DELETE /:accessPolicyId': nothing('leaves every right as it is'),
  }),
  ...at(['/api/v1/access-approvals/requests'], {
    'POST ': nothing('asks for a right, and gives none'),
    'PATCH /:accessRequestId': nothing('asks for a right, and gives none'),
    'POST /:accessRequestId/review': { weighs: ['privilege'], specs: [ACCESS_SPEC] },
    'POST /:accessRequestId/revoke': nothing(
      'takes back what such a request gave, which never forbids anything',
    ),
  }),
};

const PROVISIONING: DoorTable = {
  ...at(['/api/v1/scim'], {
    'POST /scim-tokens': {
      weighs: ['assignment'],
      specs: ['test/attacks/provisioned-people.e2e-spec.ts'],
    },
    'DELETE /scim-tokens/:scimTokenId': nothing('takes a token away; who is in which group stays'),
    'POST /.search': READS,
    'POST /Users/.search': READS,
    'POST /Groups/.search': READS,
    'POST /Users': BY_A_PROVIDER,
    'PUT /Users/:userId': BY_A_PROVIDER,
    'PATCH /Users/:userId': BY_A_PROVIDER,
    'DELETE /Users/:userId': BY_A_PROVIDER,
    'POST /Groups': BY_A_PROVIDER,
    'PUT /Groups/:groupId': BY_A_PROVIDER,
    'PATCH /Groups/:groupId': BY_A_PROVIDER,
    'DELETE /Groups/:groupId': BY_A_PROVIDER,
  }),
};

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
  'POST /api/v1/projects/:projectId/secrets/compare': nothing(
    'tells which values are equal, of those alone that the caller may read',
  ),
  'POST /api/v1/events/subscribe/project-events/ticket': nothing(
    'gives the caller, for 15 minutes, the one stream that it may open itself',
  ),
};

const MEMBERS_SPEC = ['test/people/members.e2e-spec.ts'];
const GROUPS_SPEC = ['test/people/groups.e2e-spec.ts'];
/** The second one makes the calls for the first. */
const INVITATIONS_SPECS = ['test/attacks/invitations.e2e-spec.ts', 'test/support/invitations.ts'];

const weighsIn = (specs: readonly string[], ...weighings: Weighing[]): Door => ({
  weighs: weighings,
  specs,
});

const PEOPLE: DoorTable = {
  ...at(['/api/v1/user-project-additional-privilege'], {
    'POST ': weighsIn(['test/people/user-privileges.e2e-spec.ts'], 'privilege'),
    'PATCH /:privilegeId': weighsIn(
      ['test/people/user-privileges.e2e-spec.ts'],
      ...(['privilege', 'demotion'] as const),
    ),
    'DELETE /:privilegeId': weighsIn(
      ['test/people/user-privileges.e2e-spec.ts'],
      ...(['privilege', 'demotion'] as const),
    ),
  }),
  ...at(['/api/v2/organizations/:orgId/memberships'], {
    'DELETE ': weighsIn(MEMBERS_SPEC, 'demotion'),
    'PATCH /:membershipId': weighsIn(MEMBERS_SPEC, 'facts', 'assignment', 'demotion'),
    'DELETE /:membershipId': weighsIn(MEMBERS_SPEC, 'demotion'),
    'DELETE /:membershipId/second-factor': weighsIn(
      ['test/people/second-factor.e2e-spec.ts'],
      'demotion',
    ),
  }),
  ...at(
    FAMILIES.map((family) => `${family}/:projectId/memberships`),
    {
      'POST ': weighsIn(MEMBERS_SPEC, 'assignment', 'demotion'),
      'DELETE ': weighsIn(MEMBERS_SPEC, 'assignment', 'demotion'),
      'POST /details': READS,
      'PATCH /:membershipId': weighsIn(MEMBERS_SPEC, 'assignment', 'demotion'),
      'DELETE /:membershipId': weighsIn(MEMBERS_SPEC, 'assignment', 'demotion'),
    },
  ),
  ...at(
    [
      ...FAMILIES.map((family) => `${family}/:projectId/groups`),
      '/api/v1/projects/:projectId/memberships/groups',
    ],
    {
      'POST /:group': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
      'PATCH /:group': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
      'DELETE /:group': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
    },
  ),
  ...at(['/api/v1/groups'], {
    'POST ': weighsIn(GROUPS_SPEC, 'assignment'),
    'PATCH /:groupId': weighsIn(GROUPS_SPEC, 'assignment', 'demotion', 'relabelling'),
    'DELETE /:groupId': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
    'POST /:groupId/users/:username': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
    'DELETE /:groupId/users/:username': weighsIn(GROUPS_SPEC, 'assignment', 'demotion'),
    'POST /:groupId/machine-identities/:identityId': weighsIn(
      GROUPS_SPEC,
      'assignment',
      'demotion',
    ),
    'DELETE /:groupId/machine-identities/:identityId': weighsIn(
      GROUPS_SPEC,
      ...(['assignment', 'demotion'] as const),
    ),
  }),
};

const OWN_SIGN_IN = nothing(
  'signs a person in, or proves anew who it is: the session holds what the person holds, at every request',
);
const IDENTITY_SIGN_IN = nothing(
  'opens what the identity holds, at every request, to who has its client secret or a code of the operator',
);
const OWN_ACCOUNT = nothing("changes only the caller's own account, and none of what it holds");
const OWN_SESSIONS = nothing("ends only the caller's own sessions");

/** What people do with their own account. */
const SIGN_IN: DoorTable = {
  ...at(['/api/v3/auth'], {
    'POST /login': OWN_SIGN_IN,
    'POST /login1': nothing('answers only that this way to sign in is gone'),
    'POST /login2': nothing('answers only that this way to sign in is gone'),
    'POST /select-organization': nothing(
      'leads only to an organization that the person is in, with what it holds there',
    ),
  }),
  ...at(['/api/v2/auth/mfa'], {
    'POST /send': nothing('answers only that codes come from an authenticator app'),
    'POST /verify': OWN_SIGN_IN,
    'POST /verify/recovery-code': OWN_SIGN_IN,
  }),
  ...at(['/api/v1/auth'], {
    'POST /token': OWN_SIGN_IN,
    'POST /checkAuth': nothing('says that the token is valid, and changes nothing'),
    'POST /reauthenticate': OWN_SIGN_IN,
    'POST /logout': OWN_SESSIONS,
    'POST /lock': OWN_SESSIONS,
    'POST /console/login': IDENTITY_SIGN_IN,
    'POST /console/code': IDENTITY_SIGN_IN,
  }),
  ...at(['/api/v1/account-recovery'], {
    'POST /send-email': nothing('a mail to the address of the account itself'),
    'POST /verify-email': nothing('takes the code that went to the address of the account itself'),
    'POST /reset': nothing('sets the password of the account whose code was taken, and no right'),
  }),
  ...at(['/api/v1/invite-org'], {
    'POST /signup': weighsIn(INVITATIONS_SPECS, 'assignment'),
    'POST /signup-resend': weighsIn(INVITATIONS_SPECS, 'credential'),
    'POST /verify': weighsIn(INVITATIONS_SPECS, 'maker'),
  }),
  'POST /api/v3/signup/complete-account': weighsIn(INVITATIONS_SPECS, 'maker'),
  ...at(['/api/v2/users/me'], {
    'DELETE ': nothing('takes places and rights from the person themselves, and gives none'),
    'PUT /auth-methods': OWN_ACCOUNT,
    'PATCH /name': OWN_ACCOUNT,
    'PATCH /mfa': OWN_ACCOUNT,
    'PATCH /email': weighsIn(['test/people/email-change.e2e-spec.ts'], 'facts'),
    'POST /email-change/otp': OWN_ACCOUNT,
    'POST /password': OWN_ACCOUNT,
    'DELETE /sessions': OWN_SESSIONS,
    'DELETE /sessions/:sessionId': OWN_SESSIONS,
  }),
  ...at(['/api/v1/user/me/totp'], {
    'POST /register': OWN_ACCOUNT,
    'POST /verify': OWN_ACCOUNT,
    'DELETE ': OWN_ACCOUNT,
  }),
};

/** Every route of the application that is no GET, and what it weighs. */
export const DOORS: DoorTable = {
  ...ACCESS,
  ...ORGANIZATION,
  ...IDENTITIES,
  ...PROVISIONING,
  ...SERVICE_TOKENS,
  ...SSO,
  ...CERTIFICATES,
  ...APPROVALS,
  ...ACCESS_APPROVALS,
  ...FORMS_OF_CERTIFICATES,
  ...ACME,
  ...APPLICATIONS,
  ...ISSUED_CERTIFICATES,
  ...PROJECTS,
  ...SECRETS,
  ...PEOPLE,
  ...SIGN_IN,
};
