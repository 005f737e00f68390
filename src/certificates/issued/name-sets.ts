import { createHash } from 'node:crypto';
import type { EnrollmentPlace } from '../enrollments/enrollment.js';
import type { WantedLeaf } from '../policies/policy-rules.js';

/** A digest that certificates of the same names, in whatever order, have in common, where they came through the same enrollment. */
export function nameSetOf(
  { profileId, applicationId }: EnrollmentPlace,
  sans: WantedLeaf['sans'],
): string {
  const names = [...new Set(sans.map(({ type, value }) => `${type} ${value}`))].sort();
  const text = JSON.stringify([profileId, applicationId, names]);
  return createHash('sha256').update(text).digest('hex');
}
