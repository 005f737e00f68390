import type { ProjectAccess } from '../access/access.service.js';
import { type ApiError, permissionDenied } from '../errors/api-error.js';
import { deniedText } from '../permissions/refusal-text.js';
import {
  attributesOf,
  attributesOfSecret,
  type PastSecret,
  type SecretLocation,
  type SealedSecret,
  type TagRef,
} from './secret.js';

type Named = ReturnType<typeof attributesOf>;

/** Refused items that a 403 lists before it only counts. */
const MAX_NAMED = 100;

export interface CheckedAttributes extends Pick<Named, 'eventType'> {
  readonly environment: string | null;
  readonly secretPath: string | null;
  readonly secretName: string | null;
  readonly secretTags: readonly string[] | null;
}

type AddressedSecret = Parameters<typeof attributesOfSecret>[0];

export const mayDescribe = (project: ProjectAccess, secret: AddressedSecret): boolean =>
  project.ability.allows('describeSecret', 'secrets', attributesOfSecret(secret));

/** Whoever may not know of a secret does not get its value either. */
export const mayReadValue = (project: ProjectAccess, secret: AddressedSecret): boolean =>
  mayDescribe(project, secret) &&
  project.ability.allows('readValue', 'secrets', attributesOfSecret(secret));

/**
 * Attributes of a past version: its name and tags, and the folder it was in. Where that folder is gone, no rule
 * about folders allows, and every one that forbids does.
 */
const attributesOfPast = (past: PastSecret): CheckedAttributes => ({
  ...attributesOfSecret(past),
  environment: past.heldEnvironment,
  secretPath: past.heldPath,
});

/**
 * A secret that may not be described is not there: `missing`, which names nothing but what the request did. A value
 * that was asked for and may not be read: 403.
 */
export function requireRead(
  project: ProjectAccess,
  row: SealedSecret | null,
  viewSecretValue: boolean,
  missing: () => ApiError,
): asserts row is SealedSecret {
  if (!row || !mayDescribe(project, row)) throw missing();
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
  missing: () => ApiError,
): asserts past is PastSecret {
  requireRead(project, past, viewSecretValue, missing);
  if (!mayDescribeVersion(project, past)) throw missing();
  if (viewSecretValue) project.ability.require('readValue', 'secrets', attributesOfPast(past));
}

/** A caller without any right to describe secrets is told so, whether or not the secret exists. */
export function requireAnyDescribe(project: ProjectAccess, folder: SecretLocation): void {
  requireAny(project, 'describeSecret', unnamedSecretIn(folder));
}

/** `requireAnyDescribe` of a question about all environments. */
export function requireAnyDescribeIn(project: ProjectAccess, secretPath: string): void {
  const place = { environment: null, secretPath, eventType: null };
  requireAny(project, 'describeSecret', { ...place, secretName: null, secretTags: null });
}

/** Throws 403 where nothing was found outside of what a service token reaches: it must not look as if nothing were there. */
export function requireWithinScope(project: ProjectAccess, folder: SecretLocation): void {
  if (project.isScoped)
    project.ability.require('describeSecret', 'secrets', unnamedSecretIn(folder));
}

/** Throws 403 if the caller may change or delete no secret at all; 404 and 403 of the secret itself come later. */
export function requireAnyChange(
  project: ProjectAccess,
  action: 'edit' | 'delete',
  folder: SecretLocation,
  secretName: string,
): void {
  requireAny(project, action, { ...unnamedSecretIn(folder), secretName });
}

/** Throws 403 naming every item of a batch if the caller has none of the rights anywhere in the project. */
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
    attributes: { ...unnamedSecretIn(place), secretName: item.secretKey },
  }));
  throw batchDenied(project, actions[0], refused);
}

function requireAny(
  project: ProjectAccess,
  action: 'describeSecret' | 'edit' | 'delete',
  attributes: CheckedAttributes,
): void {
  if (!project.ability.mayEverAllow(action, 'secrets')) {
    project.ability.require(action, 'secrets', attributes);
  }
}

const unnamedSecretIn = (folder: SecretLocation): CheckedAttributes => ({
  ...attributesOf(folder, '', []),
  secretName: null,
  secretTags: null,
});

/** Throws 403; `missing` where the caller may not even know of the secret. */
export function requireChange(
  project: ProjectAccess,
  action: 'edit' | 'delete',
  secret: SealedSecret,
  missing: () => ApiError,
): void {
  const attributes = attributesOfSecret(secret);
  if (project.ability.allows(action, 'secrets', attributes)) return;
  if (!mayDescribe(project, secret)) throw missing();
  project.ability.require(action, 'secrets', attributes);
}

/** The name and the tags that a change gives a secret. */
export interface NextName {
  readonly key: string;
  readonly tags: readonly TagRef[];
}

/**
 * Requires `edit` on the secret as it is and as it becomes. A new name or tag must not give the caller rights on
 * the secret that it lacked. Throws 403, or 404 as `requireChange` does.
 */
export function requireEdit(
  project: ProjectAccess,
  old: SealedSecret,
  next: NextName,
  missing: () => ApiError,
): void {
  requireChange(project, 'edit', old, missing);
  const denial = nextDenial(project, old, next);
  if (denial) project.ability.require(denial.action, 'secrets', denial.attributes);
}

export type SecretAction = 'describeSecret' | 'readValue' | 'create' | 'edit' | 'delete';

/** A right that the caller lacks, and the attributes it was checked with. */
export interface Denial {
  readonly action: SecretAction;
  readonly attributes: CheckedAttributes;
}

/** Returns the right if the caller lacks it. */
export const denialOf = (
  project: ProjectAccess,
  action: SecretAction,
  attributes: CheckedAttributes,
): Denial | null =>
  project.ability.allows(action, 'secrets', attributes) ? null : { action, attributes };

/** Returns the right that the caller lacks for the next name and tags of a secret; null if it lacks none. */
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
  const shown = (attributes: CheckedAttributes) =>
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

/** Whether the caller may know of the secret, or make the change without knowing. */
export const isWithinReach = (
  project: ProjectAccess,
  action: 'edit' | 'delete',
  secret: SealedSecret,
): boolean =>
  mayDescribe(project, secret) ||
  project.ability.allows(action, 'secrets', attributesOfSecret(secret));

/** A 403 that names every refused item, up to a hundred, as `Ability.requireAll` does. `hint` ends its message. */
export function batchDenied(
  project: ProjectAccess,
  action: SecretAction,
  refused: readonly { readonly index: number; readonly attributes: CheckedAttributes }[],
  hint = '',
): ApiError {
  const offenders = refused.slice(0, MAX_NAMED).map(({ index, attributes }) => {
    const { decidedBy } = project.ability.explain(action, 'secrets', attributes);
    return { index, attributes, ...(decidedBy ? { rule: decidedBy } : {}) };
  });
  const rows = offenders.map(({ attributes }) => ({ ...attributes }));
  const pair = { action, subject: 'secrets' };
  const reason = deniedText(project.ability.table, pair, rows, refused.length) + hint;
  const details = { ...pair, refused: refused.length, offenders };
  return permissionDenied('permission-denied', reason, details);
}
