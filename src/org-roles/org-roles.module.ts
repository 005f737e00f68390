import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrgRole } from '../database/entities/org-role.entity.js';
import { OrgRolesController } from './org-roles.controller.js';
import { OrgRolesRepository } from './org-roles.repository.js';
import { OrgRolesService } from './org-roles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([OrgRole])],
  controllers: [OrgRolesController],
  providers: [OrgRolesService, OrgRolesRepository],
})
export class OrgRolesModule {}
