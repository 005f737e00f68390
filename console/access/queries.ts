import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, asRefusal, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import type { paths } from '../api/schema';
import type { Action } from './actions';
import { knownNames } from './model';

const MATRIX = '/api/v1/projects/{projectId}/permissions/matrix';
export type MatrixBody = paths[typeof MATRIX]['post']['requestBody']['content']['application/json'];

/** One question, whatever its subject. */
export interface Question {
  readonly subject: 'secrets';
  readonly action: Action;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The document has a form for each subject; what they have in common is enough here. */
export const asQuestions = (questions: readonly Question[]): MatrixBody['questions'] =>
  questions as unknown as MatrixBody['questions'];

/** Members of one request. */
const PAGE = 100;

const askMatrix = (
  projectId: string,
  questions: readonly Question[],
  { offset, signal }: { readonly offset: number; readonly signal: AbortSignal },
) =>
  take(
    api.POST(MATRIX, {
      ...{ params: { path: { projectId } }, signal },
      body: {
        questions: asQuestions(questions),
        show: 'all',
        limit: PAGE,
        offset,
        includeServiceTokens: true,
      },
    }),
  );

/** Members by questions, a hundred at a time. */
export const membersQuery = (projectId: string, questions: readonly Question[]) =>
  infiniteQueryOptions({
    queryKey: inProject(projectId, 'access', 'members', questions),
    initialPageParam: 0,
    queryFn: ({ signal, pageParam: offset }) => askMatrix(projectId, questions, { offset, signal }),
    getNextPageParam: ({ totalCount }, pages) =>
      pages.length * PAGE < totalCount ? pages.length * PAGE : null,
  });

/** One page of `membersQuery` for other questions. */
export const matrixQuery = (projectId: string, questions: readonly Question[], page: number) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'one page', questions, page),
    queryFn: ({ signal }) => askMatrix(projectId, questions, { offset: page * PAGE, signal }),
  });

/** Why somebody may or may not do what is asked. */
export const reasonQuery = (
  projectId: string,
  member: { readonly kind: 'identity' | 'user'; readonly id: string },
  question: Question,
) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'reason', member, question),
    queryFn: ({ signal }) =>
      take(
        api.POST('/api/v1/projects/{projectId}/permissions/explain', {
          ...{ params: { path: { projectId } }, signal },
          body: {
            ...question,
            ...(member.kind === 'user' ? { userId: member.id } : { identityId: member.id }),
          },
        }),
      ),
  });

/** Folders and names of the project, to choose from; nothing to choose from where the caller may see none. */
export const namesQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'secrets', 'all names'),
    queryFn: async ({ signal }) => {
      const query = { recursive: true, limit: 10_000 };
      const list = await reread(['names', projectId], (headers) =>
        api.GET('/api/v1/projects/{projectId}/secret-names', {
          ...{ params: { path: { projectId }, query }, headers, signal },
        }),
      );
      return knownNames(list);
    },
  });

/** Reads of one secret, the newest first; null where the server refused. An empty list may be for lack of a right: `useReads`. */
export const readsQuery = (projectId: string, secretPath: string, secretName: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'audit', 'reads', secretPath, secretName),
    enabled: secretName !== '',
    queryFn: async ({ signal }) => {
      const query = { projectId, secretPath, secretKey: secretName, eventType: 'secret.read' };
      try {
        const log = api.GET('/api/v1/organization/audit-logs', {
          ...{ params: { query: { ...query, limit: 1_000 } }, signal },
        });
        const { auditLogs: entries, nextCursor } = await take(log);
        return { entries, isWhole: nextCursor === undefined };
      } catch (error) {
        if (asRefusal(error).status === 403) return null;
        throw error;
      }
    },
  });
