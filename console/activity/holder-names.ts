import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { identityNamesQuery, personNamesQuery } from '../audit/queries';
import { useSession } from '../session/session';

/** Names of machine identities and people by their ids, as far as whoever looks may see them. */
export function useHolderNames(): ReadonlyMap<string, string> {
  const { account } = useSession();
  const { data: identities } = useQuery(identityNamesQuery);
  const { data: people } = useQuery(personNamesQuery(account?.organizationId ?? ''));
  return useMemo(
    () =>
      new Map(
        [...(identities ?? []), ...(people ?? [])].map(({ id, name }) => [id, name] as const),
      ),
    [identities, people],
  );
}
