import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { asRefusal, idempotencyKey } from '../api/client';

type Key = ReturnType<typeof idempotencyKey>;

/**
 * One act on a request: sent again with the same key where no answer came, and with another after an answer. Whatever the page
 * knows of the project is stale afterwards: a merge changes secrets, and given access what may be seen.
 */
export function useAct<T>(
  projectId: string,
  work: (headers: Key, given: T) => Promise<unknown>,
  done: () => void,
) {
  const queries = useQueryClient();
  const key = useRef<Key | null>(null);
  return useMutation({
    mutationFn: (given: T) => work((key.current ??= idempotencyKey()), given),
    onSuccess: done,
    onSettled: (_, error) => {
      if (!error || asRefusal(error).status !== 0) key.current = null;
      return queries.invalidateQueries({ queryKey: ['project', projectId] });
    },
  });
}
