import type { EntryOfMoment } from './folder-changes.repository.js';
import type { ChangeActor } from './moments.js';

/** The entry of a moment that names one of the secrets, where there are several: the one about the environment, for two people may write at once. */
export function entryAbout(
  entries: readonly EntryOfMoment[],
  environment: string,
  keys: readonly string[],
): EntryOfMoment | null {
  const named = entries.filter((entry) => keys.some((key) => entry.keys.includes(key)));
  // The environment may have been called otherwise then.
  const only = named.length === 1 ? named[0] : undefined;
  return named.find((entry) => entry.environment === environment) ?? only ?? null;
}

/** Who it was by that entry; null where it tells of nobody. */
export function deleterIn(
  entries: readonly EntryOfMoment[],
  environment: string,
  keys: readonly string[],
): ChangeActor | null {
  const entry = entryAbout(entries, environment, keys);
  if (!entry || entry.actorId === null || entry.actorType === 'system') return null;
  return { actorType: entry.actorType, actorId: entry.actorId, name: entry.actorName };
}
