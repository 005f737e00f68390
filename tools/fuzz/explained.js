// Tells which findings of Schemathesis are as they should be.
const ACCEPTED = 'positive_data_acceptance';
const REFUSED = 'negative_data_rejection';

/** A valid request of these operations that was refused with one of these codes. */
const isRefusal = (operations, ...codes) => {
  return ({ check, at, code }) => check === ACCEPTED && operations.test(at) && codes.includes(code);
};

/** Each problem of the 422 of such an operation is about one of these fields, at whatever place, or reads so. */
const isAbout = (operations, fields, texts = /^/) => {
  return ({ check, at, problems }) =>
    check === ACCEPTED &&
    operations.test(at) &&
    problems.length > 0 &&
    problems.every(
      ({ path, message }) => path.some((step) => fields.includes(step)) && texts.test(message),
    );
};

const anyOf =
  (...cases) =>
  (finding) =>
    cases.some((fits) => fits(finding));

/** The field that Schemathesis calls invalid is null in the body, or an empty parameter. */
function sendsNothing({ what, sent, uri }) {
  return namesIn(what).some(
    (name) =>
      new RegExp(`"${name.replaceAll('$', '\\$')}":\\s*null\\b`).test(sent) ||
      new RegExp(`[?&]${encodeURIComponent(name)}=(&|$)`).test(uri),
  );
}

/** The fields that a finding calls invalid: of a part within a part it names both. */
function namesIn(what) {
  const named =
    /\/properties\/([\w$-]+)(?:\/(?:oneOf|anyOf)\/\d+)? \(was [^)]*became null\)/.exec(what) ??
    /Invalid component: parameter `([\w$-]+)`/.exec(what) ??
    /violates `\w+` at \S*\/properties\/([\w$-]+)$/m.exec(what);
  const [, component = ''] = /Invalid component: (.*)/.exec(what) ?? [];
  return named ? [named[1]] : [...component.matchAll(/([\w$-]+): /g)].map(([, name]) => name);
}

const CONTENT = /\/(secrets|secret-names|folders|secret-imports|service-token|rollback)/;
const HOLDINGS = /\/(memberships|identity-memberships|groups|roles|privilege|[\w-]+-privilege)\b/;
const EXPLAINING = /\/permissions\/(explain|who-can|preview|effect|matrix|mine)$/;
const LOGINS = /-auth\/(identities|login|templates)\b/;
const EVENTS = /\/events\/subscribe\//;
const RULES =
  /\/(roles|[\w-]*privilege|identity-project-additional-privilege|permissions\/(preview|effect|matrix))\b/;

