import type { components } from '../api/schema';
import type { Subject } from './model';

type Entry = components['schemas']['AuditLogEntry'];

export interface LastRead {
  readonly at: string;
  readonly version: number | null;
}

interface ReadFolder {
  readonly environment?: string;
  readonly secretPath?: string;
  readonly secretKeys?: readonly string[];
  readonly versions?: readonly number[];
}

/** Who read the secret last, by the ids of readers, out of entries of the audit log, the newest first. */
export function lastReads(
  entries: readonly Pick<Entry, 'actor' | 'createdAt' | 'target'>[],
  place: { readonly environment: string } & Omit<Subject, 'action'>,
): ReadonlyMap<string, LastRead> {
  const reads = new Map<string, LastRead>();
  for (const { actor, createdAt, target } of entries) {
    const reader = actor.id ?? '';
    if (reads.has(reader)) continue;
    const { folders = [target] } = target as { folders?: ReadFolder[] };
    for (const folder of folders as readonly ReadFolder[]) {
      const isThere =
        folder.environment === place.environment && folder.secretPath === place.secretPath;
      const index = isThere ? (folder.secretKeys ?? []).indexOf(place.secretName) : -1;
      if (index < 0) continue;
      reads.set(reader, { at: createdAt, version: folder.versions?.[index] ?? null });
    }
  }
  return reads;
}
