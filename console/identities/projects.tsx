import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, take } from '../api/client';
import { projectsQuery } from '../api/queries';
import { Confirm } from '../widgets/confirm';
import { DataTable } from '../widgets/data-table';
import { ErrorState, LoadingState } from '../widgets/states';
import { identitiesWords as words } from '../words/identities';
import { whatIfWords } from '../words/what-if';
import { AddToProject } from './add-to-project';
import { groupsOfQuery } from './by-group';
import { allProjects, type InProject } from './in-projects';
import { Roles, Until } from './roles';
import { changed, mayQuery, type Membership, privilegesQuery, projectsOfQuery } from './queries';
import styles from './sheet.module.css';

interface Props {
  readonly id: string;
  readonly name: string;
}

/** The projects of an identity, with every way in which it is there: itself, and by its groups. */
export function Projects({ id, name }: Props) {
  const { data, error, refetch } = useQuery(projectsOfQuery(id));
  const groups = useQuery({ ...groupsOfQuery(id, name), retry: false });
  const known = groups.data && !('refused' in groups.data) ? groups.data : null;
  const rows = data && !groups.isPending ? allProjects(data, known ?? []) : null;
  return (
    <section className={styles.section}>
      <header className={styles.sectionHead}>
        <h3>{words.projects}</h3>
        {data && <AddToProject id={id} taken={data.map(({ project }) => project.id)} />}
      </header>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!rows && !error && <LoadingState rows={2} />}
      {rows?.length === 0 && (
        <p className={styles.soft}>{known ? words.noProjects : words.noOwnProjects}</p>
      )}
      {rows && rows.length > 0 && (
        <ProjectsTable {...{ rows, identityId: id, areGroupsKnown: known !== null }} />
      )}
      {rows && !known && <p className={styles.soft}>{words.groupsHidden}</p>}
    </section>
  );
}

interface TableProps {
  readonly rows: readonly InProject[];
  readonly identityId: string;
  readonly areGroupsKnown: boolean;
}

const ProjectsTable = ({ rows, identityId, areGroupsKnown }: TableProps) => (
  <DataTable
    label={words.projects}
    rows={rows}
    keyOf={({ project }) => project.id}
    columns={[
      {
        ...{ id: 'project', title: words.project, isRowHeader: true },
        cell: ({ project }) => <Project {...{ project, identityId }} />,
      },
      { id: 'roles', title: words.roles, cell: (row) => <Roles row={row} /> },
      {
        ...{ id: 'privileges', title: words.privileges },
        cell: ({ membership }) => membership && <Privileges row={membership} />,
      },
      {
        ...{ id: 'remove', title: '' },
        cell: ({ membership, groups }) =>
          membership && <Remove {...{ row: membership, groups, areGroupsKnown }} />,
      },
    ]}
  />
);

interface RowProps {
  readonly row: Membership;
}

interface ProjectProps extends Pick<InProject, 'project'> {
  readonly identityId: string;
}

/** Leads to what it may do there, where the project is one of whoever looks. */
function Project({ project, identityId }: ProjectProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const slug = projects.find(({ id }) => id === project.id)?.slug;
  return (
    <span className={styles.two}>
      <bdi>{project.name}</bdi>
      {slug !== undefined && (
        <>
          <Link
            className={styles.small}
            to="/p/$projectSlug/access"
            params={{ projectSlug: slug }}
            search={{ why: `identity:${identityId}` }}
          >
            {words.access}
          </Link>
          <Link
            className={styles.small}
            to="/p/$projectSlug/what-if"
            params={{ projectSlug: slug }}
            search={{ who: `identity:${identityId}`, change: 'roles' }}
            aria-label={words.tryRolesIn(project.name)}
          >
            {whatIfWords.tryRoles}
          </Link>
        </>
      )}
    </span>
  );
}

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

interface RemoveProps extends RowProps, Pick<InProject, 'groups'> {
  readonly areGroupsKnown: boolean;
}

/** Ends its own membership; says what it keeps by its groups. */
function Remove({ row, groups, areGroupsKnown }: RemoveProps) {
  const { identityId, project } = row;
  const names = groups.map(({ name }) => name).join(', ');
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
      done={names === '' ? words.removed : words.removedButGroups(names)}
      {...(may?.delete === false ? { reason: words.mayNot('delete', project.name) } : {})}
    >
      <p>{words.removeHelp}</p>
      {names !== '' && (
        <p>
          <bdi>{words.staysByGroups(names)}</bdi>
        </p>
      )}
      {!areGroupsKnown && <p>{words.groupsHidden}</p>}
    </Confirm>
  );
}
