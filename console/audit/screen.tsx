import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { projectsQuery, queryClient } from '../api/queries';
import { useSession } from '../session/session';
import { useTitle } from '../shell/title';
import { useIsNarrow } from '../widgets/narrow';
import { Button } from '../widgets/button';
import { AsCommand } from '../widgets/command';
import { readCommand } from '../widgets/curl';
import { Freshness } from '../widgets/freshness';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { auditWords as words } from '../words/audit';
import { ChainPanel } from './chain';
import { EntriesTable } from './entries';
import { EntrySheet } from './entry-sheet';
import { Filters } from './filters';
import { filterOf, isPeriod, type LogFilter, toldOfNothing } from './model';
import { actorsOf, choicesOf, type Known } from './people';
import {
  chainQuery,
  identityNamesQuery,
  logQuery,
  NARROW_PAGE,
  PAGE,
  personNamesQuery,
} from './queries';
import { useProjectLog, useWholeLog } from './rights';
import type { AuditSearch } from './route';
import styles from './screen.module.css';

/** Who did and read what; whether the log is whole. */
export function AuditScreen() {
  const search = useSearch({ strict: false }) as AuditSearch;
  const { account } = useSession();
  useTitle(words.title);
  const whyNot = useWholeLog();
  const [now, setNow] = useState(Date.now);
  const filter = useMemo(() => filterOf(search, now), [search, now]);
  // Of the screen as it was opened: another width is no reason to read the log again, which is an entry of it.
  const [limit] = useState(useIsNarrow() ? NARROW_PAGE : PAGE);
  const log = useInfiniteQuery(logQuery(filter, limit));
  const entries = useMemo(() => log.data?.pages.flatMap((page) => page.auditLogs) ?? [], [log]);
  const look = () => {
    setNow(Date.now());
    void queryClient.invalidateQueries({ queryKey: chainQuery.queryKey });
    if (!isPeriod(search.period)) void log.refetch();
  };
  const { data: identities = [] } = useQuery(identityNamesQuery);
  const { data: persons = [] } = useQuery(personNamesQuery(account?.organizationId ?? ''));
  const people = useMemo(
    () => choicesOf([...identities, ...persons, ...actorsOf(entries)]),
    [identities, persons, entries],
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>
          {words.title} <bdi className={styles.of}>{account?.organization}</bdi>
        </h1>
        <div className={styles.fresh}>
          <Freshness at={log.dataUpdatedAt} isBusy={log.isFetching} look={look} />
          {whyNot === null && (
            <Link to="/seen" search={{}}>
              {words.seen}
            </Link>
          )}
        </div>
      </header>
      <ChainPanel />
      <section className={styles.section} aria-labelledby="audit-entries">
        <h2 id="audit-entries" className="hidden-visually">
          {words.entries}
        </h2>
        <Filters people={people} actions={entries.map(({ action }) => action)} />
        <Log {...{ log, entries, filter, people }} />
        <AsCommand
          command={readCommand('/v1/organization/audit-logs', { ...filter, limit: PAGE })}
        />
      </section>
      <EntrySheet entries={entries} />
    </div>
  );
}

interface LogProps {
  readonly log: ReturnType<typeof useInfiniteQuery<unknown>>;
  readonly entries: Parameters<typeof EntriesTable>[0]['entries'];
  readonly filter: LogFilter;
  readonly people: readonly Known[];
}

function Log({ log, entries, filter, people }: LogProps) {
  const { data: projects } = useQuery(projectsQuery);
  if (log.isPending) return <LoadingState rows={10} />;
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  return (
    <>
      {entries.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <EntriesTable {...{ entries, people }} projects={projects ?? []} />
      )}
      <div className={styles.foot}>
        <span className={styles.soft} aria-live="polite">
          {entries.length > 0 && words.shown(entries.length)} {log.hasNextPage && words.andOlder}
        </span>
        {log.hasNextPage && (
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            {words.older}
          </Button>
        )}
      </div>
    </>
  );
}

/** Nothing is there, or nothing that whoever looks may see: only who may read it all is told that there is nothing. */
function Nothing({ filter }: { readonly filter: LogFilter }) {
  const navigate = useNavigate();
  const ofAll = useWholeLog();
  const ofProject = useProjectLog(filter.projectId);
  const told = toldOfNothing({ filter, ofAll, ofProject });
  if (told === null) return <LoadingState rows={2} />;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <EmptyState
      title={told.title}
      acts={
        isFiltered && (
          <Button onPress={() => void navigate({ to: '/audit', search: {} })}>{words.clear}</Button>
        )
      }
    >
      {told.help}
    </EmptyState>
  );
}
