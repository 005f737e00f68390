import { queryOptions } from '@tanstack/react-query';
import { api, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import { latestChanges } from './latest';

/** When each folder changed last in each environment: out of the list that the grid of secrets has too. */
export const latestQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'secrets', 'latest'),
    queryFn: async ({ signal }) => {
      const query = { recursive: true, limit: 10_000, includeDeleted: true, includeFolders: true };
      const names = await reread(['grid', projectId], (headers) =>
        api.GET('/api/v1/projects/{projectId}/secret-names', {
          ...{ params: { path: { projectId }, query }, headers, signal },
        }),
      );
      return latestChanges(names);
    },
  });

/** What goes back, where, and to which moment. */
export interface RollbackOrder {
  readonly projectId: string;
  readonly environment: string;
  readonly secretPath: string;
  readonly asOf: string;
  readonly recursive: boolean;
  /** Only these secrets; absent: all that are not as they were. */
  readonly secretIds?: string[];
}

/** What a rollback would do: the plan is the server's own. */
export const rollbackQuery = (order: RollbackOrder) =>
  queryOptions({
    queryKey: inProject(order.projectId, 'secrets', 'rollback', order),
    queryFn: async ({ signal }) => {
      const body = { ...order, dryRun: true };
      const asked = api.POST('/api/v4/secrets/batch/rollback', { body, signal });
      return (await take(asked)).rollback ?? null;
    },
  });
