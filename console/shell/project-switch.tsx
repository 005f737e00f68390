import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery } from '../api/queries';
import { Menu, MenuItem } from '../widgets/menu';
import { shellWords as words } from '../words/shell';
import { useCurrentProject } from './current-project';
import { isOfProject, usePlaces } from './places';

/** Which project the page is about, and the way to another one: the same place there. */
export function ProjectSwitch() {
  const projectSlug = useCurrentProject();
  const { data: projects } = useQuery(projectsQuery);
  const open = useOpenProject();
  const present = projects?.find(({ slug }) => slug === projectSlug);
  if (!projects || projects.length === 0) return null;
  return (
    <Menu
      trigger={<bdi>{present?.name ?? words.chooseProject}</bdi>}
      label={`${words.project}: ${present?.name ?? words.chooseProject}`}
      selectionMode="single"
      selectedKeys={present ? [present.slug] : []}
      onAction={(slug) => open(String(slug))}
    >
      {projects.map(({ id, slug, name }) => (
        <MenuItem key={id} id={slug} textValue={name}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Leads to the first place of a project. */
export function useOpenProject(): (projectSlug: string) => void {
  const navigate = useNavigate();
  const first = usePlaces().find((place) => place.isInBar && isOfProject(place));
  return (projectSlug) => {
    if (first) void navigate({ to: first.to, params: { projectSlug } });
  };
}
