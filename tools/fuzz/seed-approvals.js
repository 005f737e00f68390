// A policy that holds writes back, and a change that waits for consent, of the server that is fuzzed.

/** Where writes wait; those of other environments do not. */
const HELD = { environment: 'staging', secretPath: '/' };

/** Returns ids by the parameter that takes them. `userId` may vote. */
export async function seedApprovals(ask, projectId, userId) {
  const policy = await ask('POST', '/v2/secret-approvals', {
    ...{ projectId, ...HELD },
    approvers: [{ type: 'user', id: userId }],
  });
  const write = { projectId, ...HELD, secretValue: 'proposed' };
  const { approval } = await ask('POST', '/v4/secrets/HELD', write);
  return { approvalPolicyId: policy.approval.id, approvalRequestId: approval.id };
}
