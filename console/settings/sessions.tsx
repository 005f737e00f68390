import { useMutation, useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { queryClient } from '../api/queries';
import type { components } from '../api/schema';
import { Button } from '../widgets/button';
import { ErrorState, LoadingState } from '../widgets/states';
import { DataTable } from '../widgets/data-table';
import { Time } from '../widgets/time';
import { say, sayError } from '../widgets/toast';
import { settingsWords as words } from '../words/settings';

type Session = components['schemas']['OwnSession'];

const KEY = ['own sessions'];

/** Where the account is signed in, and the way to end each of these. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => take(api.GET('/api/v2/users/me/sessions', { signal })),
  });
  if (sessions.isPending) return <LoadingState rows={2} />;
  if (sessions.error)
    return <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />;
  return (
    <DataTable
      label={words.sessions}
      rows={sessions.data.sessions}
      keyOf={({ id }) => id}
      columns={[
        { id: 'what', title: words.what, isRowHeader: true, cell: (row) => nameOf(row) },
        { id: 'from', title: words.from, cell: (row) => <code>{row.ip ?? words.unknown}</code> },
        { id: 'used', title: words.lastUsed, cell: (row) => <Time at={row.lastUsedAt} /> },
        { id: 'ends', title: words.ends, cell: (row) => <Time at={row.expiresAt} /> },
        { id: 'end', title: '', cell: (row) => <End session={row} /> },
      ]}
    />
  );
}

const nameOf = ({ kind, userAgent }: Session): string =>
  [kind === 'cli' ? words.cli : words.browser, userAgent && browserOf(userAgent)]
    .filter(Boolean)
    .join(', ');

/** The name of the browser, of all that it says of itself. */
const browserOf = (userAgent: string): string =>
  /(?:Edg|Firefox|Chrome|Version)\/\d+/.exec(userAgent)?.[0].replace('/', ' ') ??
  userAgent.slice(0, 40);

function End({ session }: { readonly session: Session }) {
  const ending = useMutation({
    mutationFn: () =>
      take(
        api.DELETE('/api/v2/users/me/sessions/{sessionId}', {
          params: { path: { sessionId: session.id } },
        }),
      ),
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
      aria-label={words.endOf(nameOf(session), session.ip ?? words.unknown)}
    >
      {words.end}
    </Button>
  );
}
