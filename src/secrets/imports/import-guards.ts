import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, type SecretLocation } from '../secret.js';
import {
  type ImportChange,
  importingFolderOf,
  type ImportRecord,
  importSourceOf,
} from './secret-import.js';

type Action = 'create' | 'read' | 'edit' | 'delete';

/** Throws 403 without the right on imports of the importing folder. */
export function requireImports(
  project: ProjectAccess,
  action: Action,
  importingFolder: SecretLocation,
): void {
  const { environment, secretPath } = importingFolder;
  project.ability.require(action, 'secret-imports', { environment, secretPath });
}

/** Whether the caller may know all that the folder imports, not only the secrets that come of it. */
export function mayReadImports(project: ProjectAccess, importingFolder: SecretLocation): boolean {
  const { environment, secretPath } = importingFolder;
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
function requireSource(project: ProjectAccess, source: SecretLocation): void {
  project.ability.require('describeSecret', 'secrets', anySecretIn(source));
}

/**
 * An import decides what readers of its folder get, as a write of secrets there does. So adding, aiming and
 * reordering one demand `create`, and taking names away (by a deletion or another source) demands `delete` on
 * secrets of the importing folder, whatever their names. Throws 403.
 */
function requireImportedSecrets(
  project: ProjectAccess,
  action: 'create' | 'delete',
  importingFolder: SecretLocation,
): void {
  project.ability.require(action, 'secrets', anySecretIn(importingFolder));
}

/** Throws 403. */
export function requireImportCreation(
  project: ProjectAccess,
  importingFolder: SecretLocation,
  source: SecretLocation,
): void {
  requireImports(project, 'create', importingFolder);
  requireSource(project, source);
  requireImportedSecrets(project, 'create', importingFolder);
}

/** Throws 403. */
export function requireImportDeletion(project: ProjectAccess, record: ImportRecord): void {
  requireImports(project, 'delete', importingFolderOf(record));
  requireImportedSecrets(project, 'delete', importingFolderOf(record));
}

/** Throws 403. The present source is not asked about, only the new one. */
export function requireImportEdit(
  project: ProjectAccess,
  record: ImportRecord,
  changes: ImportChange,
): void {
  requireImports(project, 'edit', importingFolderOf(record));
  const { environment, secretPath } = importSourceOf(record);
  const next = {
    environment: changes.environment ?? environment,
    secretPath: changes.secretPath ?? secretPath,
  };
  const hasNewSource = next.environment !== environment || next.secretPath !== secretPath;
  if (hasNewSource) requireSource(project, next);
  requireImportedSecrets(project, 'create', importingFolderOf(record));
  if (hasNewSource) requireImportedSecrets(project, 'delete', importingFolderOf(record));
}
