import type { ProjectAccess } from '../access/access.service.js';
import { filterInSlices } from '../access/slices.js';
import { batchDenied } from './secret-guards.js';
import { attributesOfSecret, type SealedSecret, type SecretLocation } from './secret.js';

const HINT = ' With viewSecretValue=false the list has no values.';

/**
 * What a list that asks for values may show. Throws 403 naming the secrets of the asked folder whose value may not be
 * read; those of folders below are left out. A placeholder would reach programs as if it were the value.
 */
export async function readableInList<T extends SealedSecret>(
  project: ProjectAccess,
  folder: SecretLocation,
  secrets: readonly T[],
  isReadable: (secret: T) => boolean,
): Promise<T[]> {
  const refused: T[] = [];
  const readable = await filterInSlices(secrets, (secret) => {
    const isShown = isReadable(secret);
    if (!isShown && secret.secretPath === folder.secretPath) refused.push(secret);
    return isShown;
  });
  if (refused.length === 0) return readable;
  const items = refused.map((secret, index) => ({ index, attributes: attributesOfSecret(secret) }));
  throw batchDenied(project, 'readValue', items, HINT);
}
