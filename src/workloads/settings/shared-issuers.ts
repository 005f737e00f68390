/** An issuer that makes tokens for everybody's jobs: which row names its own tenant. */
interface SharedIssuer {
  /** What the literal beginning of a subject has to reach past; null: a subject names its owner only as a whole. */
  readonly head: RegExp | null;
  /** Claims that name an owner or what an owner has. */
  readonly claims: readonly string[];
  /** Names of what has an id too, with the claim of the id. */
  readonly names: Readonly<Record<string, string>>;
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
const GOOGLE: SharedIssuer = { head: null, claims: ['email', 'hd'], names: {} };

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
  'https://api.pulumi.com/oidc': { head: /^pulumi:[a-z-]+:org:[^:]+:/, claims: ['org'], names: {} },
};

/** A GitHub server of one's own, which has many owners too. */
const isOwnGitHub = (issuer: string) => /^https:\/\/[^/]+\/_services\/token$/.test(issuer);

/** Null for an issuer of one tenant. */
export function sharedIssuer(issuer: string): SharedIssuer | null {
  if (isOwnGitHub(issuer)) return GITHUB;
  if (Object.hasOwn(BY_ISSUER, issuer)) return BY_ISSUER[issuer]!;
  const host = (URL.canParse(issuer) ? new URL(issuer).hostname : issuer).replace(/\.+$/, '');
  return Object.hasOwn(BY_HOST, host) ? BY_HOST[host]! : null;
}
