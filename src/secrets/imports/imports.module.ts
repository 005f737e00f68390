import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Environment } from '../../database/entities/environment.entity.js';
import { Folder } from '../../database/entities/folder.entity.js';
import { SecretImport } from '../../database/entities/secret-import.entity.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { ImportChangeRecorder } from './import-change-recorder.js';
import { ImportFinder } from './import-finder.js';
import { ImportLinksRepository } from './import-links.repository.js';
import { ImportResolver } from './import-resolver.js';
import { ImportedReads } from './imported-reads.service.js';
import { SecretImportsController } from './secret-imports.controller.js';
import { SecretImportsRepository } from './secret-imports.repository.js';
import { SecretImports } from './secret-imports.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Environment, Folder, SecretImport]),
    ProjectsModule,
    ReferencesModule,
    SecretStoreModule,
  ],
  controllers: [SecretImportsController],
  providers: [
    ImportChangeRecorder,
    ImportFinder,
    ImportLinksRepository,
    ImportResolver,
    ImportedReads,
    SecretImports,
    SecretImportsRepository,
  ],
  exports: [ImportResolver],
})
export class ImportsModule {}
