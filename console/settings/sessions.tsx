import { useMutation, useQuery } from '@tanstack/react-query';
import { queryClient } from '../api/queries';
import type { Account } from '../session/account';
import { useSession } from '../session/session';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { say, sayError } from '../widgets/toast';
import { Written } from '../widgets/written';
import { settingsWords as words } from '../words/settings';
import { endSession, type OwnSession, ownSessions } from './own-sessions';

const KEY = ['own sessions'];

/** Where the account is signed in, and the way to end each of these. */
export function Sessions() {
  const { account } = useSession();
  return account && <Listed account={account} />;
}

function Listed({ account }: { readonly account: Account }) {
  const sessions = useQuery({
    queryKey: [...KEY, account.id],
    queryFn: ({ signal }) => ownSessions(account, signal),
  });
  if (sessions.isPending) return <LoadingState rows={2} />;
  if (sessions.error)
    return <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <DataTable
      label={words.sessions}
      rows={sessions.data}
      keyOf={({ id }) => id}
      columns={[
        { id: 'what', title: words.what, isRowHeader: true, cell: ({ name }) => name },
        {
          id: 'from',
          title: words.from,
          cell: ({ ip }) => (
            <code>
              <Written>{ip}</Written>
            </code>
          ),
        },
        { id: 'used', title: words.lastUsed, cell: (row) => <Time at={row.lastUsedAt} /> },
        { id: 'ends', title: words.ends, cell: (row) => <Time at={row.expiresAt} /> },
        { id: 'end', title: '', cell: (row) => <End account={account} session={row} /> },
      ]}
    />
  );
}

function End({ account, session }: { readonly account: Account; readonly session: OwnSession }) {
  const ending = useMutation({
    mutationFn: () => endSession(account, session.id),
    onSuccess: () => {
      say(words.ended);
      return queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: sayError,
  });
  if (session.isCurrent) return <span>{words.current}</span>;
  return (
    <Button
      isSmall
      look="danger"
      isPending={ending.isPending}
      onPress={() => ending.mutate()}
      aria-label={words.endOf(session.name, session.ip)}
    >
      {words.end}
    </Button>
  );
}
