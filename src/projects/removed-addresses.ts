import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import type { SecretChange } from '../events/log/event-log.js';

/** Looks at names that secrets have lost, within the transaction that took them and after it did. */
export type RemovedAddressesListener<T> = (
  tx: EntityManager,
  project: ProjectAccess,
  lost: readonly SecretChange[],
) => Promise<T>;

/** Names of a change that no secret of it has afterwards. */
export function removedAddresses(
  before: readonly SecretChange[],
  after: readonly SecretChange[],
): readonly SecretChange[] {
  const nameOf = ({ environment, secretPath, secretKey }: SecretChange) =>
    `${environment} ${secretPath} ${secretKey}`;
  const held = new Set(after.map(nameOf));
  return before.filter((name) => !held.has(nameOf(name)));
}
