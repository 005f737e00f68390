import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../api/queries';
import { DataTable } from '../widgets/data-table';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { seenWords as words } from '../words/seen';
import { type Seen, seenKey } from './model';
import styles from './screen.module.css';

/** Versions that were shown, each with what the address holds today. */
export function SeenTable({ seen }: { readonly seen: readonly Seen[] }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const projectOf = (row: Seen) => projects.find(({ id }) => id === row.projectId);
  return (
    <DataTable
      label={words.title}
      rows={seen}
      keyOf={seenKey}
      columns={[
        {
          ...{ id: 'secret', title: words.secret, isRowHeader: true },
          cell: (row) => <Secret row={row} slug={projectOf(row)?.slug} />,
        },
        {
          ...{ id: 'where', title: words.where },
          cell: (row) => (
            <span className={styles.two}>
              <Written>{`${row.environment} ${row.secretPath}`}</Written>
              <bdi className={styles.soft}>{projectOf(row)?.name ?? row.projectId}</bdi>
            </span>
          ),
        },
        { id: 'version', title: words.version, cell: (row) => words.versionOf(row.version) },
        { id: 'status', title: words.status, cell: (row) => <Status row={row} /> },
        { id: 'last', title: words.last, cell: (row) => <Last row={row} /> },
        { id: 'times', title: words.times, cell: (row) => row.timesShown.toLocaleString() },
      ]}
    />
  );
}

/** Leads to the secret, where it can be changed; not where it is gone, or in no project of whoever looks. */
function Secret({ row, slug }: { readonly row: Seen; readonly slug: string | undefined }) {
  const { secretKey: name, secretPath: path, environment } = row;
  if (slug === undefined || row.status === 'gone')
    return (
      <code>
        <bdi>{name}</bdi>
      </code>
    );
  return (
    <Link
      to="/p/$projectSlug/secrets"
      params={{ projectSlug: slug }}
      search={{ path, name, environment }}
    >
      <code>
        <bdi>{name}</bdi>
      </code>
    </Link>
  );
}

const SIGNS: Readonly<Record<Seen['status'], string>> = { current: '●', replaced: '→', gone: '–' };

const Status = ({ row: { status, presentVersion } }: { readonly row: Seen }) => (
  <span className={`${styles.status} ${styles[status]}`}>
    <span aria-hidden>{SIGNS[status]}</span> {words.statuses[status]}
    {status === 'replaced' && presentVersion !== null && (
      <span className={styles.soft}>{words.replacedBy(presentVersion)}</span>
    )}
  </span>
);

const Last = ({ row }: { readonly row: Seen }) => (
  <Link to="/audit" search={{ entry: row.auditLogId, at: row.lastShownAt }}>
    <Time at={row.lastShownAt} />
    <span className="hidden-visually">, {words.entryOf(row.secretKey)}</span>
  </Link>
);
