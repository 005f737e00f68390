import { api, take } from '../api/client';
import { readValue } from '../sheet/queries';
import { keyOf, type WantedSecret } from './model';

export interface BatchPlace {
  readonly projectId: string;
  readonly environment: string;
}

/** Writes secrets of one environment in one transaction: all of them, or none. */
export const sendBatch = (
  place: BatchPlace,
  wanted: readonly WantedSecret[],
  headers: Record<string, string>,
) =>
  take(
    api.PATCH('/api/v4/secrets/batch', {
      headers,
      body: { ...place, mode: 'upsert', secrets: wanted.map(toItem) },
    }),
  );

/** What the server would do. The values stay here: nobody sends them before the difference was shown. */
export async function previewBatch(
  place: BatchPlace,
  wanted: readonly WantedSecret[],
  signal: AbortSignal,
) {
  const secrets = wanted.map((each) => toItem({ ...each, secretValue: '' }));
  const body = { ...place, mode: 'upsert' as const, dryRun: true, secrets };
  const { dryRun } = await take(api.PATCH('/api/v4/secrets/batch', { body, signal }));
  return dryRun!; // it was asked for
}

function toItem({ expectedVersion, ...item }: WantedSecret) {
  return { ...item, ...(expectedVersion === null ? {} : { expectedVersion }) };
}

/** Values that are read at the same time. */
const AT_ONCE = 4;

/** Reads values one by one, each an entry of the audit log, and hands each to `give` alone. */
export async function readEach<
  T extends { readonly secretPath: string; readonly secretKey: string },
>(
  place: BatchPlace,
  secrets: readonly T[],
  give: (secret: T, value: string) => void,
): Promise<void> {
  const left = [...secrets];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { secretPath, secretKey: secretName } = next;
      give(next, await readValue({ ...place, secretPath, secretName }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Keys of those whose value is there already. */
export async function findSame(
  place: BatchPlace,
  wanted: readonly WantedSecret[],
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  await readEach(place, wanted, (secret, value) => {
    if (value === secret.secretValue) same.add(keyOf(secret));
  });
  return same;
}
