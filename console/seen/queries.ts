import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, take } from '../api/client';

/** What an identity was shown, by the log of its reads; asking is an entry of the log as well. */
export const seenQuery = (identityId: string) =>
  infiniteQueryOptions({
    queryKey: ['seen', identityId],
    staleTime: Infinity,
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) => {
      const query = cursor === '' ? {} : { cursor };
      const params = { path: { identityId }, query };
      return take(api.GET('/api/v1/identities/{identityId}/exposure', { params, signal }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? null,
  });
