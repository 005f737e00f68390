import type { ProjectAccess } from '../access/access.service.js';
import { notFound } from '../errors/api-error.js';
import {
  attributesOf,
  attributesOfSecret,
  type Place,
  type SealedSecret,
  type TagRef,
} from './secret.js';

type Attributes = Omit<ReturnType<typeof attributesOf>, 'secretTags' | 'secretName'> & {
  readonly secretName: string | null;
  readonly secretTags: readonly string[] | null;
};

export const mayDescribe = (project: ProjectAccess, secret: SealedSecret): boolean =>
  project.ability.allows('describeSecret', 'secrets', attributesOfSecret(secret));

/** Whoever may not know of a secret does not get its value either. */
export const mayReadValue = (project: ProjectAccess, secret: SealedSecret): boolean =>
  mayDescribe(project, secret) &&
  project.ability.allows('readValue', 'secrets', attributesOfSecret(secret));

/** A caller without any right to describe secrets is told so, whether or not the secret exists. */
export function requireAnyDescribe(project: ProjectAccess, place: Place): void {
  requireAny(project, 'describeSecret', unknownIn(place));
}

/** Likewise for changes, of a secret known by name. */
export function requireAnyChange(
  project: ProjectAccess,
  action: 'edit' | 'delete',
  place: Place,
  secretName: string,
): void {
  requireAny(project, action, { ...unknownIn(place), secretName });
}

function requireAny(
  project: ProjectAccess,
  action: 'describeSecret' | 'edit' | 'delete',
  attributes: Attributes,
): void {
  if (!project.ability.everAllows(action, 'secrets')) {
    project.ability.require(action, 'secrets', attributes);
  }
}

const unknownIn = (place: Place): Attributes => ({
  ...attributesOf(place, '', []),
  secretName: null,
  secretTags: null,
});

/** Throws 403; 404 where the caller may not even know of the secret (decision 16). */
export function requireChange(
  project: ProjectAccess,
  action: 'edit' | 'delete',
  secret: SealedSecret,
): void {
  const attributes = attributesOfSecret(secret);
  if (project.ability.allows(action, 'secrets', attributes)) return;
  if (!mayDescribe(project, secret)) throw notFound();
  project.ability.require(action, 'secrets', attributes);
}

/** What a secret becomes by a change: its name and its tags. */
export interface NextName {
  readonly key: string;
  readonly tags: readonly TagRef[];
}

/**
 * The secret, and what it becomes, must both be the caller's to edit. A new name or tag must not
 * open to the caller what was closed. Throws 403, or 404 as `requireChange` does.
 */
export function requireEdit(project: ProjectAccess, old: SealedSecret, next: NextName): void {
  requireChange(project, 'edit', old);
  const before = attributesOfSecret(old);
  const slugs = next.tags.map((tag) => tag.slug);
  const after = attributesOf(old, next.key, slugs);
  // What a refusal says of tags is for those who may know of the secret.
  const hidesTags = !mayDescribe(project, old);
  const shown = (attributes: Attributes) =>
    hidesTags ? { ...attributes, secretTags: null } : attributes;
  if (!project.ability.allows('edit', 'secrets', after)) {
    project.ability.require('edit', 'secrets', shown(after));
  }
  for (const action of ['describeSecret', 'readValue'] as const) {
    const isOpened =
      !project.ability.allows(action, 'secrets', before) &&
      project.ability.allows(action, 'secrets', after);
    if (isOpened) project.ability.require(action, 'secrets', shown(before));
  }
}
