import { ApiProperty } from '@nestjs/swagger';
import type { ImportEnvironment, ImportRecord } from './secret-import.js';

class EnvironmentOfImportView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Development' })
  name: string;
  @ApiProperty({ example: 'dev' })
  slug: string;
}

export class SecretImportView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ type: 'integer', example: 1 })
  version: number;
  @ApiProperty({ example: '/shared' })
  importPath: string;
  @ApiProperty({ type: EnvironmentOfImportView, description: 'The environment imported from' })
  importEnv: EnvironmentOfImportView;
  @ApiProperty({ type: 'integer', example: 1, description: '1 to n; later ones prevail' })
  position: number;
  @ApiProperty({ format: 'uuid', description: 'The folder that imports' })
  folderId: string;
  @ApiProperty({ example: false, description: 'Always false' })
  isReplication: boolean;
  @ApiProperty({ example: false, description: 'Always false' })
  isReserved: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** With the place of the folder that imports. */
export class LocatedImportView extends SecretImportView {
  @ApiProperty({ type: EnvironmentOfImportView, description: 'That of the folder that imports' })
  environment: EnvironmentOfImportView;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ example: '/apps/web' })
  secretPath: string;
}

const presentEnvironment = ({ id, name, slug }: ImportEnvironment) => ({ id, name, slug });

export const presentImport = (record: ImportRecord): SecretImportView => ({
  id: record.id,
  version: record.version,
  importPath: record.sourcePath,
  importEnv: presentEnvironment(record.source),
  position: record.position,
  folderId: record.folderId,
  isReplication: false,
  isReserved: false,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});

export const presentLocatedImport = (record: ImportRecord): LocatedImportView => ({
  ...presentImport(record),
  environment: presentEnvironment(record.environment),
  projectId: record.projectId,
  secretPath: record.secretPath,
});
