import type { PolicyRecord } from '../policies/policies.repository.js';
import type { RequestRecord } from './requests.repository.js';

/**
 * Returns the policy of a request for who neither reads policies nor decides by it, such as whoever proposed the change: how many
 * approvals it asks for, of whom by their ids, and no place but that of the request. It may have moved since.
 */
export const knownPolicy = (
  policy: PolicyRecord,
  { environmentId, secretPath }: Pick<RequestRecord, 'environmentId' | 'secretPath'>,
): PolicyRecord => ({
  ...policy,
  secretPath: secretPath ?? '',
  environments: policy.environments.filter(({ id }) => id === environmentId),
  approvers: policy.approvers.map(({ type, id }) => ({ type, id, username: null })),
  bypassers: [],
});
