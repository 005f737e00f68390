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

/** Every name and tag that may be there, now or later: a rule about some of them does not allow that. */
const anySecretIn = (folder: SecretLocation) => ({
  ...attributesOf(folder, '', []),
  secretName: null,
  secretTags: null,
});

/**
 * Whoever imports from a folder must be free to describe whatever is or will be there: a rule about names or
 * tags does not allow that, and one that forbids by them forbids it. Throws 403.
 */
export function requireSource(project: ProjectAccess, source: SecretLocation): void {
  project.ability.require('describeSecret', 'secrets', anySecretIn(source));
}

/**
 * An import decides what readers of its folder get, as a write of secrets there does. So adding, aiming and
 * reordering one demand `create`, and taking names away (by a deletion or another source) demands `delete` on
 * secrets of the importing folder, whatever their names. Throws 403.
 */
export function requireImportedSecrets(
  project: ProjectAccess,
  action: 'create' | 'delete',
  importingFolder: SecretLocation,
): void {
  project.ability.require(action, 'secrets', anySecretIn(importingFolder));
}
