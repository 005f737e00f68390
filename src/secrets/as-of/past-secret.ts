import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, attributesOfSecret, type SealedSecret, type TagRef } from '../secret.js';

/** A state of another moment, in the place it had then; and where its secret is today, if it still is. */
export interface PastState extends SealedSecret {
  readonly nowEnvironment: string | null;
  readonly nowPath: string | null;
  readonly nowKey: string | null;
  readonly nowTags: readonly Pick<TagRef, 'slug'>[] | null;
}

type ReadAction = 'describeSecret' | 'readValue';

/**
 * As decision 106 has it: by the place, name and tags of then; and where the secret still exists, by those
 * it has today, and by today's place with the name and tags of then.
 */
function attributesThroughout(state: PastState) {
  const then = attributesOfSecret(state);
  const { nowEnvironment, nowPath, nowKey, nowTags } = state;
  const asked = [then];
  if (nowEnvironment !== null && nowPath !== null && nowKey !== null) {
    const place = { environment: nowEnvironment, secretPath: nowPath };
    const slugs = (nowTags ?? []).map((tag) => tag.slug);
    asked.push({ ...then, ...place }, attributesOf(place, nowKey, slugs));
  }
  return asked;
}

const allowsThroughout = (project: ProjectAccess, action: ReadAction, state: PastState): boolean =>
  attributesThroughout(state).every((attributes) =>
    project.ability.allows(action, 'secrets', attributes),
  );

export const mayDescribePast = (project: ProjectAccess, state: PastState): boolean =>
  allowsThroughout(project, 'describeSecret', state);

export const mayReadPast = (project: ProjectAccess, state: PastState): boolean =>
  mayDescribePast(project, state) && allowsThroughout(project, 'readValue', state);

/** Throws 403 unless the value may be read. */
export function requireReadPast(project: ProjectAccess, state: PastState): void {
  for (const attributes of attributesThroughout(state))
    project.ability.require('readValue', 'secrets', attributes);
}

/**
 * Times are those at which transactions began. Where two of them overlapped, a time between may find two
 * states of one secret, or two secrets of one name: the later holds.
 */
export function latestOfEach<
  T extends Pick<SealedSecret, 'id' | 'version' | 'folderId' | 'key' | 'updatedAt'>,
>(states: readonly T[]): T[] {
  const kept = (
    nameOf: (state: T) => string,
    isLater: (one: T, other: T) => boolean,
    all: readonly T[],
  ) => {
    const chosen = new Map<string, T>();
    for (const state of all) {
      const other = chosen.get(nameOf(state));
      if (!other || isLater(state, other)) chosen.set(nameOf(state), state);
    }
    return all.filter((state) => chosen.get(nameOf(state)) === state);
  };
  const byId = kept(
    ({ id }) => id,
    (one, other) => one.version > other.version,
    states,
  );
  const nameOf = ({ folderId, key }: T) => `${folderId} ${key}`;
  return kept(nameOf, (one, other) => one.updatedAt > other.updatedAt, byId);
}
