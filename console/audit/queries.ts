import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, asRefusal, take } from '../api/client';
import type { LogFilter } from './model';
import type { Known } from './people';

/** Entries of a page; on a narrow screen each is a card of many lines. */
export const PAGE = 50;
export const NARROW_PAGE = 15;

const LOG = '/api/v1/organization/audit-logs';

/**
 * The log, the newest first. Reading it is an entry as well: it is read when somebody looks, and not by itself.
 */
export const logQuery = (filter: LogFilter, limit = PAGE) =>
  infiniteQueryOptions({
    queryKey: ['audit log', filter, limit],
    staleTime: Infinity,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) => {
      const query = { ...filter, limit, ...(cursor === '' ? {} : { cursor }) };
      return take(api.GET(LOG, { params: { query }, signal }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? null,
  });

/** Entries of one moment: by it an address leads to an entry that no list has shown yet. */
export const entriesQuery = (filter: LogFilter) =>
  queryOptions({
    queryKey: ['audit log entries', filter],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const log = api.GET(LOG, { params: { query: { ...filter, limit: PAGE } }, signal });
      return (await take(log)).auditLogs;
    },
  });

/** How far the chain goes. */
export const chainQuery = queryOptions({
  queryKey: ['audit chain'],
  queryFn: ({ signal }) =>
    take(api.GET('/api/v1/organization/audit-logs/chain', { signal, params: {} })),
});

/** What became of a record that was noted elsewhere. */
export async function checkCheckpoint(checkpoint: string) {
  const params = { query: { checkpoint } };
  return (await take(api.GET('/api/v1/organization/audit-logs/chain', { params }))).checkpoint!;
}

/** Identities that may be chosen; none where the list of them is not the caller's to read. */
export const identityNamesQuery = queryOptions({
  queryKey: ['identities', 'names'],
  queryFn: ({ signal }) =>
    orNobody(async () => {
      const params = { query: { limit: 100 } };
      const { identities } = await take(api.GET('/api/v1/identities', { params, signal }));
      return identities.map(({ identity: { id, name } }) => ({ id, name }));
    }),
});

/** People of the organization, likewise. */
export const personNamesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['people', 'names', orgId],
    enabled: orgId !== '',
    queryFn: ({ signal }) =>
      orNobody(async () => {
        const params = { path: { orgId }, query: { limit: 100 } };
        const route = '/api/v2/organizations/{orgId}/memberships';
        const { users } = await take(api.GET(route, { params, signal }));
        return users.map(({ user: { id, email } }) => ({ id, name: email }));
      }),
  });

async function orNobody(ask: () => Promise<Known[]>): Promise<Known[]> {
  try {
    return await ask();
  } catch (error) {
    if (asRefusal(error).status === 403) return [];
    throw error;
  }
}
