import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { projectsQuery } from '../api/queries';
import { ErrorState, LoadingState } from '../widgets/states';
import { FirstRun } from './first-run';
import { isOfProject, usePlaces } from './places';
import { ProjectList } from './project-list';

/** The page without an address: the one project there is, the list of them, or how to come to a first one. */
export function Home() {
  const projects = useQuery(projectsQuery);
  const first = usePlaces().find((place) => place.isInBar && isOfProject(place));
  if (projects.isPending) return <LoadingState />;
  if (projects.error)
    return <ErrorState error={projects.error} retry={() => void projects.refetch()} />;
  const [only, ...others] = projects.data;
  if (!only) return <FirstRun />;
  if (first && others.length === 0) {
    return <Navigate to={first.to} params={{ projectSlug: only.slug }} replace />;
  }
  return <ProjectList projects={projects.data} />;
}
