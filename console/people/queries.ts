import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { inProject } from '../api/queries';
import type { OneActHeader } from '../widgets/confirm-form';
import { memberOfGroup, memberOfPerson, type Member, type RoleAssignment } from './model';

/** People of one request. */
const PAGE = 100;

/** People who are members themselves, by address, a hundred at a time. */
export const peopleQuery = (projectId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: inProject(projectId, 'access', 'people', search),
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal, pageParam: offset }) => {
      const query = { offset, limit: PAGE, ...(search === '' ? {} : { search }) };
      const { memberships, totalCount } = await take(
        api.GET('/api/v1/projects/{projectId}/memberships', {
          ...{ params: { path: { projectId }, query }, signal },
        }),
      );
      return { members: memberships.map(memberOfPerson), totalCount };
    },
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * PAGE < totalCount ? pages.length * PAGE : null,
  });

export const groupsQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'groups'),
    queryFn: async ({ signal }) => {
      const { groupMemberships } = await take(
        api.GET('/api/v1/projects/{projectId}/memberships/groups', {
          ...{ params: { path: { projectId } }, signal },
        }),
      );
      return groupMemberships.map(memberOfGroup);
    },
  });

/** Groups of the organization that may be taken in. */
export const allGroupsQuery = queryOptions({
  queryKey: ['organization', 'groups'],
  queryFn: ({ signal }) => take(api.GET('/api/v1/groups', { signal })),
});

/** Names of the people of a group, as far as the caller may see them. */
export const groupMembersQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['organization', 'group members', groupId],
    queryFn: ({ signal }) =>
      take(
        api.GET('/api/v1/groups/{groupId}/members', {
          ...{ params: { path: { groupId }, query: { limit: PAGE } }, signal },
        }),
      ),
  });

/** One person, who may not be among those that are listed. */
export const personQuery = (projectId: string, membershipId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'person', membershipId),
    queryFn: async ({ signal }) => {
      const { membership } = await take(
        api.GET('/api/v1/projects/{projectId}/memberships/{membershipId}', {
          ...{ params: { path: { projectId, membershipId } }, signal },
        }),
      );
      return memberOfPerson(membership);
    },
  });

/** What was granted to a person beside the roles, without its rules, which the list of the server leaves out. */
export const grantsQuery = (projectId: string, projectMembershipId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'grants', projectMembershipId),
    queryFn: async ({ signal }) => {
      const query = { projectMembershipId };
      return (
        await take(
          api.GET('/api/v1/user-project-additional-privilege', { params: { query }, signal }),
        )
      ).privileges;
    },
  });

/** The rules of one grant. */
export const grantRulesQuery = (projectId: string, privilegeId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'grant rules', privilegeId),
    queryFn: async ({ signal }) => {
      const params = { path: { privilegeId } };
      const route = '/api/v1/user-project-additional-privilege/{privilegeId}';
      return (await take(api.GET(route, { params, signal }))).privilege.permissions;
    },
  });

export const takeGrant = (privilegeId: string) =>
  take(
    api.DELETE('/api/v1/user-project-additional-privilege/{privilegeId}', {
      params: { path: { privilegeId } },
    }),
  );

export async function replaceRoles(
  projectId: string,
  { kind, id }: Member,
  roles: RoleAssignment[],
  header: OneActHeader,
): Promise<void> {
  await take<object>(
    kind === 'user'
      ? api.PATCH('/api/v1/projects/{projectId}/memberships/{membershipId}', {
          ...{ params: { path: { projectId, membershipId: id }, header }, body: { roles } },
        })
      : api.PATCH('/api/v1/projects/{projectId}/memberships/groups/{group}', {
          ...{ params: { path: { projectId, group: id }, header }, body: { roles } },
        }),
  );
}

export async function removeMember(projectId: string, { kind, id }: Member, header: OneActHeader) {
  await take<object>(
    kind === 'user'
      ? api.DELETE('/api/v1/projects/{projectId}/memberships/{membershipId}', {
          params: { path: { projectId, membershipId: id }, header },
        })
      : api.DELETE('/api/v1/projects/{projectId}/memberships/groups/{group}', {
          params: { path: { projectId, group: id }, header },
        }),
  );
}

/** Takes people in by their addresses; who is new to the server gets a link. */
export const addPeople = (
  projectId: string,
  emails: string[],
  role: string,
  header: OneActHeader,
) =>
  take(
    api.POST('/api/v1/projects/{projectId}/memberships', {
      params: { path: { projectId }, header },
      body: { emails, roleSlugs: [role] },
    }),
  );

export const addGroup = (projectId: string, group: string, role: string, header: OneActHeader) =>
  take(
    api.POST('/api/v1/projects/{projectId}/memberships/groups/{group}', {
      params: { path: { projectId, group }, header },
      body: { roles: [{ role }] },
    }),
  );
