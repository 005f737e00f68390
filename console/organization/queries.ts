import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { queryClient } from '../api/queries';
import type { OneActHeader } from '../widgets/confirm-form';
import { type GroupMember, groupMemberOf, personOf } from './model';

const KEY = 'organization';
/** People of one request. */
const PAGE = 100;

export const peopleQuery = (orgId: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'people', orgId],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam: offset }) => {
      const { users, totalCount } = await take(
        api.GET('/api/v2/organizations/{orgId}/memberships', {
          ...{ params: { path: { orgId }, query: { offset, limit: PAGE } }, signal },
        }),
      );
      return { people: users.map(personOf), totalCount };
    },
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * PAGE < totalCount ? pages.length * PAGE : null,
  });

export const rolesQuery = queryOptions({
  queryKey: [KEY, 'roles'],
  queryFn: async ({ signal }) => {
    const { roles } = await take(api.GET('/api/v1/organization/roles', { signal }));
    return roles.map(({ slug, name }) => [slug, name] as const);
  },
});

export const projectsOfQuery = (orgId: string, membershipId: string) =>
  queryOptions({
    queryKey: [KEY, 'projects of', membershipId],
    queryFn: async ({ signal }) => {
      const { memberships } = await take(
        api.GET('/api/v2/organizations/{orgId}/memberships/{membershipId}/project-memberships', {
          ...{ params: { path: { orgId, membershipId } }, signal },
        }),
      );
      return memberships.map(({ project }) => project.name);
    },
  });

export const groupMembersQuery = (groupId: string) =>
  queryOptions({
    queryKey: [KEY, 'members of', groupId],
    queryFn: async ({ signal }) => {
      const { members, totalCount } = await take(
        api.GET('/api/v1/groups/{groupId}/members', {
          ...{ params: { path: { groupId }, query: { limit: PAGE } }, signal },
        }),
      );
      return { members: members.map(groupMemberOf), totalCount };
    },
  });

export const groupProjectsQuery = (groupId: string) =>
  queryOptions({
    queryKey: [KEY, 'projects of group', groupId],
    queryFn: async ({ signal }) => {
      const { projects } = await take(
        api.GET('/api/v1/groups/{groupId}/projects', {
          ...{ params: { path: { groupId }, query: { limit: PAGE } }, signal },
        }),
      );
      return projects.map(({ name }) => name);
    },
  });

/** After a change of anybody or any group, here and in projects. */
export const lookAgain = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: [KEY] }),
    queryClient.invalidateQueries({ queryKey: ['project'] }),
  ]);

export const invite = (
  organizationId: string,
  inviteeEmails: string[],
  organizationRoleSlug: string,
  header: OneActHeader,
) =>
  take(
    api.POST('/api/v1/invite-org/signup', {
      params: { header },
      body: { organizationId, inviteeEmails, organizationRoleSlug },
    }),
  );

export const inviteAgain = (membershipId: string, header: OneActHeader) =>
  take(
    api.POST('/api/v1/invite-org/signup-resend', { params: { header }, body: { membershipId } }),
  );

export const changePerson = (
  orgId: string,
  membershipId: string,
  body: { readonly role?: string; readonly isActive?: boolean },
  header: OneActHeader,
) =>
  take(
    api.PATCH('/api/v2/organizations/{orgId}/memberships/{membershipId}', {
      ...{ params: { path: { orgId, membershipId }, header }, body },
    }),
  );

export const removePerson = (orgId: string, membershipId: string, header: OneActHeader) =>
  take(
    api.DELETE('/api/v2/organizations/{orgId}/memberships/{membershipId}', {
      params: { path: { orgId, membershipId }, header },
    }),
  );

export const createGroup = (name: string, role: string, header: OneActHeader) =>
  take(api.POST('/api/v1/groups', { params: { header }, body: { name, role } }));

export const changeGroupRole = (groupId: string, role: string, header: OneActHeader) =>
  take(
    api.PATCH('/api/v1/groups/{groupId}', {
      params: { path: { groupId }, header },
      body: { role },
    }),
  );

export const deleteGroup = (groupId: string, header: OneActHeader) =>
  take(api.DELETE('/api/v1/groups/{groupId}', { params: { path: { groupId }, header } }));

export const addToGroup = (groupId: string, username: string, header: OneActHeader) =>
  take(
    api.POST('/api/v1/groups/{groupId}/users/{username}', {
      params: { path: { groupId, username }, header },
    }),
  );

export const takeOutOfGroup = (
  groupId: string,
  { kind, key }: GroupMember,
  header: OneActHeader,
): Promise<object> =>
  take<object>(
    kind === 'user'
      ? api.DELETE('/api/v1/groups/{groupId}/users/{username}', {
          params: { path: { groupId, username: key }, header },
        })
      : api.DELETE('/api/v1/groups/{groupId}/machine-identities/{identityId}', {
          params: { path: { groupId, identityId: key }, header },
        }),
  );
