import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, take } from '../api/client';
import { projectsQuery } from '../api/queries';
import { Confirm } from '../widgets/confirm';
import { DataTable } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time } from '../widgets/time';
import { identitiesWords as words } from '../words/identities';
import { AddToProject } from './add-to-project';
import { roleOf } from './model';
import { changed, mayQuery, type Membership, privilegesQuery, projectsOfQuery } from './queries';
import styles from './sheet.module.css';

/** The projects of an identity, with its roles and privileges there. */
export function Projects({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(projectsOfQuery(id));
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h3>{words.projects}</h3>
        {data && <AddToProject id={id} taken={data.map(({ project }) => project.id)} />}
      </header>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingState rows={2} />}
      {data?.length === 0 && <p className={styles.soft}>{words.noProjects}</p>}
      {data && data.length > 0 && <Memberships memberships={data} />}
    </section>
  );
}

const Memberships = ({ memberships }: { readonly memberships: readonly Membership[] }) => (
  <DataTable
    label={words.projects}
    rows={memberships}
    keyOf={({ id }) => id}
    columns={[
      {
        ...{ id: 'project', title: words.project, isRowHeader: true },
        cell: (row) => <Project row={row} />,
      },
      { id: 'roles', title: words.roles, cell: (row) => <Roles row={row} /> },
      { id: 'privileges', title: words.privileges, cell: (row) => <Privileges row={row} /> },
      { id: 'remove', title: '', cell: (row) => <Remove row={row} /> },
    ]}
  />
);

interface RowProps {
  readonly row: Membership;
}

/** Leads to what it may do there, where the project is one of whoever looks. */
function Project({ row: { project, identityId } }: RowProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const slug = projects.find(({ id }) => id === project.id)?.slug;
  return (
    <span className={styles.two}>
      <bdi>{project.name}</bdi>
      {slug !== undefined && (
        <Link
          className={styles.small}
          to="/p/$projectSlug/access"
          params={{ projectSlug: slug }}
          search={{ why: `identity:${identityId}` }}
        >
          {words.access}
        </Link>
      )}
    </span>
  );
}

const Roles = ({ row: { roles } }: RowProps) => (
  <ul>
    {roles.map((role) => (
      <li key={role.id}>
        <bdi>{roleOf(role)}</bdi>{' '}
        {role.temporaryAccessEndTime !== null && <Until at={role.temporaryAccessEndTime} />}
      </li>
    ))}
  </ul>
);

const Until = ({ at }: { readonly at: string }) => (
  <span className={styles.warn}>
    <span aria-hidden>◔ </span>
    {words.until} <Time at={at} />
  </span>
);

function Privileges({ row }: RowProps) {
  const { identityId, project } = row;
  const { data } = useQuery({ ...privilegesQuery(identityId, project.id), retry: false });
  const may = useMay(row);
  if (!data) return null;
  if ('refused' in data) return <span className={styles.soft}>{words.hidden}</span>;
  if (data.privileges.length === 0)
    return <span className={styles.soft}>{words.noPrivileges}</span>;
  return (
    <ul className={styles.privileges}>
      {data.privileges.map(({ id, slug, temporaryAccessEndTime }) => (
        <li key={id}>
          <bdi>{slug}</bdi> {temporaryAccessEndTime && <Until at={temporaryAccessEndTime} />}
          <Confirm
            isSmall
            label={words.revoke}
            spoken={words.revokePrivilege(slug)}
            title={words.revokePrivilegeTitle(slug)}
            act={words.revoke}
            work={async () => {
              const route = '/api/v2/identity-project-additional-privilege/{id}';
              await take(api.DELETE(route, { params: { path: { id } } }));
              await changed();
            }}
            done={words.revoked}
            {...(may?.edit === false ? { reason: words.mayNot('edit', project.name) } : {})}
          >
            <p>{words.revokePrivilegeHelp}</p>
          </Confirm>
        </li>
      ))}
    </ul>
  );
}

/** What whoever looks may do to the membership; unknown while asked, and in projects of others. */
function useMay({ identityId, project }: Membership) {
  const { data: projects } = useQuery(projectsQuery);
  const isOwn = projects?.some(({ id }) => id === project.id) === true;
  const { data } = useQuery({ ...mayQuery(identityId, project.id), enabled: isOwn, retry: false });
  return data;
}

function Remove({ row }: RowProps) {
  const { identityId, project } = row;
  const may = useMay(row);
  const remove = async () => {
    const route = '/api/v1/projects/{projectId}/memberships/identities/{identityId}';
    await take(api.DELETE(route, { params: { path: { identityId, projectId: project.id } } }));
    await changed();
  };
  return (
    <Confirm
      isSmall
      label={words.removeFrom}
      spoken={words.removeFromOf(project.name)}
      title={words.removeTitle(project.name)}
      act={words.removeFrom}
      work={remove}
      done={words.removed}
      {...(may?.delete === false ? { reason: words.mayNot('delete', project.name) } : {})}
    >
      <p>{words.removeHelp}</p>
    </Confirm>
  );
}
