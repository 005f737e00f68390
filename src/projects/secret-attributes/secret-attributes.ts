import { parentPath } from '../folders/folder-path.js';

/**
 * What rules on `secrets` ask about. Environment and path are null where the folder is gone; name and tags are null for
 * any secret: that is allowed only where no name and no tag could change the answer.
 */
export type SecretAttributes = {
  readonly environment: string | null;
  readonly secretPath: string | null;
  readonly secretName: string | null;
  readonly secretTags: readonly string[] | null;
  readonly eventType: null;
};

export type FolderLocation = {
  readonly environment: string;
  readonly secretPath: string;
};

/** A folder that gets another path, or whose environment gets another slug. */
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

export const secretAttributes = (
  { environment, secretPath }: Pick<SecretAttributes, 'environment' | 'secretPath'>,
  { key, tags }: Pick<NamedSecret, 'key' | 'tags'>,
): SecretAttributes => ({
  ...{ environment, secretPath },
  ...{ secretName: key, secretTags: tags, eventType: null },
});

export const anySecretIn = ({ environment, secretPath }: FolderLocation): SecretAttributes => ({
  ...{ environment, secretPath },
  ...{ secretName: null, secretTags: null, eventType: null },
});

/** What rules on `secret-folders` ask about: where the folder above is, not the folder itself. */
export const folderAttributes = (folder: {
  readonly environment: string;
  readonly path: string;
}): FolderLocation => ({
  environment: folder.environment,
  secretPath: parentPath(folder.path),
});
