import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { inProject } from '../api/queries';

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
