import { parentPath } from '../folders/folder-path.js';

/** What rules know a secret by: place, name and tags. Null where a place is gone, or nothing is said. */
export interface SecretAttributes {
  readonly environment: string | null;
  readonly secretPath: string | null;
  readonly secretName: string | null;
  readonly secretTags: readonly string[] | null;
}

export interface FolderLocation {
  readonly environment: string;
  readonly secretPath: string;
}

/** A folder whose path or environment is about to be called otherwise. */
export interface FolderLocationChange {
  readonly folderId: string;
  readonly before: FolderLocation;
  readonly after: FolderLocation;
}

/** A secret, or a past state of one. */
export interface NamedSecret {
  readonly folderId: string | null;
  readonly key: string;
  readonly tags: readonly string[];
}

/** As rules on `secrets` are asked. */
export const attributesOfLabels = (labels: SecretAttributes) => ({ ...labels, eventType: null });

export const secretAttributes = (
  { environment, secretPath }: { environment: string | null; secretPath: string | null },
  { key, tags }: Pick<NamedSecret, 'key' | 'tags'>,
): SecretAttributes => ({ environment, secretPath, secretName: key, secretTags: tags });

/** Whatever may be in the folder: allowed only where no name and no tag could change that. */
export const anySecretIn = ({ environment, secretPath }: FolderLocation): SecretAttributes => ({
  environment,
  secretPath,
  secretName: null,
  secretTags: null,
});

/** What a rule on `secret-folders` may ask about: where the folder above is, not the folder itself. */
export const folderAttributes = (folder: {
  readonly environment: string;
  readonly path: string;
}): FolderLocation => ({
  environment: folder.environment,
  secretPath: parentPath(folder.path),
});
