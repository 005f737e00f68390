import type { SecretOptions, SecretState } from '../database/entities/secret.entity.js';

export interface TagRef {
  readonly id: string;
  readonly slug: string;
  readonly color: string | null;
}

/** A secret as it is stored, with its location: values sealed. */
export interface SealedSecret extends Readonly<Omit<SecretState, 'projectId' | 'xid'>> {
  readonly id: string;
  readonly folderId: string;
  readonly environmentId: string;
  readonly version: number;
  readonly environment: string;
  readonly secretPath: string;
  readonly tags: readonly TagRef[] | null;
  /** Set on a present state only: a state as new or newer is kept, so somebody put the row back (attack F15). */
  readonly isSuperseded?: boolean;
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

export const tagSlugsOf = (secret: { readonly tags: readonly TagRef[] | null }): string[] =>
  (secret.tags ?? []).map((tag) => tag.slug);

/** Slugs of the tags of several states together, each once. */
export const allTagSlugs = (...states: readonly { readonly tags: readonly TagRef[] | null }[]) => [
  ...new Set(states.flatMap(tagSlugsOf)),
];

export const attributesOfSecret = (
  secret: Pick<SealedSecret, 'environment' | 'secretPath' | 'key' | 'tags'>,
) => attributesOf(secret, secret.key, tagSlugsOf(secret));

/** What existing clients know as the sign for a value that is not shown. */
export const MASK = '<hidden-by-infisical>';
