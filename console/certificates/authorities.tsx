import { useQuery } from '@tanstack/react-query';
import { useProject } from '../shell/project';
import { DataTable } from '../widgets/data-table';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { Written } from '../widgets/written';
import { certificatesWords as words } from '../words/certificates';
import { Download } from './download';
import { type Authority, fileNameOf } from './model';
import { authoritiesQuery, readAuthorityBody } from './queries';
import styles from './screen.module.css';

/** The authorities of the project, to read. */
export function AuthoritiesTable() {
  const project = useProject();
  const { data, error, isPending, refetch } = useQuery(authoritiesQuery(project.id));
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) return <LoadingState />;
  if (data.length === 0)
    return <EmptyState title={words.noAuthorities}>{words.noAuthoritiesHelp}</EmptyState>;
  const parentOf = ({ configuration: { parentCaId, type } }: Authority) =>
    type === 'root' ? words.itself : (data.find(({ id }) => id === parentCaId)?.name ?? '–');
  return (
    <DataTable
      label={words.authorities}
      rows={data}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ id: 'name', title: words.name, isRowHeader: true },
          cell: ({ name, configuration }) => (
            <span className={styles.name}>
              <bdi>{name}</bdi>
              <bdi className={styles.soft}>{configuration.dn}</bdi>
            </span>
          ),
        },
        {
          ...{ id: 'kind', title: words.kind },
          cell: ({ configuration: { type } }) => words.kinds[type],
        },
        {
          ...{ id: 'state', title: words.status },
          cell: ({ status }) => <AuthorityState status={status} />,
        },
        {
          ...{ id: 'ends', title: words.ends },
          cell: ({ configuration: { notAfter } }) => <Time at={notAfter} />,
        },
        { id: 'parent', title: words.parent, cell: (each) => <bdi>{parentOf(each)}</bdi> },
        {
          ...{ id: 'key', title: words.key },
          cell: ({ configuration }) => <Written>{configuration.keyAlgorithm}</Written>,
        },
        {
          ...{ id: 'download', title: '' },
          cell: ({ id, name, status }) =>
            status !== 'pending-certificate' && (
              <Download
                isSmall
                label={`${words.download} ${name}`}
                fileName={fileNameOf(name, 'ca')}
                read={async () => (await readAuthorityBody(id)).certificate}
              />
            ),
        },
      ]}
    />
  );
}

const DRAWINGS = { active: '●', disabled: '○', 'pending-certificate': '◔' } as const;

export const AuthorityState = ({ status }: Pick<Authority, 'status'>) => (
  <span className={`${styles.state} ${status === 'active' ? styles.active : styles.soon}`}>
    <span aria-hidden>{DRAWINGS[status]}</span> {words.authorityStates[status]}
  </span>
);
