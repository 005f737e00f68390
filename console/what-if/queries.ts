import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, asRefusal, idempotencyKey, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import { asQuestions, type MatrixBody, type Question } from '../access/queries';
import type { Member, Rule } from '../access/model';
import type { components } from '../api/schema';
import type { HeldRole, RoleAssignment } from '../people/model';

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

/** Every role of the project, to choose from. */
export const roleNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'role names'),
    queryFn: async ({ signal }) => {
      const { roles } = await take(
        api.GET('/api/v1/projects/{projectId}/roles', { params: { path: { projectId } }, signal }),
      );
      return roles.map(({ slug, name }) => [slug, name] as const);
    },
  });

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

/** The own roles of a member; null for who is in the project by groups alone. */
export const ownRolesQuery = (projectId: string, member: Member | null) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'own roles', member?.kind, member?.id),
    enabled: member !== null,
    queryFn: ({ signal }) => findOwnRoles(projectId, member!, signal),
  });

export interface OwnRoles {
  /** Of the membership of a person; the identity itself. */
  readonly id: string;
  readonly roles: readonly HeldRole[];
}

async function findOwnRoles(
  projectId: string,
  { kind, id, name }: Member,
  signal: AbortSignal,
): Promise<OwnRoles | null> {
  if (kind === 'user') {
    const query = { search: name, limit: 100 };
    const params = { path: { projectId }, query };
    const route = '/api/v1/projects/{projectId}/memberships';
    const { memberships } = await take(api.GET(route, { params, signal }));
    const found = memberships.find(({ userId }) => userId === id);
    return found ? { id: found.id, roles: found.roles } : null;
  }
  const route = '/api/v1/projects/{projectId}/memberships/identities/{identityId}';
  const params = { path: { projectId, identityId: id } };
  try {
    const { identityMembership } = await take(api.GET(route, { params, signal }));
    return { id, roles: identityMembership.roles };
  } catch (error) {
    if (asRefusal(error).status === 404) return null;
    throw error;
  }
}

/** What is tried: new rules of a role, or a grant or other roles to somebody. */
export interface Change {
  readonly roleSlug?: string;
  readonly permissions?: readonly Rule[];
  readonly identityId?: string;
  readonly userId?: string;
  readonly groupId?: string;
  readonly grant?: { readonly permissions: readonly Rule[]; readonly type: Lifetime };
  readonly roles?: readonly RoleAssignment[];
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
  /** Whose roles change; null where they do not. */
  readonly own: OwnRoles | null;
  readonly key: ReturnType<typeof idempotencyKey>;
}

/** Makes the change that was tried. Gives the membership of the person to whom something was granted. */
export async function makeChange({
  projectId,
  change,
  roleId,
  own,
  key: headers,
}: Act): Promise<string | null> {
  const { identityId, userId, grant, permissions, roles } = change;
  if (own !== null && roles) {
    const body = { roles: [...roles] };
    const params = { header: headers };
    await take<object>(
      userId === undefined
        ? api.PATCH('/api/v1/projects/{projectId}/memberships/identities/{identityId}', {
            ...{ params: { ...params, path: { projectId, identityId: own.id } }, body },
          })
        : api.PATCH('/api/v1/projects/{projectId}/memberships/{membershipId}', {
            ...{ params: { ...params, path: { projectId, membershipId: own.id } }, body },
          }),
    );
    return null;
  }
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
