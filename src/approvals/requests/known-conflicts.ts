import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, MASK } from '../../secrets/secret.js';
import type { PolicyTable } from '../policies/policy-table.js';
import type { Conflict, RequestRecord } from './requests.repository.js';

/** Masks conflicts of places that the policy of the request does not govern, unless the viewer may describe the secret there. */
export function withKnownConflicts<T extends RequestRecord>(
  request: T,
  { ability }: Pick<ProjectAccess, 'ability'>,
  table: PolicyTable,
): T {
  const isKnown = ({ environment, secretPath, secretKey }: Conflict): boolean => {
    if (environment === null) return false;
    const place = { environment, secretPath };
    if (table.governingAt(place)?.id === request.policyId) return true;
    return ability.allows('describeSecret', 'secrets', attributesOf(place, secretKey, []));
  };
  const masked = request.conflicts?.map((each) =>
    isKnown(each) ? each : { ...each, secretKey: MASK, environment: null, secretPath: MASK },
  );
  return masked ? { ...request, conflicts: masked } : request;
}
