import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { inProject } from '../api/queries';
import { useProjectStream } from '../api/stream';
import { type Show } from './shows';

/** Milliseconds between two looks at a request by who may receive no events of the project. */
const PAUSE = 10_000;

/** How often one request is read again: never while events tell when. */
export function useLooks(projectId: string): { readonly refetchInterval: number | false } {
  const { phase } = useProjectStream(projectId);
  return { refetchInterval: phase === 'none' || phase === 'off' ? PAUSE : false };
}

/** Requests of one page. */
const PAGE = 20;

const nextOffset = (pages: readonly (readonly unknown[])[]) =>
  pages.at(-1)?.length === PAGE ? pages.length * PAGE : null;

/** Changes that wait, or have ended, the newest first. */
export const changesQuery = (projectId: string, show: Show) =>
  infiniteQueryOptions({
    queryKey: inProject(projectId, 'approvals', 'changes', show),
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam: offset }) => {
      const status = show === 'ended' ? ('close' as const) : ('open' as const);
      const query = { projectId, status, toReview: show === 'mine', limit: PAGE, offset };
      const asked = api.GET('/api/v1/secret-approval-requests', { params: { query }, signal });
      return (await take(asked)).approvals;
    },
    getNextPageParam: (_, pages) => nextOffset(pages),
  });

/** Requests for access, the newest first. */
export const asksQuery = (projectId: string, projectSlug: string, show: Show) =>
  infiniteQueryOptions({
    queryKey: inProject(projectId, 'approvals', 'access', show),
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam: offset }) => {
      const status = show === 'ended' ? ('ended' as const) : ('pending' as const);
      const query = { projectSlug, status, toReview: show === 'mine', limit: PAGE, offset };
      const asked = api.GET('/api/v1/access-approvals/requests', { params: { query }, signal });
      return (await take(asked)).requests;
    },
    getNextPageParam: (_, pages) => nextOffset(pages),
  });

/** One change, without its values: to look at it is no read of them. */
export const changeQuery = (projectId: string, approvalRequestId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'approvals', 'change', approvalRequestId),
    queryFn: async ({ signal }) => {
      const params = { path: { approvalRequestId }, query: { viewSecretValue: false } };
      const asked = api.GET('/api/v1/secret-approval-requests/{approvalRequestId}', {
        ...{ params, signal },
      });
      return (await take(asked)).approval;
    },
  });

/** Reads the value of one secret of a change, as it is proposed or as it is today: an entry of the audit log. */
export async function readCommit(
  approvalRequestId: string,
  commitId: string,
  side: 'today' | 'proposal',
): Promise<string> {
  const params = { path: { approvalRequestId }, query: { commitId } };
  const asked = api.GET('/api/v1/secret-approval-requests/{approvalRequestId}', { params });
  const [commit] = (await take(asked)).approval.commits;
  return (side === 'today' ? commit?.secret?.secretValue : commit?.secretValue) ?? '';
}

export const askQuery = (projectId: string, accessRequestId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'approvals', 'ask', accessRequestId),
    queryFn: async ({ signal }) => {
      const params = { path: { accessRequestId } };
      const asked = api.GET('/api/v1/access-approvals/requests/{accessRequestId}', {
        ...{ params, signal },
      });
      return (await take(asked)).request;
    },
  });

/** Policies by which access is given on request; null where they are not the caller's to see. */
export const accessPoliciesQuery = (projectId: string, projectSlug: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'approvals', 'policies'),
    queryFn: async ({ signal }) => {
      const params = { query: { projectSlug } };
      const answer = await api.GET('/api/v1/access-approvals/policies', { params, signal });
      if (answer.response.status === 403) return null;
      return (await take(Promise.resolve(answer))).approvals;
    },
  });
