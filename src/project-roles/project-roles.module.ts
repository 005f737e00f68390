import { Module } from '@nestjs/common';
import { ProjectRoleWritesService } from './project-role-writes.service.js';
import { ProjectRoleByIdController, ProjectRolesController } from './project-roles.controller.js';
import { ProjectRolesRepository } from './project-roles.repository.js';
import { ProjectRolesService } from './project-roles.service.js';

@Module({
  controllers: [ProjectRoleByIdController, ProjectRolesController],
  providers: [ProjectRolesService, ProjectRoleWritesService, ProjectRolesRepository],
})
export class ProjectRolesModule {}
