import type { SecretLocation } from '../secret.js';

export interface EnvironmentRef {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** An import with the folder it is in and what it is aimed at. */
export interface ImportRecord {
  readonly id: string;
  readonly projectId: string;
  readonly folderId: string;
  readonly environment: EnvironmentRef;
  readonly secretPath: string;
  readonly source: EnvironmentRef;
  readonly sourcePath: string;
  readonly position: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The folder whose imports a request is about. */
export interface ImportPlace extends SecretLocation {
  readonly projectId?: string;
}

export interface ImportAddress extends Partial<ImportPlace> {
  readonly id: string;
}

/** Where else it is aimed, and where it stands among the imports of its folder. */
export interface ImportChange extends Partial<SecretLocation> {
  readonly position?: number;
}

export const placeOf = ({ environment, secretPath }: ImportRecord): SecretLocation => ({
  environment: environment.slug,
  secretPath,
});

export const sourceOf = ({ source, sourcePath }: ImportRecord): SecretLocation => ({
  environment: source.slug,
  secretPath: sourcePath,
});
