import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { ProjectRoleWritesService } from './project-role-writes.service.js';
import { ProjectRoleByIdController, ProjectRolesController } from './project-roles.controller.js';
import { ProjectRolesRepository } from './project-roles.repository.js';
import { ProjectRolesService } from './project-roles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProjectRole])],
  controllers: [ProjectRoleByIdController, ProjectRolesController],
  providers: [ProjectRolesService, ProjectRoleWritesService, ProjectRolesRepository],
})
export class ProjectRolesModule {}
