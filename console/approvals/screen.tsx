import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type Project, useProject } from '../shell/project';
import { useTitle } from '../shell/title';
import { Button } from '../widgets/button';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { approvalsWords as words } from '../words/approvals';
import { askStateOf, changeStateOf, type Consent, consentOf, type ListedAsk } from './model';
import { Filter } from './filter';
import { asksQuery, changesQuery } from './queries';
import type { ApprovalsSearch } from './route';
import styles from './screen.module.css';
import { KINDS, type Show, SHOWN } from './shows';
import { StateMark } from './state-mark';

/** What waits for consent in the project, and what became of it. */
export function ApprovalsScreen() {
  const project = useProject();
  const { kind = 'changes', show = 'open' } = useSearch({ strict: false }) as ApprovalsSearch;
  useTitle(words.title, project.name);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <Filter label={words.kind} field="kind" chosen={kind} options={KINDS} names={words.kinds} />
        <Filter label={words.show} field="show" chosen={show} options={SHOWN} names={words.shows} />
      </header>
      {kind === 'changes' ? (
        <Changes key={show} project={project} show={show} />
      ) : (
        <Asks key={show} project={project} show={show} />
      )}
    </div>
  );
}

interface ListProps {
  readonly project: Project;
  readonly show: Show;
}

function Changes({ project, show }: ListProps) {
  const found = useInfiniteQuery(changesQuery(project.id, show));
  const rows = found.data?.pages.flat();
  const lines = rows?.map((row): Line => {
    const consent = consentOf(row.reviewers, row.policy, row.committerUserId);
    const state = changeStateOf(row, consent);
    return {
      ...{ id: row.id, consent, at: row.createdAt, by: row.committerName },
      title: words.change(row.slug),
      more: words.changes(row.commitCount),
      ...{ environment: row.environment, place: row.policy.name },
      state: <StateMark of={state}>{words.states[state]}</StateMark>,
    };
  });
  return (
    <List
      found={found}
      lines={lines}
      show={show}
      to="/p/$projectSlug/approvals/change/$requestId"
    />
  );
}

function Asks({ project, show }: ListProps) {
  const found = useInfiniteQuery(asksQuery(project.id, project.slug, show));
  const rows = found.data?.pages.flat();
  const lines = rows?.map((row): Line => {
    const state = askStateOf(row, found.dataUpdatedAt);
    return {
      ...{ id: row.id, at: row.createdAt, by: nameOf(row), consent: consentOfAsk(row) },
      title: words.access(nameOf(row)),
      more: row.temporaryRange ?? words.forGood,
      ...{ environment: row.environment, place: row.secretPath },
      state: <StateMark of={state}>{words.askStates[state]}</StateMark>,
    };
  });
  return (
    <List
      found={found}
      lines={lines}
      show={show}
      to="/p/$projectSlug/approvals/access/$requestId"
    />
  );
}

const nameOf = ({ requestedByUser: { firstName, lastName, email } }: ListedAsk) =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

const consentOfAsk = ({ reviewers, policy, requestedByUserId }: ListedAsk): Consent | null =>
  policy ? consentOf(reviewers, policy, requestedByUserId) : null;

/** One request in the list. */
interface Line {
  readonly id: string;
  readonly title: string;
  readonly more: string;
  /** Null: it is gone. */
  readonly environment: string | null;
  readonly place: string;
  readonly by: string;
  readonly at: string;
  /** Null where its policy is gone. */
  readonly consent: Consent | null;
  readonly state: React.ReactNode;
}

interface ListsProps {
  readonly found: {
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly lines: readonly Line[] | undefined;
  readonly show: Show;
  readonly to: string;
}

function List({ found, lines, show, to }: ListsProps) {
  if (found.error) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (!lines) return <LoadingState rows={8} />;
  if (lines.length === 0) return <NoLines show={show} />;
  return (
    <>
      <DataTable label={words.title} rows={lines} keyOf={({ id }) => id} columns={columnsOf(to)} />
      {found.hasNextPage && (
        <div>
          <Button isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

const columnsOf = (to: string) => [
  {
    id: 'what',
    title: words.what,
    isRowHeader: true,
    cell: (line: Line) => <What {...{ line, to }} />,
  },
  {
    id: 'where',
    title: words.where,
    cell: (line: Line) => <Where line={line} />,
  },
  { id: 'by', title: words.by, cell: ({ by }: Line) => <Written>{by}</Written> },
  { id: 'when', title: words.when, cell: ({ at }: Line) => <Time at={at} /> },
  {
    ...{ id: 'votes', title: words.votes },
    cell: ({ consent }: Line) => (consent ? words.of(consent.given, consent.needed) : '–'),
  },
  { id: 'state', title: words.state, cell: ({ state }: Line) => state },
];

const Where = ({ line: { environment, place } }: { readonly line: Line }) => (
  <span className={styles.what}>
    {environment !== null && <Written className={styles.mono}>{environment}</Written>}
    <Written className={styles.soft}>{place}</Written>
  </span>
);

function What({ line, to }: { readonly line: Line; readonly to: string }) {
  const { slug } = useProject();
  return (
    <span className={styles.what}>
      <Link to={to} params={{ projectSlug: slug, requestId: line.id } as never}>
        <bdi>{line.title}</bdi>
      </Link>
      <span className={styles.soft}>{line.more}</span>
    </span>
  );
}

const NoLines = ({ show }: { readonly show: Show }) => (
  <EmptyState
    title={words.none}
    acts={
      show !== 'open' && (
        <Link to="." replace search={(({ kind }: ApprovalsSearch) => ({ kind })) as never}>
          {words.all}
        </Link>
      )
    }
  >
    {words.noneHelp[show]}
  </EmptyState>
);
