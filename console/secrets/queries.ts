import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, reread, take } from '../api/client';
import { inProject } from '../api/queries';
import { type Letters, lettersOf } from './letters';
import { type Grid, isComparable, toGrid } from './model';
import {
  type Answers,
  keyOf,
  namesToAsk,
  type Place,
  placesToAsk,
  sightFrom,
  type SightOf,
  toAsk,
} from './sight';

/** Names of one request, the most the server gives at once. */
const MOST = 10_000;

/** All names and folders of the project, in all environments, and what was deleted in one of them. No value is read, and the audit log has no entry of it. */
export const gridQuery = (projectId: string) =>
  queryOptions({
    queryKey: inProject(projectId, 'secrets', 'grid'),
    queryFn: async ({ signal }) => {
      const query = { recursive: true, limit: MOST, includeDeleted: true, includeFolders: true };
      const names = await reread(['grid', projectId], (headers) =>
        api.GET('/api/v1/projects/{projectId}/secret-names', {
          ...{ params: { path: { projectId }, query }, headers, signal },
        }),
      );
      return toGrid(names);
    },
  });

/** Names of one comparison, the most the server takes. */
const MOST_COMPARED = 1_000;

/**
 * Letters of equal values in one folder. Comparing is an entry of the audit log: it is asked again only when a version
 * of the folder is another, which its key holds.
 */
export function lettersQuery(
  projectId: string,
  secretPath: string,
  { rows, environments }: Pick<Grid, 'rows' | 'environments'>,
) {
  const own = rows.filter(({ path }) => path === secretPath).slice(0, MOST_COMPARED);
  const secretNames = own.filter(isComparable).map(({ name }) => name);
  const state = own.map(({ name, cells }) => [
    name,
    ...[...cells].map(([slug, { version, changedAt }]) => `${slug} ${version} ${changedAt}`),
  ]);
  return queryOptions({
    queryKey: ['letters', projectId, secretPath, state],
    enabled: secretNames.length > 0,
    staleTime: Infinity,
    // Letters of the same folder hold until the new ones are there; those of another say nothing here.
    placeholderData: (last: Letters | undefined, query) =>
      query?.queryKey[2] === secretPath ? last : undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { projectId } };
      const body = { secretPath, secretNames };
      return lettersOf(
        await take(
          api.POST('/api/v1/projects/{projectId}/secrets/compare', { params, body, signal }),
        ),
        environments,
      );
    },
  });
}

/** Questions of one request, the most the server takes. */
const MOST_ASKED = 200;

/** Whether the caller may see the names of secrets at each place; rights decide it, and no secret is looked at. */
const sightQuery = (projectId: string, places: readonly Place[]) =>
  queryOptions({
    queryKey: inProject(projectId, 'access', 'sight', places),
    enabled: places.length > 0,
    // What was answered of a place holds until the new answers are there.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = new Map<string, boolean>();
      for (let start = 0; start < places.length; start += MOST_ASKED) {
        const part = places.slice(start, start + MOST_ASKED);
        const questions = part.map((attributes) => ({
          ...{ subject: 'secrets' as const, action: 'describeSecret' as const, attributes },
        }));
        const params = { path: { projectId } };
        const path = '/api/v1/projects/{projectId}/permissions/mine';
        const answer = await take(api.POST(path, { params, body: { questions }, signal }));
        for (const [index, place] of part.entries())
          answers.set(keyOf(place), answer.answers[index]?.allowed ?? false);
      }
      return answers;
    },
  });

const NO_ANSWERS: Answers = new Map();
const NO_GRID = { rows: [], environments: [] };

/** What the caller may know of cells that show nothing. `environments`: of the project, which are asked about while the names are. */
export function useSight(
  projectId: string,
  environments: readonly string[],
  grid: Grid | undefined,
): SightOf {
  const seen = grid ?? NO_GRID;
  const { data: first = NO_ANSWERS } = useQuery(sightQuery(projectId, toAsk(environments)));
  const inFolders = useMemo(() => placesToAsk(seen, first), [seen, first]);
  const { data: places = NO_ANSWERS } = useQuery(sightQuery(projectId, inFolders));
  const ofNames = useMemo(() => namesToAsk(seen, first, places), [seen, first, places]);
  const { data: names = NO_ANSWERS } = useQuery(sightQuery(projectId, ofNames));
  return useMemo(() => sightFrom(seen, [first, places, names]), [seen, first, places, names]);
}