/** Findings that are as they should be, with the reason: at most ten, each by the specification or by a client. */
export const EXPLAINED = [
  {
    why: 'two names of one thing that differ, or fields that exclude or bound each other, which no schema says (docs/compatibility.md: Go and Terraform send several names)',
    fits: anyOf(
      ({ check, code, answer }) =>
        check === ACCEPTED &&
        code === 'contradictory-fields' &&
        /must not differ|different projects|Send one of them|leave them out|not both|must not exceed|must lie before/.test(
          answer,
        ),
      isAbout(EXPLAINING, ['identityId'], /^Send identityId .*, or userId/),
      isAbout(EXPLAINING, ['change'], /^change is one of/),
      isAbout(EXPLAINING, ['identityId', 'userId'], /^A change says itself whom/),
      isAbout(EXPLAINING, ['show'], /without a change/),
      isAbout(EXPLAINING, ['includeServiceTokens'], /beside all members alone/),
      isAbout(EVENTS, ['ticket'], /not both$/),
      isAbout(/\/cert-manager\/certificates$/, ['ttl'], /send one of them$/),
      isAbout(
        /\/enrollment\/acme$|\/certificate-profiles\b/,
        ['skipEabBinding', 'caaIdentities'],
        /^without|^CAA is asked/,
      ),
      isRefusal(/\/cert-manager\//, 'contradictory-fields'),
    ),
  },
  {
    why: 'a query, or what is empty once white space is gone, names no project (docs/compatibility.md: Go sends every field, most of them empty; Terraform lists privileges by projectId or projectSlug)',
    fits: anyOf(
      isRefusal(CONTENT, 'missing-field'),
      isRefusal(
        /\/(memberships|reauthenticate)$|\/user-project-additional-privilege\b|\/secret-approval|\/cert-manager\//,
        'missing-field',
      ),
      isRefusal(/^PATCH \/api\/v1\/organization\/\{/, 'missing-field'),
      isAbout(/^GET .*\/identity-project-additional-privilege/, ['projectId']),
      isAbout(EVENTS, ['projectId'], /is missing/),
      ({ check, problems }) =>
        check === ACCEPTED &&
        problems.length > 0 &&
        problems.every(({ message }) => /must not be empty|longer than or/.test(message)),
    ),
  },
  {
    why: 'a rule about what is stored, set up or offered is a 400, and a cloud that cannot be reached a 504 (specification: BadRequest, GatewayTimeoutError; RFC 7644 3.12; docs/workload-sign-in.md)',
    fits: anyOf(
      ({ check, at, code }) =>
        check === 'not_a_server_error' && LOGINS.test(at) && code === 'issuer-silent',
      isRefusal(/\/admin\/bootstrap$/, 'already-set-up'),
      isRefusal(/-auth\/identities\/\{/, 'auth-method-exists', 'unsafe-trust', 'not-offered'),
      isRefusal(
        HOLDINGS,
        'last-administrator',
        'no-permanent-role',
        'role-in-use',
        'repeated-item',
      ),
      isRefusal(/\/memberships$/, 'not-in-organization'),
      isRefusal(/\/(secret|access)-approvals\b/, 'invalid-approvers', 'repeated-item'),
      isRefusal(/\/secret-approval-requests\//, 'request-closed'),
      isRefusal(/\/identities/, 'repeated-item', 'last-administrator'),
      isRefusal(/^DELETE .*\/(projects|workspace)\/\{\w+\}$/, 'deletion-protected'),
      isRefusal(CONTENT, 'not-in-folder', 'nothing-to-change', 'repeated-item', 'not-offered'),
      // The caller is a machine identity.
      isRefusal(CONTENT, 'no-personal-secrets'),
      isRefusal(/\/invite-org\//, 'invitation-refused', 'not-invited', 'repeated-item'),
      isRefusal(/\/account-recovery\//, 'link-refused', 'no-mail'),
      isRefusal(/\/users?\/me\b|\/mfa\/|\/reauthenticate$/, 'no-second-factor', 'second-factor-on'),
      isRefusal(/\/users\/me\/email/, 'no-mail', 'code-refused'),
      isRefusal(/\/second-factor$/, 'no-second-factor'),
      isRefusal(/\/auth-methods$/, 'sign-in-method-missing'),
      // A profile may say how long its certificates live, or leave it to who asks for one.
      isRefusal(/\/cert-manager\/certificates$/, 'missing-field'),
      isRefusal(/\/email-domains\/|\/sso\/oidc\/config$/, 'domain-not-proved', 'provider-unusable'),
      isRefusal(/^PATCH \/api\/v1\/organization\/\{/, 'provider-untried'),
      isRefusal(
        /\/cert-manager\//,
        ...['authority-cannot-sign', 'authority-unchangeable', 'already-certified', 'not-offered'],
        ...['already-revoked', 'certificate-out-of-bounds', 'signed-elsewhere', 'not-renewable'],
      ),
      isRefusal(/\/(workspace|projects)$|\/oauth\/token$|\/mfa\/|\/sso\//, 'not-offered'),
      isRefusal(/\/scim\//, 'not-implemented', 'scim-mutability', 'scim-no-target'),
    ),
  },
  {
    why: 'parts of a request that are each within bounds may be too long together (specification: sizes)',
    fits: anyOf(
      isRefusal(/^/, 'body-too-large', 'url-too-long', 'headers-too-large'),
      // What Node's parser refuses, it refuses before the path is known, and with it the protocol.
      ({ check, status }) => check === 'content_type_conformance' && status === 431,
    ),
  },
  {
    why: 'a cursor and a ticket are what the server has given, and opaque (docs/events.md, docs/audit.md)',
    fits: anyOf(
      isAbout(EVENTS, ['cursor', 'ticket', 'Last-Event-ID']),
      isAbout(/\/(events|audit-logs|secret-names|exposure)/, ['cursor'], /page/),
    ),
  },
  {
    why: 'which actions and conditions go together, the catalog tells; a path or pattern in a rule has a grammar (specification: roles, privileges; v1 privileges as Terraform sends them)',
    fits: anyOf(
      isRefusal(RULES, 'invalid-rule'),
      isAbout(/\/v1\/additional-privilege\/identity/, [
        ...['permissions', 'privilegePermission', 'temporaryRange', 'temporaryAccessStartTime'],
      ]),
      isAbout(RULES, [
        ...['conditions', 'temporaryAccessStartTime', 'temporaryMode', 'temporaryRange'],
      ]),
      isAbout(EXPLAINING, ['attributes']),
    ),
  },
  {
    why: 'no pattern holds all of a path, time, range, address, filter, certificate, signed message (specification: secretPath; RFC 3339, 3986, 4291, 5280, 5322, 7515, 7644)',
    fits: anyOf(
      isAbout(CONTENT, [
        'path',
        'secretPath',
        'directory',
        'sourceSecretPath',
        'destinationSecretPath',
        'secretName',
      ]),
      isAbout(CONTENT, ['asOf']),
      isAbout(EVENTS, ['register', 'secretPath']),
      isAbout(HOLDINGS, ['temporaryAccessStartTime', 'temporaryMode', 'temporaryRange']),
      isAbout(EXPLAINING, ['temporaryAccessStartTime', 'temporaryMode', 'temporaryRange']),
      isAbout(/-auth\/identities\/\{/, ['ipAddress']),
      isAbout(
        /\/account-recovery\/|\/auth\/|\/signup|\/invite-org|\/users\/me|\/bootstrap$|\/memberships/,
        [
          ...[
            'email',
            'emails',
            'inviteeEmails',
            'usernames',
            'newEmail',
            'newPassword',
            'password',
          ],
        ],
      ),
      isAbout(/\/email-domains$/, ['domain']),
      isAbout(LOGINS, [
        ...[
          'jwksUrl',
          'oidcDiscoveryUrl',
          'kubernetesHost',
          'stsEndpoint',
          'issuer',
          'boundIssuer',
        ],
        ...['caCert', 'jwksCaCert', 'publicKeys', 'boundClaims', 'claimMetadataMapping'],
      ]),
      isRefusal(/\/cert-manager\//, 'certificate-unusable'),
      isAbout(/\/(secret|access)-approval/, [
        ...[
          'temporaryRange',
          'maxTimePeriod',
          'requestExpirationTime',
          'permissions',
          'secretPath',
        ],
      ]),
      isAbout(/\/cert-manager\/certificates/, ['ttl']),
      isAbout(/\/acme\/eab-keys$/, ['expiresAt'], /in the future/),
      isAbout(/\/identities\/search$/, ['search'], /^Unknown operator/),
      isRefusal(/\/pki\/acme\//, 'acme-malformed'),
      isRefusal(/\/scim\//, 'scim-invalid-filter', 'scim-invalid-path', 'scim-invalid-value'),
    ),
  },
  {
    why: 'slugs of predefined roles are reserved, and RoleId repeats the id in the path (specification: predefined roles; Terraform)',
    fits: anyOf(
      isAbout(/\/roles/, ['slug'], /reserved/),
      isAbout(/\/v1\/organization\/roles/, ['RoleId', 'roleId'], /repeats the id/),
    ),
  },
  {
    why: 'null, and an empty parameter, count as absent (docs/compatibility.md: Terraform and Python send null, Go sends all)',
    fits: (finding) => finding.check === REFUSED && sendsNothing(finding),
  },
  {
    why: 'fields of a temporary right are ignored for a permanent one (docs/compatibility.md: Terraform sends them)',
    fits: ({ check, at, what, sent }) =>
      check === REFUSED &&
      HOLDINGS.test(at) &&
      /temporary/.test(what) &&
      !/"isTemporary":\s*true/.test(sent),
  },
];

/** The explanation of a finding; of one with several problems, that of the first, where each of them has one. */
export function explanationOf(finding) {
  const whole = EXPLAINED.find(({ fits }) => fits(finding));
  if (whole || finding.problems.length < 2) return whole;
  const each = finding.problems.map((problem) =>
    EXPLAINED.find(({ fits }) => fits({ ...finding, problems: [problem] })),
  );
  return each.includes(undefined) ? undefined : each[0];
}
