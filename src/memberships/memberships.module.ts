import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembershipRole } from '../database/entities/membership-role.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { Project } from '../database/entities/project.entity.js';
import { AdminAccessService } from './admin-access.service.js';
import { OrganizationAdminController } from './organization-admin.controller.js';
import {
  MemberIdentitiesController,
  MembershipListController,
} from './membership-lists.controller.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import { MembershipWritesService } from './membership-writes.service.js';
import { MembershipByIdController, MembershipsController } from './memberships.controller.js';
import { MembershipsRepository } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';
import { ProjectTakeover } from './project-takeover.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProjectMembership, MembershipRole, ProjectRole, Project])],
  controllers: [
    OrganizationAdminController,
    MembershipByIdController,
    MembershipsController,
    MembershipListController,
    MemberIdentitiesController,
  ],
  providers: [
    AdminAccessService,
    ProjectTakeover,
    MembershipsService,
    MembershipWritesService,
    MembershipsRepository,
    MembershipWritesRepository,
  ],
  exports: [MembershipsRepository, ProjectTakeover],
})
export class MembershipsModule {}
