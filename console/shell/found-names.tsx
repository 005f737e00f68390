import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, take } from '../api/client';
import { inProject, projectsQuery } from '../api/queries';
import type { components } from '../api/schema';
import { MenuItem, MenuSection } from '../widgets/menu';
import { shellWords as words } from '../words/shell';
import { FoundIdentities } from './found-identities';
import { type FoundName, usePlaces } from './places';
import type { Project } from './project';

/** Letters from which on the server is asked. */
const LEAST = 2;
/** Names of one project, and projects that are searched: the box is no list. */
const MOST = 8;
const PROJECTS = 20;

type Names = Pick<components['schemas']['SecretNames'], 'names' | 'folders' | 'paths'>;

const toFound = ({ names, folders, paths }: Names): FoundName[] =>
  names.map((name, i) => ({ name, path: paths[folders[i] ?? 0] ?? '/' }));

/** Names of secrets in every project, by what was typed into the box. */
export function FoundNames({ search }: { readonly search: string }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const place = usePlaces().find(({ searchOf }) => searchOf !== undefined);
  const isAsked = place !== undefined && search.length >= LEAST;
  const found = useQueries({
    queries: (isAsked ? projects.slice(0, PROJECTS) : []).map((project) => ({
      queryKey: inProject(project.id, 'secrets', 'found', search),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = {
          path: { projectId: project.id },
          query: { recursive: true, search, limit: MOST },
        };
        const names = await take(
          api.GET('/api/v1/projects/{projectId}/secret-names', { params, signal }),
        );
        return { project, names: toFound(names) };
      },
      retry: false,
      gcTime: 0,
    })),
  });
  return (
    <>
      {found
        .flatMap(({ data }) => (data && data.names.length > 0 ? [data] : []))
        .map(({ project, names }) => (
          <InProject key={project.id} project={project} names={names} />
        ))}
      <FoundIdentities search={search} />
    </>
  );
}

interface Props {
  readonly project: Project;
  readonly names: readonly FoundName[];
}

function InProject({ project, names }: Props) {
  const navigate = useNavigate();
  const place = usePlaces().find(({ searchOf }) => searchOf !== undefined);
  const open = (found: FoundName) => {
    const search = place?.searchOf?.(found);
    if (!place || !search) return;
    void navigate({ to: place.to, params: { projectSlug: project.slug }, search } as never);
  };
  return (
    <MenuSection title={words.namesIn(project.name)}>
      {names.map((found) => (
        <MenuItem
          key={`${found.path} ${found.name}`}
          id={`name ${project.id} ${found.path} ${found.name}`}
          textValue={found.name}
          onAction={() => open(found)}
          aside={<code>{found.path}</code>}
        >
          <code>{found.name}</code>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
