import type { StoredMetadata } from '../database/entities/secret.entity.js';

/** Pairs of key and value that must all occur in a secret's metadata. */
export type MetadataFilter = readonly { readonly key: string; readonly value: string }[];

export const MAX_GROUPS = 10;

/**
 * Reads `key=a,value=b|key=c,value=d`. A group that is not of this form is dropped.
 * Answers null for more groups than the limit.
 */
export function parseMetadataFilter(text: string): MetadataFilter | null {
  const groups = text.split('|');
  if (groups.length > MAX_GROUPS) return null;
  return groups.flatMap((group) => {
    const match = /^\s*key=([^,]*),\s*value=(.*)$/s.exec(group);
    const [, key = '', value = ''] = match ?? [];
    return key.trim() === '' ? [] : [{ key: key.trim(), value: value.trim() }];
  });
}

/** Whether every pair occurs. Only entries that are not encrypted can be searched. */
export const matchesMetadata = (
  metadata: readonly StoredMetadata[],
  filter: MetadataFilter,
): boolean =>
  filter.every((wanted) =>
    metadata.some((entry) => entry.key === wanted.key && entry.value === wanted.value),
  );
