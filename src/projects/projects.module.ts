import { Module } from '@nestjs/common';
import { EnvironmentsController } from './environments/environments.controller.js';
import { EnvironmentsRepository } from './environments/environments.repository.js';
import { EnvironmentsService } from './environments/environments.service.js';
import { FolderFinder } from './folders/folder-finder.js';
import { FolderImports } from './folders/folder-imports.js';
import { FolderChangeRecorder } from './folders/folder-change-recorder.js';
import { FolderRelocations } from './folders/folder-relocations.js';
import { FolderUpdatesService } from './folders/folder-updates.service.js';
import { FolderWritesRepository } from './folders/folder-writes.repository.js';
import { FoldersController } from './folders/folders.controller.js';
import { FoldersRepository } from './folders/folders.repository.js';
import { FoldersService } from './folders/folders.service.js';
import { LabelledSecretsRepository } from './labels/labelled-secrets.repository.js';
import { PlaceChanges } from './labels/place-changes.service.js';
import { TagChanges } from './labels/tag-changes.service.js';
import { ProjectFactory } from './project-factory.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { FolderContentDeletion } from './folder-content-deletion.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsRepository } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';
import { WorkspaceTagsController } from './tags/workspace-tags.controller.js';
import { WorkspacesV2Controller } from './workspaces-v2.controller.js';
import { WorkspacesController } from './workspaces.controller.js';

@Module({
  exports: [
    EnvironmentsService,
    FolderFinder,
    FolderImports,
    FolderUpdatesService,
    FolderWritesRepository,
    FolderContentDeletion,
  ],
  controllers: [
    ProjectsController,
    WorkspacesController,
    WorkspacesV2Controller,
    EnvironmentsController,
    FoldersController,
    TagsController,
    WorkspaceTagsController,
  ],
  providers: [
    ProjectsService,
    ProjectsRepository,
    ProjectFactory,
    EnvironmentsService,
    EnvironmentsRepository,
    FolderContentDeletion,
    FoldersService,
    FoldersRepository,
    FolderFinder,
    FolderImports,
    FolderChangeRecorder,
    FolderRelocations,
    FolderUpdatesService,
    FolderWritesRepository,
    TagsService,
    TagsRepository,
    LabelledSecretsRepository,
    PlaceChanges,
    TagChanges,
  ],
})
export class ProjectsModule {}
