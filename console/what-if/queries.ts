import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, idempotencyKey, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import { asQuestions, type MatrixBody, type Question } from '../access/queries';
import type { Rule } from '../access/model';
import type { components } from '../api/schema';

/** Roles that can be changed, by their names. */
export const rolesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'roles'),
    queryFn: async ({ signal }) => {
      const { roles } = await reread(['roles', projectId], (headers) =>
        api.GET('/api/v1/projects/{projectId}/roles', {
          ...{ params: { path: { projectId } }, headers, signal },
        }),
      );
      return roles.filter(({ slug }) => !PREDEFINED.has(slug));
    },
  });

/** Roles that every project has, and whose rules nobody changes. */
export const PREDEFINED: ReadonlySet<string> = new Set([
  ...['admin', 'member', 'viewer', 'no-access'],
  ...['ssh-host-bootstrapper', 'cryptographic-operator'],
]);

export const roleQuery = (projectId: string, roleSlug: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'role', roleSlug),
    enabled: roleSlug !== '',
    queryFn: async ({ signal }) => {
      const { role } = await take(
        api.GET('/api/v1/projects/{projectId}/roles/slug/{roleSlug}', {
          ...{ params: { path: { projectId, roleSlug } }, signal },
        }),
      );
      return role;
    },
  });

/** What is tried: new rules of a role, or a grant to somebody. */
export interface Change {
  readonly roleSlug?: string;
  readonly permissions?: readonly Rule[];
  readonly identityId?: string;
  readonly userId?: string;
  readonly grant?: { readonly permissions: readonly Rule[]; readonly type: Lifetime };
}

type Lifetime = components['schemas']['Lifetime'];
type SentRules = components['schemas']['ProjectRule'][];

/** The document has a form for each kind of change. */
const asChange = (change: Change) => change as unknown as NonNullable<MatrixBody['change']>;
const asRules = (rules: readonly Rule[]) => rules as unknown as SentRules;

/** What the change gives and takes in every folder, and whom it concerns. */
export const effectQuery = (projectId: string, change: Change | null) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'effect', change),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.POST('/api/v1/projects/{projectId}/permissions/effect', {
          ...{ params: { path: { projectId } }, signal },
          body: { change: asChange(change!), limit: 100, offset: 0 },
        }),
      ),
  });

/** Answers at one place before and after the change, of members whom it concerns. */
export const atPlaceQuery = (
  projectId: string,
  questions: readonly Question[],
  change: Change | null,
) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'at a place', questions, change),
    enabled: change !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.POST('/api/v1/projects/{projectId}/permissions/matrix', {
          ...{ params: { path: { projectId } }, signal },
          body: {
            ...{ questions: asQuestions(questions), change: asChange(change!) },
            ...{ show: 'all', limit: 100, offset: 0 },
          },
        }),
      ),
  });

/** One act, sent again with the same key after a lost answer. */
export interface Act {
  readonly projectId: string;
  readonly change: Change;
  readonly roleId: string | null;
  readonly key: ReturnType<typeof idempotencyKey>;
}

/** Makes the change that was tried. Gives the membership of the person to whom something was granted. */
export async function makeChange({
  projectId,
  change,
  roleId,
  key: headers,
}: Act): Promise<string | null> {
  const { identityId, userId, grant, permissions } = change;
  if (roleId !== null) {
    const path = { projectId, roleId };
    const body = { permissions: asRules(permissions ?? []) };
    await take(
      api.PATCH('/api/v1/projects/{projectId}/roles/{roleId}', {
        ...{ params: { path, header: headers }, body },
      }),
    );
    return null;
  }
  const given = {
    ...{ projectId, permissions: asRules(grant?.permissions ?? []) },
    type: grant?.type ?? { isTemporary: false },
  };
  if (userId !== undefined) {
    const body = { ...given, userId };
    const { privilege } = await take(
      api.POST('/api/v1/user-project-additional-privilege', { params: { header: headers }, body }),
    );
    return privilege.projectMembershipId;
  }
  const body = { ...given, identityId: identityId! };
  await take(
    api.POST('/api/v2/identity-project-additional-privilege', {
      params: { header: headers },
      body,
    }),
  );
  return null;
}
