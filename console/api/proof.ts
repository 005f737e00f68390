import type { paths } from './schema';
import { isProduction } from '../secrets/production';

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Acts that change who may do what: roles, who holds them, and privileges. */
const OF_RIGHTS: { readonly [path in keyof paths]?: readonly Method[] } = {
  '/api/v1/projects/{projectId}/roles/{roleId}': ['PATCH'],
  '/api/v1/user-project-additional-privilege': ['POST'],
  '/api/v1/user-project-additional-privilege/{privilegeId}': ['DELETE'],
  '/api/v2/identity-project-additional-privilege': ['POST'],
  '/api/v2/identity-project-additional-privilege/{id}': ['DELETE'],
  '/api/v1/projects/{projectId}/memberships': ['POST'],
  '/api/v1/projects/{projectId}/memberships/{membershipId}': ['PATCH', 'DELETE'],
  '/api/v1/projects/{projectId}/memberships/groups/{group}': ['POST', 'PATCH', 'DELETE'],
  '/api/v1/projects/{projectId}/memberships/identities/{identityId}': ['POST', 'PATCH', 'DELETE'],
  '/api/v1/identities': ['POST'],
  '/api/v1/invite-org/signup': ['POST'],
  '/api/v2/organizations/{orgId}/memberships/{membershipId}': ['PATCH', 'DELETE'],
  '/api/v1/groups': ['POST'],
  '/api/v1/groups/{groupId}': ['PATCH', 'DELETE'],
  '/api/v1/groups/{groupId}/users/{username}': ['POST', 'DELETE'],
  '/api/v1/groups/{groupId}/machine-identities/{identityId}': ['POST', 'DELETE'],
  '/api/v1/access-approvals/requests/{accessRequestId}/revoke': ['POST'],
};

/** Acts that change secrets of the environment that their body names. */
const OF_SECRETS: readonly (keyof paths)[] = [
  '/api/v4/secrets/batch',
  '/api/v4/secrets/batch/rollback',
];

/** Changes secrets of an environment that it does not name: of production, it may be. */
const MERGE: keyof paths = '/api/v1/secret-approval-requests/{approvalRequestId}/merge';

/** Gives what was asked for, where it approves. */
const REVIEW: keyof paths = '/api/v1/access-approvals/requests/{accessRequestId}/review';

/** Whether an act is a change of production or of rights, which whoever is at the page has to be asked for their credential before. */
export function isProofNeeded(method: string, path: string, body: unknown): boolean {
  if (path === MERGE) return true;
  const given = (body ?? {}) as {
    readonly environment?: unknown;
    readonly dryRun?: unknown;
    readonly status?: unknown;
  };
  if (path === REVIEW) return given.status === 'approved';
  if (OF_SECRETS.some((each) => each === path))
    return given.dryRun !== true && isProduction(String(given.environment));
  return OF_RIGHTS[path as keyof paths]?.some((each) => each === method) === true;
}

let prove: () => Promise<void> = () => Promise.resolve();

/** `work` has whoever is at the page prove who they are, where that is too long ago. It throws where they do not. */
export function proveBy(work: () => Promise<void>): void {
  prove = work;
}

/** Holds a request back until it may go. */
export async function awaitProof(request: Request, path: string): Promise<void> {
  if (request.method === 'GET') return;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  if (isProofNeeded(request.method, path, body)) await prove();
}
