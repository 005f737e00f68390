/** What rules know a secret by: place, name and tags. Null where a place is gone, or nothing is said. */
export interface Labels {
  readonly environment: string | null;
  readonly secretPath: string | null;
  readonly secretName: string | null;
  readonly secretTags: readonly string[] | null;
}

export interface LabelledPlace {
  readonly environment: string;
  readonly secretPath: string;
}

/** A folder whose path or environment is about to be called otherwise. */
export interface PlaceChange {
  readonly folderId: string;
  readonly before: LabelledPlace;
  readonly after: LabelledPlace;
}

/** A secret, or a past state of one. */
export interface LabelledSecret {
  readonly folderId: string | null;
  readonly key: string;
  readonly tags: readonly string[];
}

/** As rules on `secrets` are asked. */
export const attributesOfLabels = (labels: Labels) => ({ ...labels, eventType: null });

export const labelsAt = (
  { environment, secretPath }: { environment: string | null; secretPath: string | null },
  { key, tags }: Pick<LabelledSecret, 'key' | 'tags'>,
): Labels => ({ environment, secretPath, secretName: key, secretTags: tags });

/** Whatever may be in the folder: allowed only where no name and no tag could change that. */
export const anythingAt = ({ environment, secretPath }: LabelledPlace): Labels => ({
  environment,
  secretPath,
  secretName: null,
  secretTags: null,
});
