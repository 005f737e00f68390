import { Module } from '@nestjs/common';
import { OrgRolesController } from './org-roles.controller.js';
import { OrgRolesRepository } from './org-roles.repository.js';
import { OrgRolesService } from './org-roles.service.js';

@Module({
  controllers: [OrgRolesController],
  providers: [OrgRolesService, OrgRolesRepository],
})
export class OrgRolesModule {}
