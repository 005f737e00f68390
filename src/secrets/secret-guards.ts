import type { ProjectAccess } from '../access/access.service.js';
import { type ApiError, notFound, permissionDenied } from '../errors/api-error.js';
import {
  anySecretIn,
  type SecretAttributes,
} from '../projects/secret-attributes/secret-attributes.js';
import {
  attributesOf,
  attributesOfSecret,
  type PastSecret,
  type SecretLocation,
  type SealedSecret,
  type TagRef,
} from './secret.js';

/** Offenders that a refusal lists before it only counts. */
const MAX_NAMED = 100;

export const mayDescribe = (project: ProjectAccess, secret: SealedSecret): boolean =>
  project.ability.allows('describeSecret', 'secrets', attributesOfSecret(secret));

/** Whoever may not know of a secret does not get its value either. */
export const mayReadValue = (project: ProjectAccess, secret: SealedSecret): boolean =>
  mayDescribe(project, secret) &&
  project.ability.allows('readValue', 'secrets', attributesOfSecret(secret));

/**
 * Attributes of a past version: its name and tags, and the folder it was in. Where that folder is gone, no rule
 * about folders allows, and every one that forbids does.
 */
const attributesOfPast = (past: PastSecret): SecretAttributes => ({
  ...attributesOfSecret(past),
  environment: past.heldEnvironment,
  secretPath: past.heldPath,
});

/** A secret that may not be described is not there: 404. A value that was asked for and may not be read: 403. */
export function requireRead(
  project: ProjectAccess,
  row: SealedSecret | null,
  viewSecretValue: boolean,
): asserts row is SealedSecret {
  if (!row || !mayDescribe(project, row)) throw notFound();
  if (viewSecretValue) project.ability.require('readValue', 'secrets', attributesOfSecret(row));
}

/** A past version is held to the rights on where the secret is now and on where it was then. */
export const mayDescribeVersion = (project: ProjectAccess, past: PastSecret): boolean =>
  mayDescribe(project, past) &&
  project.ability.allows('describeSecret', 'secrets', attributesOfPast(past));

export const mayReadVersion = (project: ProjectAccess, past: PastSecret): boolean =>
  mayReadValue(project, past) &&
  project.ability.allows('readValue', 'secrets', attributesOfPast(past));

/** A past version must be readable where the secret is now and where it was then. Throws as `requireRead` does. */
export function requireReadVersion(
  project: ProjectAccess,
  past: PastSecret | null,
  viewSecretValue: boolean,
): asserts past is PastSecret {
  requireRead(project, past, viewSecretValue);
  if (!mayDescribeVersion(project, past)) throw notFound();
  if (viewSecretValue) project.ability.require('readValue', 'secrets', attributesOfPast(past));
}

/** A caller without any right to describe secrets is told so, whether or not the secret exists. */
export function requireAnyDescribe(project: ProjectAccess, place: SecretLocation): void {
  requireAny(project, 'describeSecret', anySecretIn(place));
}

/** Likewise for changes, of a secret known by name. */
export function requireAnyChange(
  project: ProjectAccess,
  action: 'edit' | 'delete',
  place: SecretLocation,
  secretName: string,
): void {
  requireAny(project, action, { ...anySecretIn(place), secretName });
}

/** Likewise for a batch. Throws 403 naming every item if the caller has none of the rights anywhere. */
export function requireAnyOf(
  project: ProjectAccess,
  actions: readonly [SecretAction, ...SecretAction[]],
  items: readonly {
    index: number;
    place: SecretLocation;
    item: { readonly secretKey: string | null };
  }[],
): void {
  if (actions.some((action) => project.ability.mayEverAllow(action, 'secrets'))) return;
  const refused = items.map(({ index, place, item }) => ({
    index,
    attributes: { ...anySecretIn(place), secretName: item.secretKey },
  }));
  throw batchDenied(project, actions[0], refused);
}

function requireAny(
  project: ProjectAccess,
  action: 'describeSecret' | 'edit' | 'delete',
  attributes: SecretAttributes,
): void {
  if (!project.ability.mayEverAllow(action, 'secrets')) {
    project.ability.require(action, 'secrets', attributes);
  }
}

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
  const denial = nextDenial(project, old, next);
  if (denial) project.ability.require(denial.action, 'secrets', denial.attributes);
}

export type SecretAction = 'describeSecret' | 'readValue' | 'create' | 'edit' | 'delete';

/** A right that the caller lacks, and what it was asked of. */
export interface Denial {
  readonly action: SecretAction;
  readonly attributes: SecretAttributes;
}

/** The right if the caller lacks it. */
export const denialOf = (
  project: ProjectAccess,
  action: SecretAction,
  attributes: SecretAttributes,
): Denial | null =>
  project.ability.allows(action, 'secrets', attributes) ? null : { action, attributes };

/** What of a change lies beyond the caller, besides the secret itself: its next name and tags. */
export function nextDenial(
  project: ProjectAccess,
  old: SealedSecret,
  next: NextName,
): Denial | null {
  const before = attributesOfSecret(old);
  const slugs = next.tags.map((tag) => tag.slug);
  const after = attributesOf(old, next.key, slugs);
  // What a refusal says of tags is for those who may know of the secret.
  const hidesTags = !mayDescribe(project, old);
  const shown = (attributes: SecretAttributes) =>
    hidesTags ? { ...attributes, secretTags: null } : attributes;
  if (!project.ability.allows('edit', 'secrets', after)) {
    return { action: 'edit', attributes: shown(after) };
  }
  for (const action of ['describeSecret', 'readValue', 'delete'] as const) {
    const isOpened =
      !project.ability.allows(action, 'secrets', before) &&
      project.ability.allows(action, 'secrets', after);
    if (isOpened) return { action, attributes: shown(before) };
  }
  return null;
}

/** Whether the caller may know of the secret, or make the change without knowing (decision 16). */
export const isWithinReach = (
  project: ProjectAccess,
  action: 'edit' | 'delete',
  secret: SealedSecret,
): boolean =>
  mayDescribe(project, secret) ||
  project.ability.allows(action, 'secrets', attributesOfSecret(secret));

/** Names every offender, up to a hundred, as `Ability.requireAll` does. */
export function batchDenied(
  project: ProjectAccess,
  action: SecretAction,
  refused: readonly { readonly index: number; readonly attributes: SecretAttributes }[],
): ApiError {
  const offenders = refused.slice(0, MAX_NAMED).map(({ index, attributes }) => {
    const { decidedBy } = project.ability.explain(action, 'secrets', attributes);
    return { index, attributes, ...(decidedBy ? { rule: decidedBy } : {}) };
  });
  return permissionDenied(`You are not allowed to ${action} on secrets`, {
    subject: 'secrets',
    action,
    refused: refused.length,
    offenders,
  });
}
