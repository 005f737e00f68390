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
import { GroupsModule } from '../groups/groups.module.js';
import { ProjectGroupWritesRepository } from './groups/project-group-writes.repository.js';
import { ProjectGroupWritesService } from './groups/project-group-writes.service.js';
import { ProjectGroupsController } from './groups/project-groups.controller.js';
import { ProjectGroupsRepository } from './groups/project-groups.repository.js';
import { ProjectGroupsService } from './groups/project-groups.service.js';
import {
  ProjectMemberByUserController,
  ProjectPeopleController,
} from './people/project-people.controller.js';
import { ProjectPeopleWritesRepository } from './people/project-people-writes.repository.js';
import { ProjectPeopleWritesService } from './people/project-people-writes.service.js';
import { ProjectPeopleRepository } from './people/project-people.repository.js';
import { ProjectPeopleService } from './people/project-people.service.js';
import { ProjectTakeover } from './project-takeover.js';

@Module({
  imports: [
    GroupsModule,
    TypeOrmModule.forFeature([ProjectMembership, MembershipRole, ProjectRole, Project]),
  ],
  controllers: [
    OrganizationAdminController,
    MembershipByIdController,
    MembershipsController,
    MembershipListController,
    MemberIdentitiesController,
    ProjectGroupsController,
    ProjectMemberByUserController,
    // Last: a membership's id stands where the others have literal segments.
    ProjectPeopleController,
  ],
  providers: [
    ProjectGroupsService,
    ProjectGroupWritesService,
    ProjectGroupWritesRepository,
    ProjectPeopleWritesService,
    ProjectPeopleWritesRepository,
    ProjectGroupsRepository,
    ProjectPeopleService,
    ProjectPeopleRepository,
    AdminAccessService,
    ProjectTakeover,
    MembershipsService,
    MembershipWritesService,
    MembershipsRepository,
    MembershipWritesRepository,
  ],
  exports: [MembershipsRepository, ProjectPeopleWritesService, ProjectTakeover],
})
export class MembershipsModule {}
