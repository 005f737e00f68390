import { Module } from '@nestjs/common';
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
    MembershipByIdController,
    MembershipsController,
    MembershipListController,
    MemberIdentitiesController,
  ],
  providers: [
    MembershipsService,
    MembershipWritesService,
    MembershipsRepository,
    MembershipWritesRepository,
  ],
})
export class MembershipsModule {}
