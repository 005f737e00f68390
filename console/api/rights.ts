import { useQuery } from '@tanstack/react-query';
import { api, take } from './client';
import { inProject } from './queries';
import { type Right, type WhyNot, whyNot } from './rights-answers';
import type { paths } from './schema';

const OF_PROJECT = '/api/v1/projects/{projectId}/permissions/mine';
const OF_ORGANIZATION = '/api/v1/organization/permissions/mine';
type Questions<P extends typeof OF_PROJECT | typeof OF_ORGANIZATION> =
  paths[P]['post']['requestBody']['content']['application/json']['questions'];

/** Why the caller may not do each of these in the project, asked before they try. */
export function useProjectRights<K extends string>(
  projectId: string,
  rights: Readonly<Record<K, Right>>,
): Readonly<Record<K, WhyNot>> {
  // The document has a form for each subject.
  const questions = Object.values(rights) as unknown as Questions<typeof OF_PROJECT>;
  const { data, isPending } = useQuery({
    queryKey: inProject(projectId, 'access', 'mine', questions),
    enabled: questions.length > 0,
    queryFn: ({ signal }) =>
      take(api.POST(OF_PROJECT, { params: { path: { projectId } }, body: { questions }, signal })),
  });
  return whyNot(rights, data?.answers, isPending, 'project');
}

/** The same of the organization. */
export function useOrganizationRights<K extends string>(
  rights: Readonly<Record<K, Right>>,
): Readonly<Record<K, WhyNot>> {
  const questions = Object.values(rights) as unknown as Questions<typeof OF_ORGANIZATION>;
  const { data, isPending } = useQuery({
    queryKey: ['organization', 'mine', questions],
    queryFn: ({ signal }) => take(api.POST(OF_ORGANIZATION, { body: { questions }, signal })),
  });
  return whyNot(rights, data?.answers, isPending, 'organization');
}
