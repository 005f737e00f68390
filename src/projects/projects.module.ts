import { Module } from '@nestjs/common';
import { EnvironmentsRepository } from './environments/environments.repository.js';
import { ProjectFounder } from './project-founder.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';
import { WorkspacesV2Controller } from './workspaces-v2.controller.js';
import { WorkspacesController } from './workspaces.controller.js';

@Module({
  controllers: [ProjectsController, WorkspacesController, WorkspacesV2Controller],
  providers: [ProjectsService, ProjectsRepository, ProjectFounder, EnvironmentsRepository],
})
export class ProjectsModule {}
