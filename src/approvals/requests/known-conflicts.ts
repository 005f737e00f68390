import { mapInSlices } from '../../access/slices.js';
import { MASK } from '../../secrets/secret.js';
import type { GovernedLocation, PolicyTable } from '../policies/policy-table.js';
import type { Conflict, RequestRecord } from './requests.repository.js';

/**
 * Masks conflicts of places that the policy of the request does not govern, for who neither proposed it nor decides about it: the
 * tags of a secret that is gone, or another one now, are not known, and a rule may hide it by them.
 */
export async function withKnownConflicts<T extends RequestRecord>(
  requests: readonly T[],
  table: PolicyTable,
): Promise<T[]> {
  const placeOf = ({ environment, secretPath }: Conflict): GovernedLocation | null =>
    environment === null ? null : table.placeAt({ environment, secretPath });
  const all = requests.flatMap(({ conflicts }) => conflicts ?? []);
  const governing = await table.governors(all.flatMap((each) => placeOf(each) ?? []));
  return mapInSlices(requests, (request) => {
    const isKnown = (conflict: Conflict): boolean => {
      const place = placeOf(conflict);
      return place !== null && governing(place)?.id === request.policyId;
    };
    const masked = request.conflicts?.map((each) =>
      isKnown(each) ? each : { ...each, secretKey: MASK, environment: null, secretPath: MASK },
    );
    return masked ? { ...request, conflicts: masked } : request;
  });
}
