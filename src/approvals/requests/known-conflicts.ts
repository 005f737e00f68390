import { MASK } from '../../secrets/secret.js';
import type { PolicyTable } from '../policies/policy-table.js';
import type { Conflict, RequestRecord } from './requests.repository.js';

/**
 * Masks conflicts of places that the policy of the request does not govern, for who neither proposed it nor decides about it: the
 * tags of a secret that is gone, or another one now, are not known, and a rule may hide it by them.
 */
export function withKnownConflicts<T extends RequestRecord>(request: T, table: PolicyTable): T {
  const isKnown = ({ environment, secretPath }: Conflict): boolean => {
    if (environment === null) return false;
    return table.governingAt({ environment, secretPath })?.id === request.policyId;
  };
  const masked = request.conflicts?.map((each) =>
    isKnown(each) ? each : { ...each, secretKey: MASK, environment: null, secretPath: MASK },
  );
  return masked ? { ...request, conflicts: masked } : request;
}
