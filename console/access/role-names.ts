import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../shell/project';
import { rolesQuery } from '../what-if/queries';
import type { RoleNames } from './model';

/** Names of the project's own roles; empty while they are asked for, and where they are not the caller's to see. */
export function useRoleNames(): RoleNames {
  const { id } = useProject();
  const { data } = useQuery({ ...rolesQuery(id), retry: false });
  return useMemo(() => new Map((data ?? []).map(({ slug, name }) => [slug, name])), [data]);
}
