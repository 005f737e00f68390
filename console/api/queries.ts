import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api, asRefusal, reread, take } from './client';

/** What events invalidate. A query of a project is keyed `[project id, topic, …]`; see `stream.ts`. */
export type Topic = 'secrets' | 'access' | 'approvals' | 'audit';

/** Key of a query about a project: events of its topic make it stale. */
export const inProject = (projectId: string, topic: Topic, ...rest: readonly unknown[]) =>
  ['project', projectId, topic, ...rest] as const;

const SECOND = 1000;
const MAX_WAIT = 30 * SECOND;

/** Everything the server answered with. It is stale when an event says so, and after a minute at the latest. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60 * SECOND,
      gcTime: 300 * SECOND,
      // Only what may go well the next time: no answer, too many, and what the server could not do at the moment.
      retry: (count, error) => {
        const { status } = asRefusal(error);
        return count < 3 && (status === 0 || status === 429 || status >= 502);
      },
      retryDelay: (count, error) =>
        Math.min(asRefusal(error).retryAfter ?? SECOND * 2 ** count, MAX_WAIT),
    },
    mutations: { retry: false },
  },
});

/** The projects of whoever is signed in, with their environments. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => {
    const list = await reread(['projects'], (headers) =>
      api.GET('/api/v1/projects', { headers, signal }),
    );
    return [...list.projects].sort((one, other) => one.name.localeCompare(other.name));
  },
});

/** What the server says of itself, to anybody. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => take(api.GET('/api/status', { signal })),
});
