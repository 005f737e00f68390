import { RequestScoped } from '../../request-scope/request-scope.js';
import type { SealedSecret } from '../secret.js';

/** A version of a secret whose value a request opened for its answer. */
export type AccessedValue = Pick<
  SealedSecret,
  'id' | 'environment' | 'secretPath' | 'key' | 'version'
>;

/** The values that one request opened. */
export interface AccessedValues {
  projectId?: string;
  readonly secrets: AccessedValue[];
}

/**
 * Ambient, since every value leaves through the vault, whatever way it takes into an answer (an import, a
 * reference, a past state): a new way cannot forget to record it.
 */
const ACCESSED = new RequestScoped<AccessedValues>();

/** Runs the work of a request; the values that it opens are added to `accessed`. */
export const recordingValueAccess = <T>(accessed: AccessedValues, work: () => T): T =>
  ACCESSED.run(accessed, work);

/** Called by the vault for every value that it opens outside of a change. */
export function recordValueAccess(projectId: string, secret: AccessedValue): void {
  const accessed = ACCESSED.current;
  if (!accessed) return;
  accessed.projectId ??= projectId;
  accessed.secrets.push(secret);
}
