import { isAsking, type WhyNot } from '../api/rights-answers';
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

type Place = { readonly environments: readonly string[] } & Omit<Subject, 'action'>;

/** The read of one secret in an entry, which may be of several folders; undefined where it is of other secrets. */
export function readIn(
  { target }: Pick<Entry, 'target'>,
  place: Place,
): Pick<LastRead, 'version'> | undefined {
  const { folders = [target] } = target as { folders?: ReadFolder[] };
  for (const folder of folders as readonly ReadFolder[]) {
    const isThere =
      place.environments.includes(folder.environment ?? '') &&
      folder.secretPath === place.secretPath;
    const index = isThere ? (folder.secretKeys ?? []).indexOf(place.secretName) : -1;
    if (index >= 0) return { version: folder.versions?.[index] ?? null };
  }
  return undefined;
}

/** Who read the secret last, by the ids of readers, out of entries of the audit log, the newest first. */
export function lastReads(
  entries: readonly Pick<Entry, 'actor' | 'createdAt' | 'target'>[],
  place: Place,
): ReadonlyMap<string, LastRead> {
  const reads = new Map<string, LastRead>();
  for (const entry of entries) {
    const reader = entry.actor.id ?? '';
    const read = reads.has(reader) ? undefined : readIn(entry, place);
    if (read) reads.set(reader, { at: entry.createdAt, ...read });
  }
  return reads;
}

/** Reads as far as they may be seen, or why they may not. */
export type SeenReads =
  { readonly entries: readonly Entry[]; readonly isWhole: boolean } | { readonly whyNot: string };

interface Answered {
  /** The newest entries, and whether older ones were not looked at; null where the server refused. */
  readonly page: { readonly entries: readonly Entry[]; readonly isWhole: boolean } | null;
  /** Why the caller may not read the log of the organization, and that of the project. */
  readonly ofAll: WhyNot;
  readonly ofProject: WhyNot;
}

/**
 * What an answer of the log tells. Whoever may not read the log of a project gets an empty list of it: that is no sign that nobody read.
 * Undefined while it is asked.
 */
export function seenReads({ page, ofAll, ofProject }: Answered): SeenReads | undefined {
  if (isAsking(ofAll) || isAsking(ofProject)) return undefined;
  if (page === null) return { whyNot: ofAll ?? ofProject ?? '' };
  const isHidden = page.entries.length === 0 && ofAll !== null && ofProject !== null;
  return isHidden ? { whyNot: ofProject } : page;
}
