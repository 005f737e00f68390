import type { SecretLocation } from '../secret.js';

export interface ImportEnvironment {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** An import with its importing folder and its source. */
export interface ImportRecord {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string;
  readonly environment: ImportEnvironment;
  readonly secretPath: string;
  readonly source: ImportEnvironment;
  readonly sourcePath: string;
  readonly position: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The folder whose imports a request is about. */
export interface ImportScope extends SecretLocation {
  readonly projectId?: string;
}

export interface ImportAddress extends Partial<ImportScope> {
  readonly id: string;
}

/** Another source, another position among the imports of the folder, or both. */
export interface ImportChange extends Partial<SecretLocation> {
  readonly position?: number;
}

export const importingFolderOf = ({ environment, secretPath }: ImportRecord): SecretLocation => ({
  environment: environment.slug,
  secretPath,
});

export const importSourceOf = ({ source, sourcePath }: ImportRecord): SecretLocation => ({
  environment: source.slug,
  secretPath: sourcePath,
});
