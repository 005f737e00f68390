import { RequestScoped } from '../../request-scope/request-scope.js';
import type { SealedSecret } from '../secret.js';

/** A state of a secret whose value a request has opened for its answer. */
export type AccessedValue = Pick<
  SealedSecret,
  'id' | 'environment' | 'secretPath' | 'key' | 'version'
>;

/** What one request has opened. */
export interface AccessedValues {
  projectId?: string;
  readonly secrets: AccessedValue[];
}

/**
 * Ambient, unlike the rest: whatever way a value takes into an answer (an import, a reference, a past
 * state), it leaves the vault, and a way that is new cannot forget to say so.
 */
const SHOWN = new RequestScoped<AccessedValues>();

/** Does the work of a request; what it opens is added to `shown`. */
export const recordingValueAccess = <T>(shown: AccessedValues, work: () => T): T =>
  SHOWN.run(shown, work);

/** The vault says so for every value that it opens outside of a change. */
export function recordValueAccess(projectId: string, secret: AccessedValue): void {
  const shown = SHOWN.current;
  if (!shown) return;
  shown.projectId ??= projectId;
  shown.secrets.push(secret);
}
