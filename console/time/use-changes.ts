import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { inProject } from '../api/queries';
import { BUCKETS, periodUntil, type PlaceAndPeriod } from './model';

/** What changed in the folder, in the period that ends now. */
export const useChanges = (
  projectId: string,
  { environment, path, period }: Partial<PlaceAndPeriod> & Pick<PlaceAndPeriod, 'path' | 'period'>,
) =>
  useQuery({
    queryKey: inProject(projectId, 'secrets', 'changes', environment, path, period),
    queryFn: ({ signal }) => {
      const startDate = new Date(periodUntil(Date.now(), period).from).toISOString();
      const query = {
        environment: environment ?? '',
        secretPath: path,
        recursive: true,
        startDate,
      };
      const params = { path: { projectId }, query: { ...query, buckets: BUCKETS } };
      return take(api.GET('/api/v1/projects/{projectId}/changes', { params, signal }));
    },
    enabled: environment !== undefined,
    placeholderData: keepPreviousData,
  });
