import type { OpenIssuing } from '../../certificates/issued/open-issuing.service.js';
import { orderProblems, type PolicyProblem } from '../../certificates/policies/policy-check.js';
import { TimeSlices } from '../../http/limits/time-slices.js';

type Sans = Parameters<OpenIssuing['problemsOf']>[1]['sans'];

/** Names that the key does not let have to which an account was bound; `allowedNames` null: it bounds none. */
export async function boundProblems(
  allowedNames: readonly string[] | null,
  sans: Sans,
): Promise<PolicyProblem[]> {
  if (!allowedNames) return [];
  const kinds = ['dns_name', 'ip_address'] as const;
  const rules = { sans: kinds.map((type) => ({ type, allowed: [...allowedNames] })) };
  const work = orderProblems(rules, { sans, notBefore: new Date(), notAfter: null });
  const found = await new TimeSlices().run(work);
  return found.map((each) => ({
    ...each,
    message: `${each.about} ${each.value} is not allowed by the binding key of the account.`,
  }));
}
