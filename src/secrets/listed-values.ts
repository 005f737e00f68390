import type { ProjectAccess } from '../access/access.service.js';
import { filterInSlices } from '../access/slices.js';
import type { ApiError } from '../errors/api-error.js';
import { batchDenied } from './secret-guards.js';
import { attributesOfSecret, type SealedSecret, type SecretLocation } from './secret.js';

/** Names that a message holds: clients show it and drop the details. */
const MAX_IN_MESSAGE = 10;

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
  if (refused.length > 0) throw valuesDenied(project, folder, refused);
  return readable;
}

function valuesDenied(
  project: ProjectAccess,
  { environment, secretPath }: SecretLocation,
  refused: readonly SealedSecret[],
): ApiError {
  const names = refused.slice(0, MAX_IN_MESSAGE).map(({ key }) => key);
  const others = refused.length - names.length;
  const message =
    `You are not allowed to readValue on secrets in ${environment} at ${secretPath}: ${names.join(', ')}` +
    `${others > 0 ? ` and ${others} more` : ''}. With viewSecretValue=false the list has no values.`;
  const items = refused.map((secret, index) => ({ index, attributes: attributesOfSecret(secret) }));
  return batchDenied(project, 'readValue', items, message);
}
