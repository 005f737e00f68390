import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { createContext, use, useState } from 'react';
import { projectsQuery } from '../api/queries';

/** Slug of the project that the bar is about; on a screen of none, the one that was open last. */
export const CurrentProject = createContext<string | undefined>(undefined);
export const useCurrentProject = (): string | undefined => use(CurrentProject);

/** Of the address, else the last one, else the only one. For the frame alone, which lives as long as the session. */
export function useProjectOfFrame(): string | undefined {
  const { projectSlug } = useParams({ strict: false });
  const { data: projects } = useQuery(projectsQuery);
  const [last, setLast] = useState(projectSlug);
  if (projectSlug !== undefined && projectSlug !== last) setLast(projectSlug);
  if (projectSlug !== undefined) return projectSlug;
  const only = projects?.length === 1 ? projects[0]?.slug : undefined;
  return projects?.some(({ slug }) => slug === last) ? last : only;
}
