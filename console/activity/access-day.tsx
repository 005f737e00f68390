import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isAsking } from '../api/rights-answers';
import { type Entry, signOf } from '../audit/model';
import { logQuery } from '../audit/queries';
import { useProjectLog, useWholeLog } from '../audit/rights';
import type { Project } from '../shell/project';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Moment } from '../widgets/time';
import { Written } from '../widgets/written';
import { activityWords as words } from '../words/activity';
import { auditWords } from '../words/audit';
import { ACCESS_ACTIONS, changedHolder } from './model';
import { useHolderNames } from './holder-names';
import styles from './screen.module.css';

/** What was changed of members, roles and grants of the project, by its audit log, where whoever looks may read it. */
export function AccessDay({ project }: { readonly project: Project }) {
  const [ofAll, ofProject] = [useWholeLog(), useProjectLog(project.id)];
  if (isAsking(ofAll) || isAsking(ofProject)) return <LoadingState rows={2} />;
  if (ofAll !== null && ofProject !== null)
    return (
      <p className={styles.quiet}>
        {words.noAccessDay} {ofProject}
      </p>
    );
  return <Entries project={project} />;
}

/** Each reading is an entry of the log itself: it is read once, and what comes later is told above. */
function Entries({ project }: { readonly project: Project }) {
  const names = useHolderNames();
  const [startDate] = useState(() => new Date(Date.now() - DAY).toISOString());
  const log = useInfiniteQuery(
    logQuery({ projectId: project.id, eventType: ACCESS_ACTIONS.join(','), startDate }),
  );
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (log.isPending) return <LoadingState rows={2} />;
  const entries = log.data.pages.flatMap(({ auditLogs }) => auditLogs);
  if (entries.length === 0) return <EmptyState title={words.quietAccess} />;
  return (
    <>
      <DataTable
        label={words.accessDay}
        rows={entries}
        keyOf={({ id }) => id}
        columns={[
          { id: 'when', title: words.when, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { id: 'who', title: words.who, cell: ({ actor }) => <Written>{actor.name}</Written> },
          { id: 'what', title: words.what, isRowHeader: true, cell: What },
          {
            ...{ id: 'whose', title: words.whose },
            cell: (entry) => <Written>{changedHolder(entry, names)}</Written>,
          },
          { id: 'open', title: '', cell: (entry) => <Open of={entry} project={project} /> },
        ]}
      />
      {log.hasNextPage && (
        <div>
          <Button isPending={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

const DAY = 86_400_000;

const What = ({ action }: Entry) => (
  <span>
    <span aria-hidden>{auditWords.signs[signOf(action)]} </span>
    {words.accessActions[action] ?? action}
  </span>
);

/** Leads to the entry in the audit log, which has all that is known of it. */
const Open = ({ of, project }: { readonly of: Entry; readonly project: Project }) => (
  <Link
    to="/audit"
    search={{ project: project.id, entry: of.id, at: of.createdAt }}
    aria-label={words.openEntryOf(words.accessActions[of.action] ?? of.action)}
  >
    {words.openEntry}
  </Link>
);
