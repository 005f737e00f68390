import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { api, take } from '../api/client';
import type { ProjectEvent } from '../api/event-source';
import { inProject } from '../api/queries';
import { useLiveness } from '../api/liveness';
import { useProjectEvents } from '../api/stream';
import { type Project, useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { momentText, placeOfChange } from '../time/model';
import { What } from '../time/moments';
import { LogLink } from '../audit/log-link';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Moment } from '../widgets/time';
import { Written } from '../widgets/written';
import { activityWords as words } from '../words/activity';
import {
  beforeDayMoment,
  type DayMoment,
  type Happening,
  happeningOf,
  togetherOf,
  withHappening,
} from './model';
import { AccessDay } from './access-day';
import { useHolderNames } from './holder-names';
import styles from './screen.module.css';
import { Waiting } from './waiting';

const DAY = 86_400_000;

/** What is happening in the project, and what has happened today. */
export function ActivityScreen() {
  useTitle(words.title);
  const project = useProject();
  const [happenings, setHappenings] = useState<readonly Happening[]>([]);
  const hear = useCallback(
    (event: ProjectEvent) =>
      setHappenings((list) => withHappening(list, happeningOf(event, Date.now()))),
    [],
  );
  useProjectEvents(project.id, hear);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Waiting project={project} />
      </header>
      <section className={styles.section}>
        <h2>{words.live}</h2>
        <Now happenings={happenings} projectId={project.id} />
      </section>
      <section className={styles.section}>
        <h2>{words.day}</h2>
        <Day project={project} />
      </section>
      <section className={styles.section}>
        <h2>{words.accessDay}</h2>
        <AccessDay project={project} />
      </section>
    </div>
  );
}

interface NowProps {
  readonly happenings: readonly Happening[];
  readonly projectId: string;
}

/** What has happened, or why nothing is shown: it is promised only as far as the page is told of changes. */
function Now({ happenings, projectId }: NowProps) {
  const { liveness, whyNot } = useLiveness(projectId);
  const known = useHolderNames();
  const isLive = liveness !== 'none';
  if (happenings.length === 0)
    return (
      <p className={styles.quiet}>
        {isLive ? `${words.waiting}. ${words.waitingHelp[liveness]}` : words.notLive} {whyNot}
      </p>
    );
  return (
    <>
      {!isLive && (
        <p className={styles.quiet}>
          {words.notLive} {whyNot}
        </p>
      )}
      <ol className={styles.now}>
        {happenings.map(({ id, kind, at, where, names }) => (
          <li key={id}>
            <Moment at={new Date(at).toISOString()} />
            <span>{words.kinds[kind] ?? kind}</span>
            <code>
              <bdi>{where}</bdi>
            </code>
            <code className={styles.names}>
              <bdi>{names.map((name) => known.get(name) ?? name).join(', ')}</bdi>
            </code>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The changes of secrets in each environment that whoever looks may see, in one list. */
function Day({ project }: { readonly project: Project }) {
  const days = useQueries({
    queries: project.environments.map(({ slug: environment }) => ({
      queryKey: inProject(project.id, 'secrets', 'day', environment),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const startDate = new Date(Date.now() - DAY).toISOString();
        const query = { environment, recursive: true, startDate, buckets: 24 };
        const params = { path: { projectId: project.id }, query };
        const changes = await take(
          api.GET('/api/v1/projects/{projectId}/changes', { params, signal }),
        );
        return { environment, moments: changes.moments };
      },
    })),
  });
  const found = days.flatMap(({ data }) => data ?? []);
  if (days.some(({ isPending }) => isPending)) return <LoadingState />;
  const failed = days.find(({ error }) => error);
  // Where nothing at all may be seen, the reason is shown; else what may be.
  if (found.length === 0 && failed)
    return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  const moments = togetherOf(found);
  if (moments.length === 0) return <EmptyState title={words.quiet}>{words.quietHelp}</EmptyState>;
  return (
    <DataTable
      label={words.day}
      rows={moments}
      keyOf={({ environment, at, eventId }) => `${environment} ${eventId ?? at}`}
      columns={[
        { id: 'when', title: words.when, isRowHeader: true, cell: ({ at }) => <Moment at={at} /> },
        {
          id: 'where',
          title: words.where,
          cell: ({ environment }) => (
            <code>
              <Written>{environment}</Written>
            </code>
          ),
        },
        { id: 'who', title: words.who, cell: ({ actor }) => <Who name={actor?.name} /> },
        { id: 'what', title: words.what, cell: (row) => <What moment={row} path="/" /> },
        { id: 'open', title: '', cell: (row) => <Open {...{ project, moments }} moment={row} /> },
      ]}
    />
  );
}

const Who = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? <LogLink>{words.someone}</LogLink> : <Written>{name}</Written>;

interface OpenProps {
  readonly project: Project;
  readonly moments: readonly DayMoment[];
  readonly moment: DayMoment;
}

/** Leads to how it was before: after the newest change nothing differs from now. */
const Open = ({ project, moments, moment }: OpenProps) => (
  <Link
    to="/p/$projectSlug/time"
    params={{ projectSlug: project.slug }}
    search={{
      ...{ environment: moment.environment, ...beforeDayMoment(moments, moment) },
      ...placeOfChange(moment),
    }}
    aria-label={words.openOf(momentText(moment.at))}
  >
    {words.open}
  </Link>
);
