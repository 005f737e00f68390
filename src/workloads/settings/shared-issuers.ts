/** An issuer that makes tokens for everybody's jobs: which row names its own tenant. */
interface SharedIssuer {
  /** What the literal beginning of a subject has to reach past; null: a subject names its owner only as a whole. */
  readonly head: RegExp | null;
  /** Claims that name an owner or what an owner has. */
  readonly claims: readonly string[];
  /** Names of what has an id too, with the claim of the id. */
  readonly names: Readonly<Record<string, string>>;
  /** Claims that count only beside another one, which has to be bound to `true`: else anybody may have put them in. */
  readonly proven?: Readonly<Record<string, string>>;
  /** Claims that name the fork in pipelines of forks. */
  readonly forks?: readonly string[];
}

/** Without `job_workflow_ref`: a workflow that is shared may be called from everybody's repository. */
const GITHUB: SharedIssuer = {
  head: /^repo:[^/:]+\//,
  claims: [
    ...['repository', 'repository_id', 'repository_owner', 'repository_owner_id'],
    ...['workflow_ref', 'enterprise', 'enterprise_id'],
  ],
  names: { repository: 'repository_id', repository_owner: 'repository_owner_id' },
};

const GITLAB: SharedIssuer = {
  head: /^project_path:[^/:]+\//,
  claims: ['project_id', 'project_path', 'namespace_id', 'namespace_path'],
  names: { project_path: 'project_id', namespace_path: 'namespace_id' },
  forks: ['project_path', 'project_id'],
};

/** Subjects are numbers of accounts. `azp` may be a program that everybody signs in to. */
const GOOGLE: SharedIssuer = {
  head: null,
  claims: ['email', 'hd'],
  names: {},
  proven: { email: 'email_verified' },
};

/** The tenant of everybody's personal account at Microsoft: a person is an object id of it. */
const PERSONAL_MICROSOFT: SharedIssuer = { head: null, claims: ['oid'], names: {} };

const TERRAFORM: SharedIssuer = {
  head: /^organization:[^:]+:/,
  claims: [
    ...['terraform_organization_id', 'terraform_organization_name'],
    ...['terraform_workspace_id', 'terraform_project_id'],
  ],
  names: { terraform_organization_name: 'terraform_organization_id' },
};

/** Issuers that name their tenant in the path (CircleCI, Bitbucket, Entra) are bound by boundIssuer itself. */
const BY_HOST: Readonly<Record<string, SharedIssuer>> = {
  'token.actions.githubusercontent.com': GITHUB,
  'gitlab.com': GITLAB,
  'accounts.google.com': GOOGLE,
  'app.terraform.io': TERRAFORM,
  'app.eu.terraform.io': TERRAFORM,
  'oidc.codefresh.io': {
    head: /^account:[^:]+:/,
    claims: ['account_id', 'pipeline_id'],
    names: {},
  },
  'agent.buildkite.com': {
    head: /^organization:[^:]+:/,
    claims: ['organization_slug', 'organization_id', 'pipeline_id'],
    names: { organization_slug: 'organization_id' },
  },
};

/** Issuers that share their host with those of one tenant. */
const BY_ISSUER: Readonly<Record<string, SharedIssuer>> = {
  // With the team in its path it is the issuer of that team.
  'https://oidc.vercel.com': {
    head: /^owner:[^:]+:/,
    claims: ['owner', 'owner_id', 'project_id'],
    names: { owner: 'owner_id' },
  },
  // Subjects are addresses of repositories.
  'https://api.gitpod.io/idp': {
    head: /^https:\/\/[^/]+\/[^/]+\//,
    claims: ['organization_id', 'org_id'],
    names: {},
  },
  'https://api.pulumi.com/oidc': { head: /^pulumi:[a-z-]+:org:[^:]+:/, claims: ['org'], names: {} },
};

/** A GitHub server of one's own, which has many owners too. */
const isOwnGitHub = (issuer: string) => /^https:\/\/[^/]+\/_services\/token$/.test(issuer);

/** GitHub Enterprise Cloud with data residency, whose enterprise has many owners too. */
const RESIDENT_GITHUB = /^token\.actions\.[^.]+\.ghe\.com$/;

const PERSONAL_TENANT = /\/9188040d-6c67-4c5b-b112-36a304b66dad(\/|$)/i;
const MICROSOFT = ['login.microsoftonline.com', 'sts.windows.net'];

/** A GitLab of one's own is known by its subjects alone. */
const GITLAB_SUBJECT = /^project_path:/;

/** Null for an issuer of one tenant. `subjects`: patterns of those who are trusted. */
export function sharedIssuer(
  issuer: string,
  subjects: readonly string[] = [],
): SharedIssuer | null {
  if (isOwnGitHub(issuer)) return GITHUB;
  if (Object.hasOwn(BY_ISSUER, issuer)) return BY_ISSUER[issuer]!;
  const host = (URL.canParse(issuer) ? new URL(issuer).hostname : issuer).replace(/\.+$/, '');
  if (Object.hasOwn(BY_HOST, host)) return BY_HOST[host]!;
  if (RESIDENT_GITHUB.test(host)) return GITHUB;
  if (MICROSOFT.includes(host) && PERSONAL_TENANT.test(issuer)) return PERSONAL_MICROSOFT;
  return subjects.some((subject) => GITLAB_SUBJECT.test(subject)) ? GITLAB : null;
}
