import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Environment } from '../database/entities/environment.entity.js';
import { Folder } from '../database/entities/folder.entity.js';
import { Project } from '../database/entities/project.entity.js';
import { Tag } from '../database/entities/tag.entity.js';
import { EnvironmentsController } from './environments/environments.controller.js';
import { EnvironmentsRepository } from './environments/environments.repository.js';
import { EnvironmentsService } from './environments/environments.service.js';
import { FolderFinder } from './folders/folder-finder.js';
import { FolderImports } from './folders/folder-imports.js';
import { FolderChangeRecorder } from './folder-change-recorder.js';
import { FolderContents } from './folder-contents.js';
import { FolderChangesService } from './folders/folder-changes.service.js';
import { FolderDeletionsController, FoldersController } from './folders/folders.controller.js';
import { FoldersRepository } from './folders/folders.repository.js';
import { FoldersService } from './folders/folders.service.js';
import { SecretAttributesRepository } from './secret-attributes/secret-attributes.repository.js';
import { FolderMoveCheck } from './secret-attributes/folder-move-check.js';
import { TagChangeCheck } from './secret-attributes/tag-change-check.js';
import { ProjectFactory } from './project-factory.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsRepository } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';
import { WorkspaceTagsController } from './tags/workspace-tags.controller.js';
import { WorkspacesV2Controller } from './workspaces-v2.controller.js';
import { WorkspacesController } from './workspaces.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Project, Environment, Folder, Tag])],
  exports: [FolderImports, ProjectFactory],
  controllers: [
    ProjectsController,
    WorkspacesController,
    WorkspacesV2Controller,
    EnvironmentsController,
    FoldersController,
    FolderDeletionsController,
    TagsController,
    WorkspaceTagsController,
  ],
  providers: [
    ProjectsService,
    ProjectsRepository,
    ProjectFactory,
    EnvironmentsService,
    EnvironmentsRepository,
    FolderContents,
    FoldersService,
    FoldersRepository,
    FolderFinder,
    FolderImports,
    FolderChangeRecorder,
    FolderChangesService,
    TagsService,
    TagsRepository,
    SecretAttributesRepository,
    FolderMoveCheck,
    TagChangeCheck,
  ],
})
export class ProjectsModule {}
