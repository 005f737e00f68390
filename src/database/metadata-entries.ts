import { badRequest } from '../errors/api-error.js';
import type { MetadataEntry } from './entities/identity.entity.js';
import { newId } from './uuid.js';

/** A metadata entry of an identity or a member, as clients send it. */
export type SentMetadata = Pick<MetadataEntry, 'key' | 'value'>;

/** Whether both lists have the same entries, in whatever order. */
export const hasSameMetadata = (
  some: readonly SentMetadata[],
  others: readonly SentMetadata[],
): boolean => inOrder(some) === inOrder(others);

const inOrder = (entries: readonly SentMetadata[]): string =>
  JSON.stringify(entries.map(({ key, value }) => JSON.stringify([key, value])).sort());

/** The entries as they are stored. Throws 400 for a key that is there twice. */
export function toMetadataEntries(sent: readonly SentMetadata[]): MetadataEntry[] {
  const keys = sent.map(({ key }) => key);
  const repeated = keys.filter((key, index) => keys.indexOf(key) !== index);
  if (repeated.length > 0)
    throw badRequest('repeated-item', 'A metadata key is given more than once.', {
      keys: [...new Set(repeated)],
    });
  return sent.map(({ key, value }) => ({ id: newId(), key, value }));
}
