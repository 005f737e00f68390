import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { createContext, use } from 'react';
import type { components } from '../api/schema';
import { projectsQuery } from '../api/queries';
import { EmptyState, ErrorState, LoadingState } from '../widgets/states';
import { shellWords as words } from '../words/shell';

export type Project = components['schemas']['Project'];

const ProjectContext = createContext<Project | null>(null);

/** The project that the screen is about; only below `projectRoute`. */
export function useProject(): Project {
  const project = use(ProjectContext);
  if (!project) throw new Error('This screen is not below the route of a project.');
  return project;
}

/** Finds the project of the address, and draws the screen when it is there. */
export function ProjectGate() {
  const { projectSlug } = useParams({ strict: false });
  const projects = useQuery(projectsQuery);
  const project = projects.data?.find(({ slug }) => slug === projectSlug);
  if (project) {
    return (
      <ProjectContext value={project}>
        <Outlet key={project.id} />
      </ProjectContext>
    );
  }
  if (projects.isPending) return <LoadingState />;
  if (projects.error)
    return <ErrorState error={projects.error} retry={() => void projects.refetch()} />;
  return (
    <EmptyState
      isPage
      title={words.noSuchProject(projectSlug ?? '')}
      acts={<Link to="/">{words.toProjects}</Link>}
    >
      {words.noSuchProjectHelp}
    </EmptyState>
  );
}
