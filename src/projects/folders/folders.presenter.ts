import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { relativePath } from './folder-path.js';

/** A folder and where it is. */
export interface FolderRecord {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
  readonly version: number;
  readonly parentId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly projectId: string;
  readonly environmentId: string;
  readonly environment: string;
  readonly environmentName: string;
}

/** A folder for whoever reads it. */
export interface ReadFolder extends FolderRecord {
  /** Null where there never was a secret, or the caller may not know. */
  readonly lastSecretModified: Date | null;
}

/** A folder as lists show it. */
export class FolderItemView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'web' })
  name: string;
  @ApiProperty({ example: '/apps/web' })
  path: string;
  @ApiProperty({ type: 'string', nullable: true })
  description: string | null;
  @ApiProperty({ type: 'integer' })
  version: number;
  @ApiProperty({ format: 'uuid' })
  envId: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  parentId: string | null;
  @ApiProperty({ description: 'Always false' })
  isReserved: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiPropertyOptional({ example: '/web', description: 'In recursive lists: seen from their root' })
  relativePath?: string;
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Where folders are read: when a secret came, changed or went last, if ever',
  })
  lastSecretModified?: string;
}

class FolderEnvironmentView {
  @ApiProperty({ format: 'uuid' })
  envId: string;
  @ApiProperty({ example: 'Development' })
  envName: string;
  @ApiProperty({ example: 'dev' })
  envSlug: string;
}

export class FolderView extends FolderItemView {
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ type: FolderEnvironmentView })
  environment: FolderEnvironmentView;
}

const presentItem = (folder: FolderRecord): FolderItemView => ({
  id: folder.id,
  name: folder.name,
  path: folder.path,
  description: folder.description,
  version: folder.version,
  envId: folder.environmentId,
  parentId: folder.parentId,
  isReserved: false,
  createdAt: folder.createdAt.toISOString(),
  updatedAt: folder.updatedAt.toISOString(),
});

export const presentFolder = (folder: FolderRecord): FolderView => ({
  ...presentItem(folder),
  projectId: folder.projectId,
  environment: {
    envId: folder.environmentId,
    envName: folder.environmentName,
    envSlug: folder.environment,
  },
});

const presentChange = ({ lastSecretModified: last }: ReadFolder) =>
  last ? { lastSecretModified: last.toISOString() } : {};

export const presentReadFolder = (folder: ReadFolder): FolderView => ({
  ...presentFolder(folder),
  ...presentChange(folder),
});

/** With `base`, as an item of the recursive list of that path. */
export const presentReadFolderItem = (folder: ReadFolder, base?: string): FolderItemView => ({
  ...presentItem(folder),
  ...presentChange(folder),
  ...(base === undefined ? {} : { relativePath: relativePath(base, folder.path) }),
});
