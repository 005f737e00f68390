import { queryOptions } from '@tanstack/react-query';
import { api, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import { isComparable, type Letters, lettersOf, type Row, toGrid } from './model';

/** Names of one request, the most the server gives at once. */
const MOST = 10_000;

/** All names and folders of the project, in all environments, and what was deleted in one of them. No value is read, and the audit log has no entry of it. */
export const gridQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'secrets', 'grid'),
    queryFn: async ({ signal }) => {
      const query = { recursive: true, limit: MOST, includeDeleted: true, includeFolders: true };
      const names = await reread(['grid', projectId], (headers) =>
        api.GET('/api/v1/projects/{projectId}/secret-names', {
          ...{ params: { path: { projectId }, query }, headers, signal },
        }),
      );
      return toGrid(names);
    },
  });

/** Names of one comparison, the most the server takes. */
const MOST_COMPARED = 1_000;

/**
 * Letters of equal values in one folder. Comparing is an entry of the audit log: it is asked again only when a version
 * of the folder is another, which its key holds.
 */
export function lettersQuery(projectId: string, secretPath: string, rows: readonly Row[]) {
  const own = rows.filter(({ path }) => path === secretPath).slice(0, MOST_COMPARED);
  const secretNames = own.filter(isComparable).map(({ name }) => name);
  const state = own.map(({ name, cells }) => [
    name,
    ...[...cells].map(([slug, { version, changedAt }]) => `${slug} ${version} ${changedAt}`),
  ]);
  return queryOptions({
    queryKey: ['letters', projectId, secretPath, state],
    enabled: secretNames.length > 0,
    staleTime: Infinity,
    // Letters of the same folder hold until the new ones are there; those of another say nothing here.
    placeholderData: (last: Letters | undefined, query) =>
      query?.queryKey[2] === secretPath ? last : undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { projectId } };
      const body = { secretPath, secretNames };
      return lettersOf(
        await take(
          api.POST('/api/v1/projects/{projectId}/secrets/compare', { params, body, signal }),
        ),
      );
    },
  });
}
