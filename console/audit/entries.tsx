import { Link } from '@tanstack/react-router';
import { DataTable, type TableColumn } from '../widgets/data-table';
import { useIsNarrow } from '../widgets/narrow';
import { Moment } from '../widgets/time';
import { Written } from '../widgets/written';
import { auditWords as words } from '../words/audit';
import { type Entry, signOf, targetText } from './model';
import type { Known } from './people';
import styles from './screen.module.css';

interface Props {
  readonly entries: readonly Entry[];
  /** Of whoever looks. */
  readonly projects: readonly Known[];
  /** Those whose names are known. */
  readonly people: readonly Known[];
}

/** Entries to read, each with the way to all that is known of it. */
export function EntriesTable({ entries, projects, people }: Props) {
  const isNarrow = useIsNarrow();
  const names = new Map([...projects, ...people].map(({ id, name }) => [id, name]));
  const columns: TableColumn<Entry>[] = [
    { id: 'when', title: words.when, cell: When },
    { id: 'who', title: words.who, cell: Who },
    { id: 'what', title: words.what, isRowHeader: true, cell: What },
    { id: 'target', title: words.target, cell: (entry) => <OnWhat {...{ entry, names }} /> },
    ...(isNarrow ? [] : FURTHER),
  ];
  return (
    <DataTable label={words.entries} rows={entries} keyOf={({ id }) => id} columns={columns} />
  );
}

/** What the sheet of an entry has as well. */
const FURTHER: readonly TableColumn<Entry>[] = [
  {
    id: 'from',
    title: words.address,
    cell: ({ ipAddress }) => (
      <code>
        <Written>{ipAddress ?? ''}</Written>
      </code>
    ),
  },
  {
    ...{ id: 'number', title: words.number },
    cell: ({ number }) => <span className={styles.number}>{number ?? '…'}</span>,
  },
];

const When = ({ createdAt }: Entry) => (
  <span className={styles.when}>
    <Moment at={createdAt} />
  </span>
);

const Who = ({ actor: { name, type } }: Entry) => (
  <span className={styles.two}>
    <Written>{name}</Written>
    <span className={styles.soft}>{words.kinds[type] ?? type}</span>
  </span>
);

const What = ({ id, action, createdAt, actor }: Entry) => (
  <span className={styles.what}>
    <Sign action={action} />{' '}
    <Link
      to="."
      search={((before: object) => ({ ...before, entry: id, at: createdAt })) as never}
      aria-label={words.openOf(action, actor.name)}
      resetScroll={false}
    >
      <code>
        <Written>{action}</Written>
      </code>
    </Link>
  </span>
);

/** What kind of act it was, by its shape. */
const Sign = ({ action }: { readonly action: string }) => {
  const sign = signOf(action);
  return (
    <span className={`${styles.sign} ${styles[sign] ?? ''}`} aria-hidden>
      {words.signs[sign]}
    </span>
  );
};

interface OnWhatProps {
  readonly entry: Entry;
  readonly names: ReadonlyMap<string, string>;
}

function OnWhat({ entry, names }: OnWhatProps) {
  const project = entry.projectId === undefined ? undefined : names.get(entry.projectId);
  return (
    <span className={styles.two}>
      <Written className={styles.target}>{targetText(entry, (id) => names.get(id))}</Written>
      {project !== undefined && <bdi className={styles.soft}>{project}</bdi>}
    </span>
  );
}
