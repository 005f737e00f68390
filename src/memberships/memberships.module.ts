import { Module } from '@nestjs/common';
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

@Module({
  controllers: [
    OrganizationAdminController,
    MembershipByIdController,
    MembershipsController,
    MembershipListController,
    MemberIdentitiesController,
  ],
  providers: [
    AdminAccessService,
    MembershipsService,
    MembershipWritesService,
    MembershipsRepository,
    MembershipWritesRepository,
  ],
  exports: [MembershipsRepository],
})
export class MembershipsModule {}
