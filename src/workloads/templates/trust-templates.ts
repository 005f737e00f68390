import { badRequest } from '../../errors/api-error.js';

/** Settings of OIDC auth, ready to be attached. */
export interface TrustTemplate {
  readonly oidcDiscoveryUrl: string;
  readonly boundIssuer: string;
  readonly boundAudiences: string;
  readonly boundSubject: string;
  readonly boundClaims: Readonly<Record<string, string>>;
}

/** Which runs of a pipeline are meant; at most one of them. */
export interface Runs {
  readonly branch?: string;
  readonly tag?: string;
  readonly environment?: string;
  readonly pullRequests?: boolean;
}

export interface GitHubJob extends Runs {
  /** `owner/name`. */
  readonly repository: string;
  readonly repositoryId?: string;
  readonly ownerId?: string;
  /** The file of a reusable or own workflow: `.github/workflows/deploy.yml`. */
  readonly workflow?: string;
  readonly audience?: string;
  /** The host of a server of one's own. */
  readonly host?: string;
}

export interface GitLabJob extends Runs {
  /** `group/subgroup/name`. */
  readonly repository: string;
  readonly repositoryId?: string;
  readonly ownerId?: string;
  readonly audience?: string;
  readonly host?: string;
}

export interface TerraformRun {
  readonly organization: string;
  readonly project?: string;
  readonly workspace?: string;
  readonly runPhase?: string;
  readonly audience?: string;
  readonly host?: string;
}

export interface ServiceAccountToken {
  /** `iss` of the tokens. */
  readonly issuer: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly audience?: string;
}

/** What an issuer that takes any audience is asked for. */
const AUDIENCE = 'strongroom';

const trust = (issuer: string, boundAudiences: string, bound: Partial<TrustTemplate>) => ({
  oidcDiscoveryUrl: issuer,
  boundIssuer: issuer,
  boundAudiences,
  boundSubject: '',
  boundClaims: {},
  ...bound,
});

/** Without those that are not known. */
const claims = (known: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/**
 * By claims and not by `sub`, of which repositories have two forms. Ids are bound where they are known, since a name may
 * come to be somebody else's.
 */
export function gitHubTrust(job: GitHubJob): TrustTemplate {
  const { repository, repositoryId, ownerId, workflow, host } = job;
  const owner = repository.split('/', 1)[0]!; // a split has a first part
  const issuer = host
    ? `https://${host}/_services/token`
    : 'https://token.actions.githubusercontent.com';
  const { audience = `https://${host ?? 'github.com'}/${owner}` } = job;
  const ref = gitRefOf(job);
  return trust(issuer, audience, {
    boundClaims: claims({
      ...(repositoryId === undefined ? { repository } : { repository_id: repositoryId }),
      repository_owner_id: ownerId,
      environment: job.environment,
      ref,
      event_name: job.pullRequests ? 'pull_request' : undefined,
      job_workflow_ref: workflow && `${repository}/${workflow}@${ref ?? 'refs/**'}`,
    }),
  });
}

export function gitLabTrust(job: GitLabJob): TrustTemplate {
  const { repository, repositoryId, ownerId, branch, tag } = job;
  const { audience = AUDIENCE, host = 'gitlab.com' } = job;
  const isOfRef = gitRefOf(job) !== undefined;
  return trust(`https://${host}`, audience, {
    boundClaims: claims({
      ...(repositoryId === undefined ? { project_path: repository } : { project_id: repositoryId }),
      namespace_id: ownerId,
      environment: job.environment,
      ref: branch ?? tag,
      ref_type: isOfRef ? (branch === undefined ? 'tag' : 'branch') : undefined,
      // The ref of a merge request is a branch that anybody may name.
      ref_protected: isOfRef ? 'true' : undefined,
      pipeline_source: job.pullRequests ? 'merge_request_event' : undefined,
    }),
  });
}

export function terraformTrust(run: TerraformRun): TrustTemplate {
  const { organization, project, workspace, runPhase } = run;
  const { audience = AUDIENCE, host = 'app.terraform.io' } = run;
  return trust(`https://${host}`, audience, {
    boundClaims: claims({
      terraform_organization_name: organization,
      terraform_project_name: project,
      terraform_workspace_name: workspace,
      terraform_run_phase: runPhase,
    }),
  });
}

/** Service accounts of a cluster whose metadata can be reached; others take Kubernetes auth. */
export const serviceAccountTrust = (token: ServiceAccountToken): TrustTemplate =>
  trust(token.issuer, token.audience ?? AUDIENCE, {
    boundSubject: `system:serviceaccount:${token.namespace}:${token.serviceAccount}`,
  });

/** Throws 400 for a branch and a tag at once. */
function gitRefOf({ branch, tag }: Runs): string | undefined {
  if (branch !== undefined && tag !== undefined)
    throw badRequest('contradictory-fields', 'A run is of a branch or of a tag. Send one of them.');
  if (branch !== undefined) return `refs/heads/${branch}`;
  return tag === undefined ? undefined : `refs/tags/${tag}`;
}
