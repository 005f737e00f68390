import { OPTION_COLUMNS } from '../database/entities/secret-columns.js';
import type { SecretOptions, SecretState } from '../database/entities/secret.entity.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { firstOf } from '../errors/nearest.js';

export interface TagRef {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly color: string | null;
}

/** A time as answers show it: a date, or what a long list has in place of one. */
export interface Instant {
  toISOString(): string;
}

type StoredState = Omit<SecretState, 'projectId' | 'xid' | 'createdAt' | 'updatedAt'>;

/** A secret as it is stored, with its location: values sealed. */
export interface SealedSecret extends Readonly<StoredState> {
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly id: string;
  readonly folderId: string;
  readonly environmentId: string;
  readonly version: number;
  readonly environment: string;
  readonly secretPath: string;
  readonly tags: readonly TagRef[] | null;
  /** Set on a present state only: a state as new or newer is kept, so somebody put the row back in the database. */
  readonly isSuperseded?: boolean;
}

/** A secret whose times can be compared. */
export interface DatedSecret extends SealedSecret {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A past state, and the place it had: null where that is gone. */
export interface PastSecret extends SealedSecret {
  readonly heldEnvironment: string | null;
  readonly heldPath: string | null;
}

export interface MetadataItem {
  readonly key: string;
  readonly value: string;
  readonly isEncrypted: boolean;
}

/** A secret whose values have been opened for one answer. */
export interface OpenSecret extends Omit<
  SealedSecret,
  'value' | 'comment' | 'metadata' | 'isSuperseded'
> {
  /** Masked where the caller may not read it, or did not ask for it. */
  readonly value: string;
  readonly isHidden: boolean;
  /** Held by the caller for themselves, in the place of a shared one. */
  readonly isPersonal?: true;
  readonly comment: string;
  readonly metadata: readonly MetadataItem[];
}

/** What a client may set of a secret, besides its folder. */
export interface SecretDraft {
  readonly secretKey: string;
  readonly secretValue: string;
  readonly secretComment?: string;
  readonly secretMetadata?: readonly MetadataItem[];
  readonly tagIds?: readonly string[];
  /** Columns that are stored as given; those that are absent become null. */
  readonly options?: Readonly<Partial<SecretOptions>>;
}

/** Fields of a secret that a client changes; absent ones stay as they are. */
export type SecretChanges = Partial<Omit<SecretDraft, 'secretKey'>> & {
  readonly newSecretName?: string;
};

/** A folder of a project's environment. */
export interface SecretLocation {
  readonly environment: string;
  readonly secretPath: string;
}

interface Tagged {
  readonly tags: readonly Pick<TagRef, 'slug'>[] | null;
}

/** The attributes of a secret that conditions of rules test. */
export const attributesOf = (
  place: SecretLocation,
  secretName: string,
  secretTags: readonly string[],
) => ({
  environment: place.environment,
  secretPath: place.secretPath,
  secretName,
  secretTags,
  eventType: null,
});

export const tagSlugsOf = (secret: Tagged): string[] => (secret.tags ?? []).map((tag) => tag.slug);

/** Slugs of the tags of several states together, each once. */
export const allTagSlugs = (...states: readonly Tagged[]) => [
  ...new Set(states.flatMap(tagSlugsOf)),
];

export const attributesOfSecret = (
  secret: Tagged & Pick<SealedSecret, 'environment' | 'secretPath' | 'key'>,
) => attributesOf(secret, secret.key, tagSlugsOf(secret));

/** What existing clients know as the sign for a value that is not shown. */
export const MASK = '<hidden-by-infisical>';

/** The folder that a request is about, and its project by id, slug or both. A missing environment is a 400. */
export interface SecretScope {
  readonly projectId?: string;
  readonly projectSlug?: string;
  readonly environment?: string;
  readonly secretPath: string;
  /** Asked for the caller's personal secrets, of which people alone have any. */
  readonly isPersonal: boolean;
}

export interface SecretsOfProject {
  readonly projectId: string;
  readonly secrets: readonly OpenSecret[];
}

export interface SecretOfProject {
  readonly projectId: string;
  readonly secret: OpenSecret;
}

/** Throws 400 without an environment. */
export function toLocation({ environment, secretPath }: SecretScope): SecretLocation {
  if (environment === undefined)
    throw badRequest('missing-field', 'Name the environment by its slug.');
  return { environment, secretPath };
}

/**
 * Throws 404 for a read of `…/id/` without a project. A client whose write was held has no id, and asks so: it takes a 404
 * for gone, and asks for the write again.
 */
export function refuseMissingId(name: string, { projectId, projectSlug }: SecretScope): void {
  if (name === 'id' && projectId === undefined && projectSlug === undefined) throw notFound();
}

export function refuseRepeatedKeys(drafts: readonly SecretDraft[]): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { secretKey } of drafts) {
    if (seen.has(secretKey)) repeated.add(secretKey);
    seen.add(secretKey);
  }
  if (repeated.size === 0) return;
  const secretKeys = [...repeated];
  const reason = `The same key occurs more than once in the batch: ${firstOf(secretKeys)}.`;
  throw badRequest('repeated-item', reason, { secretKeys });
}

