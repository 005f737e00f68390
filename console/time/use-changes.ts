import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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

/** Escape leads back to now, unless a dialog takes it. */
export function useEscape(isPast: boolean, toNow: () => void): void {
  useEffect(() => {
    if (!isPast) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) toNow();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isPast, toNow]);
}
