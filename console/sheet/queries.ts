import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, asRefusal, take } from '../api/client';
import { inProject } from '../api/queries';
import { gridQuery } from '../secrets/queries';
import { type Deletion, deletionIn, lastVersions } from './model';

/** One secret of one environment. */
export interface Address {
  readonly projectId: string;
  readonly environment: string;
  readonly secretPath: string;
  readonly secretName: string;
}

/** Reads one value as it is stored, which is an entry of the audit log. No query keeps it. */
export async function readValue(address: Address, version?: number): Promise<string> {
  const { secretName, ...scope } = address;
  const query = { ...scope, expandSecretReferences: 'false' as const, ...(version && { version }) };
  const params = { path: { secretName }, query };
  const { secret } = await take(api.GET('/api/v4/secrets/{secretName}', { params }));
  return secret.secretValue;
}

/** Versions that the sheet lists. */
const LISTED = 6;

/** Who wrote the last versions, and when: no value is read. A version that may not be seen is left out. */
export const versionsQuery = (address: Address, version: number) =>
  queryOptions({
    // The grid tells of a new version: an event may tell that the name is gone, for which nobody is to ask.
    queryKey: ['versions', address, version],
    queryFn: ({ signal }) =>
      Promise.all(
        lastVersions(version, LISTED).map(async (each) => {
          const { secretName, ...scope } = address;
          const query = { ...scope, viewSecretValue: false, version: each };
          const params = { path: { secretName }, query };
          try {
            const { secret } = await take(
              api.GET('/api/v4/secrets/{secretName}', { params, signal }),
            );
            return { version: each, at: secret.updatedAt, by: secret.actor.name };
          } catch (error) {
            const { status } = asRefusal(error);
            if (status === 403 || status === 404) return null;
            throw error;
          }
        }),
      ),
  });

async function referrersOf({ secretName, ...query }: Address, signal: AbortSignal) {
  const params = { path: { secretName }, query };
  return take(api.GET('/api/v4/secrets/{secretName}/secret-references', { params, signal }));
}

type Referrers = Awaited<ReturnType<typeof referrersOf>>;

/** Secrets that refer to this one, as it was when the grid was asked for last. */
const referrersQuery = (address: Address, asOf: number) =>
  queryOptions({
    queryKey: ['referrers', addressText(address), asOf],
    placeholderData: (last: Referrers | undefined, before) =>
      before?.queryKey[1] === addressText(address) ? last : undefined,
    queryFn: ({ signal }) => referrersOf(address, signal),
  });

const addressText = ({ projectId, environment, secretPath, secretName }: Address): string =>
  [projectId, environment, secretPath, secretName].join(' ');

/** Secrets that refer to this one. It is asked for as often as the grid, and after it: a name that is gone is asked for no more. */
export function useReferrers(address: Address) {
  const { projectId, environment, secretPath, secretName } = address;
  const { data: grid, dataUpdatedAt } = useQuery(gridQuery(projectId));
  const row = grid?.rows.find(({ path, name }) => path === secretPath && name === secretName);
  const enabled = row?.cells.has(environment) === true;
  return useQuery({ ...referrersQuery(address, dataUpdatedAt), enabled });
}

/** The deletion of a secret that is not there; null where none is known: it never was there, or longer ago than states are kept. */
export const deletionQuery = ({ projectId, secretName: secretKey, ...place }: Address) =>
  queryOptions({
    queryKey: inProject(projectId, 'secrets', 'deletion', place, secretKey),
    queryFn: async ({ signal }): Promise<Deletion | null> => {
      const query = { ...place, secretKey, startDate: LONG_AGO, buckets: 1, limit: 2 };
      const params = { path: { projectId }, query };
      try {
        const { moments } = await take(
          api.GET('/api/v1/projects/{projectId}/changes', { params, signal }),
        );
        return deletionIn(moments, secretKey);
      } catch (error) {
        if (asRefusal(error).status === 403) return null;
        throw error;
      }
    },
  });

const LONG_AGO = '1970-01-01T00:00:00.000Z';
