import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, asRefusal, take } from '../api/client';
import { queryClient } from '../api/queries';
import type { components } from '../api/schema';
import { findWorkload, type WorkloadName } from './methods';

type Schemas = components['schemas'];
export type Identity = Schemas['OrganizationIdentity'];
export type ClientSecret = Schemas['ClientSecret'];
export type Membership = Schemas['IdentityMembership'];

/** Identities of a page. */
export const PAGE = 25;

/** The identities whose name holds a text, by name. */
export const identitiesQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['identities', 'list', name],
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) =>
      take(
        api.POST('/api/v2/identities/search', {
          signal,
          body: {
            ...{ limit: PAGE, offset },
            ...(name === '' ? {} : { search: { name: { $contains: name } } }),
          },
        }),
      ),
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * PAGE < totalCount ? pages.length * PAGE : null,
  });

export const identityQuery = (identityId: string) =>
  queryOptions({
    queryKey: ['identities', 'one', identityId],
    queryFn: async ({ signal }) => {
      const params = { path: { identityId } };
      return (await take(api.GET('/api/v1/identities/{identityId}', { params, signal }))).identity;
    },
  });

/** What was refused, where the rest of a page can do without it. */
export async function orRefused<T>(asked: Promise<T>): Promise<T | { readonly refused: string }> {
  try {
    return await asked;
  } catch (error) {
    const { status, message } = asRefusal(error);
    if (status === 403) return { refused: message };
    throw error;
  }
}

/** Client id and client secrets. */
export const clientSecretsQuery = (identityId: string) =>
  queryOptions({
    queryKey: ['identities', 'client secrets', identityId],
    queryFn: ({ signal }) => orRefused(clientSecretsOf(identityId, signal)),
  });

async function clientSecretsOf(identityId: string, signal: AbortSignal) {
  const given = { params: { path: { identityId } }, signal };
  const [{ identityUniversalAuth }, { clientSecretData }] = await Promise.all([
    take(api.GET('/api/v1/auth/universal-auth/identities/{identityId}', given)),
    take(api.GET('/api/v1/auth/universal-auth/identities/{identityId}/client-secrets', given)),
  ]);
  return { auth: identityUniversalAuth, secrets: clientSecretData };
}

/** Tokens that are handed out, those that are not revoked. */
export const tokensQuery = (identityId: string) =>
  queryOptions({
    queryKey: ['identities', 'tokens', identityId],
    queryFn: ({ signal }) => orRefused(tokensOf(identityId, signal)),
  });

async function tokensOf(identityId: string, signal: AbortSignal) {
  const params = { path: { identityId }, query: { limit: 100 } };
  const route = '/api/v1/auth/token-auth/identities/{identityId}/tokens';
  const { tokens, totalCount } = await take(api.GET(route, { params, signal }));
  return { tokens: tokens.filter((each) => !each.isAccessTokenRevoked), totalCount };
}

export const workloadQuery = (identityId: string, method: WorkloadName) =>
  queryOptions({
    queryKey: ['identities', 'workload', identityId, method],
    queryFn: ({ signal }) => orRefused(findWorkload(identityId, method, signal)),
  });

/** Where the identity is signed in to the console; a client secret is not the one way to it. */
export const sessionsQuery = (identityId: string) =>
  queryOptions({
    queryKey: ['identities', 'sessions', identityId],
    queryFn: ({ signal }) => {
      const params = { path: { identityId } };
      return orRefused(
        take(api.GET('/api/v1/identities/{identityId}/sessions', { params, signal })),
      );
    },
  });

/** All ways in of workloads, with what is doubtful about them; those of the first hundred. */
export const overviewQuery = queryOptions({
  queryKey: ['identities', 'workloads'],
  queryFn: async ({ signal }) =>
    (await take(api.GET('/api/v1/organization/workload-auths', { signal, params: {} })))
      .workloadAuths,
});

export const projectsOfQuery = (identityId: string) =>
  queryOptions({
    queryKey: ['identities', 'projects', identityId],
    queryFn: async ({ signal }) => {
      const params = { path: { identityId } };
      const route = '/api/v1/identities/{identityId}/identity-memberships';
      return (await take(api.GET(route, { params, signal }))).identityMemberships;
    },
  });

export const privilegesQuery = (identityId: string, projectId: string) =>
  queryOptions({
    queryKey: ['identities', 'privileges', identityId, projectId],
    queryFn: ({ signal }) => {
      const params = { query: { identityId, projectId } };
      const route = '/api/v2/identity-project-additional-privilege';
      return orRefused(take(api.GET(route, { params, signal })));
    },
  });

/** Whether whoever looks may change the identity's membership, and end it. */
export const mayQuery = (identityId: string, projectId: string) =>
  queryOptions({
    queryKey: ['identities', 'may', identityId, projectId],
    queryFn: async ({ signal }) => {
      const ask = (action: 'edit' | 'delete') => ({
        ...{ subject: 'identity' as const, action, attributes: { identityId } },
      });
      const { answers } = await take(
        api.POST('/api/v1/projects/{projectId}/permissions/mine', {
          ...{ params: { path: { projectId } }, signal },
          body: { questions: [ask('edit'), ask('delete')] },
        }),
      );
      return { edit: answers[0]?.allowed === true, delete: answers[1]?.allowed === true };
    },
  });

/** Whether whoever looks may make identities members of a project. */
export const mayAddQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['identities', 'may add', projectId],
    queryFn: async ({ signal }) => {
      const question = { subject: 'identity' as const, action: 'create' as const };
      const { answers } = await take(
        api.POST('/api/v1/projects/{projectId}/permissions/mine', {
          ...{ params: { path: { projectId } }, signal },
          body: { questions: [question] },
        }),
      );
      return answers[0]?.allowed === true;
    },
  });

/** After a change of an identity: what is shown of it is read again. */
export const changed = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['identities'] });
