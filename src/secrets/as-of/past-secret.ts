import type { ProjectAccess } from '../../access/access.service.js';
import { attributesOf, attributesOfSecret, type DatedSecret, type TagRef } from '../secret.js';

/** A state of a point in time with its folder of then, and where its secret is today if it still exists. */
export interface PastState extends DatedSecret {
  readonly nowEnvironment: string | null;
  readonly nowPath: string | null;
  readonly nowKey: string | null;
  readonly nowTags: readonly Pick<TagRef, 'slug'>[] | null;
}

/** The part of a past state by which it is judged who may know of it. */
export type DescribedState = Pick<
  PastState,
  | ('environment' | 'secretPath' | 'key' | 'tags')
  | ('nowEnvironment' | 'nowPath' | 'nowKey' | 'nowTags')
>;

type ReadAction = 'describeSecret' | 'readValue';

/**
 * All that a rule must allow before a past state is shown: its folder, name and tags of then and, where the
 * secret still exists, those of today, and today's folder with the name and tags of then.
 */
function requiredAttributes(state: DescribedState) {
  const then = attributesOfSecret(state);
  const { nowEnvironment, nowPath, nowKey, nowTags } = state;
  const required = [then];
  if (nowEnvironment !== null && nowPath !== null && nowKey !== null) {
    const folder = { environment: nowEnvironment, secretPath: nowPath };
    const slugs = (nowTags ?? []).map((tag) => tag.slug);
    required.push({ ...then, ...folder }, attributesOf(folder, nowKey, slugs));
  }
  return required;
}

const allowsThenAndNow = (
  project: ProjectAccess,
  action: ReadAction,
  state: DescribedState,
): boolean =>
  requiredAttributes(state).every((attributes) =>
    project.ability.allows(action, 'secrets', attributes),
  );

export const mayDescribePast = (project: ProjectAccess, state: DescribedState): boolean =>
  allowsThenAndNow(project, 'describeSecret', state);

export const mayReadPast = (project: ProjectAccess, state: PastState): boolean =>
  mayDescribePast(project, state) && allowsThenAndNow(project, 'readValue', state);

/** Throws 403 unless the value may be read. */
export function requireReadPast(project: ProjectAccess, state: PastState): void {
  for (const attributes of requiredAttributes(state))
    project.ability.require('readValue', 'secrets', attributes);
}

/**
 * Keeps the latest state of each secret and of each name. Times are those at which transactions began: where
 * two transactions overlapped, a time between may find two states of one secret, or two secrets of one name.
 */
export function latestOfEach<
  T extends Pick<PastState, 'id' | 'version' | 'folderId' | 'key' | 'updatedAt'>,
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