/** Throws 400 for a rename to an empty name, or to one with lower case where the project forbids it. */
export function refuseNewName(
  newName: string | undefined,
  { autoCapitalization }: { readonly autoCapitalization: boolean },
): void {
  if (newName === '') throw badRequest('missing-field', 'The new name must not be empty.');
  if (newName !== undefined && autoCapitalization) refuseLowerCase([newName]);
}

export function refuseLowerCase(keys: readonly string[]): void {
  const secretKeys = keys.filter((key) => key !== key.toUpperCase());
  if (secretKeys.length === 0) return;
  const reason = `The project allows upper-case keys only: ${firstOf(secretKeys)}.`;
  throw badRequest('upper-case-only', reason, { secretKeys });
}

/** The ids that are no tags of the project. */
export const unknownTags = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly string[] => [...new Set(ids)].filter((id) => !tags.has(id));

/** The tags of these ids, each once, ordered by slug as reads list them. */
export const tagsBySlug = (
  tags: ReadonlyMap<string, TagRef>,
  ids: readonly string[],
): readonly TagRef[] =>
  [...new Set(ids)].flatMap((id) => tags.get(id) ?? []).sort((a, b) => (a.slug < b.slug ? -1 : 1));

/** The contents that are sealed. */
export const plainOf = (draft: SecretDraft) => ({
  value: draft.secretValue,
  comment: draft.secretComment ?? '',
  metadata: draft.secretMetadata ?? [],
});

type Options = Readonly<Partial<SecretOptions>>;

/** All columns that are stored as given; null where there is no value. */
export const optionsIn = (state: Options): SecretOptions => {
  const values = state as Readonly<Record<string, unknown>>;
  const entries = OPTION_COLUMNS.map(({ property }) => [property, values[property] ?? null]);
  return Object.fromEntries(entries) as SecretOptions;
};

/** The whole next state of a secret: the present one, overlaid with the changes. */
export function merged(
  before: OpenSecret,
  { newSecretName, options, ...given }: SecretChanges,
  tags: readonly TagRef[],
): SecretDraft {
  return {
    secretValue: before.value,
    secretComment: before.comment,
    secretMetadata: before.metadata,
    ...given,
    options: { ...optionsIn(before), ...options },
    secretKey: newSecretName ?? before.key,
    tagIds: tags.map((tag) => tag.id),
  };
}

/** The first state of a secret that an update did not find, and may create. */
export function draftOfNew(changes: SecretChanges, secretKey: string): SecretDraft {
  const { newSecretName: _, secretValue = '', ...rest } = changes;
  return { ...rest, secretValue, secretKey };
}
