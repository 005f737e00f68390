import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, type SecretLocation } from '../secret.js';

type Action = 'create' | 'read' | 'edit' | 'delete';

/** Of the folder that imports. Throws 403. */
export function requireImports(
  project: ProjectAccess,
  action: Action,
  place: SecretLocation,
): void {
  const { environment, secretPath } = place;
  project.ability.require(action, 'secret-imports', { environment, secretPath });
}

/** Whether the caller may know what the folder imports, beyond what reaches it by that. */
export function mayReadImports(project: ProjectAccess, place: SecretLocation): boolean {
  const { environment, secretPath } = place;
  return project.ability.allows('read', 'secret-imports', { environment, secretPath });
}

/**
 * Whoever aims an import may describe whatever is or will be there: a rule about names or tags does not
 * allow that, and one that forbids by them forbids it (decision 2). Throws 403.
 */
export function requireSource(project: ProjectAccess, source: SecretLocation): void {
  const anything = { ...attributesOf(source, '', []), secretName: null, secretTags: null };
  project.ability.require('describeSecret', 'secrets', anything);
}
