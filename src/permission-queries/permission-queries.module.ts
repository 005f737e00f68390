import { Module } from '@nestjs/common';
import { PermissionCatalogController } from './permission-catalog.controller.js';
import { PermissionQueriesController } from './permission-queries.controller.js';
import { PermissionQueriesService } from './permission-queries.service.js';
import { ProjectMembersRepository } from './project-members.repository.js';

@Module({
  controllers: [PermissionCatalogController, PermissionQueriesController],
  providers: [PermissionQueriesService, ProjectMembersRepository],
})
export class PermissionQueriesModule {}
