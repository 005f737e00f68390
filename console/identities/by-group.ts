import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import type { components } from '../api/schema';
import { groupsQuery } from '../people/queries';
import { queryClient } from '../api/queries';
import type { GroupOf } from './in-projects';
import { orRefused } from './queries';

/** Groups that are asked at the same time: the organization may have many. */
const AT_ONCE = 8;
/** Entries of one request. */
const PAGE = 100;

type Group = components['schemas']['Group'];

/** The groups that an identity is in. The server has no list of them, so that each group is asked. */
export const groupsOfQuery = (identityId: string, name: string) =>
  queryOptions({
    queryKey: ['identities', 'groups', identityId, name],
    queryFn: ({ signal }) => orRefused(groupsOf({ identityId, name }, signal)),
  });

interface Named {
  readonly identityId: string;
  readonly name: string;
}

async function groupsOf(identity: Named, signal: AbortSignal): Promise<readonly GroupOf[]> {
  const all = await take(api.GET('/api/v1/groups', { signal }));
  const found: GroupOf[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const some = all.slice(start, start + AT_ONCE);
    const asked = await Promise.all(some.map((group) => asMember(group, identity, signal)));
    found.push(...asked.filter((group) => group !== null));
  }
  return found;
}

/** The group, where the identity is in it. */
async function asMember(group: Group, of: Named, signal: AbortSignal): Promise<GroupOf | null> {
  const path = { groupId: group.id };
  for (let offset = 0; ; offset += PAGE) {
    const query = { search: of.name, filter: 'existingMembers' as const, limit: PAGE, offset };
    const route = '/api/v1/groups/{groupId}/machine-identities';
    const { machineIdentities, totalCount } = await take(
      api.GET(route, { params: { path, query }, signal }),
    );
    if (machineIdentities.some(({ id }) => id === of.identityId)) break;
    if (offset + PAGE >= totalCount) return null;
  }
  const { id, name, role, customRoleSlug } = group;
  return { id, name, role: customRoleSlug ?? role, projects: await projectsOf(id, signal) };
}

async function projectsOf(groupId: string, signal: AbortSignal): Promise<GroupOf['projects']> {
  const found: { id: string; name: string }[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: found.length };
    const { projects, totalCount } = await take(
      api.GET('/api/v1/groups/{groupId}/projects', {
        params: { path: { groupId }, query },
        signal,
      }),
    );
    found.push(...projects.map(({ id, name }) => ({ id, name })));
    if (projects.length === 0 || found.length >= totalCount) return found;
  }
}

/** Roles of the groups of a project by the ids of groups; those of a project of others may be refused. */
export const groupRolesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['identities', 'group roles', projectId],
    queryFn: () =>
      orRefused(
        queryClient
          .fetchQuery({ ...groupsQuery(projectId), retry: false })
          .then((groups) => new Map(groups.map(({ id, roles }) => [id, roles]))),
      ),
  });
