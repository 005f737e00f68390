import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Group } from '../database/entities/group.entity.js';
import { GroupChangesService } from './group-changes.service.js';
import { GroupMembersController } from './group-members.controller.js';
import { GroupMembersRepository } from './group-members.repository.js';
import { GroupPlacesService } from './group-places.service.js';
import { GroupRenames } from './group-renames.js';
import { GroupRulesRepository } from './group-rules.repository.js';
import { GroupsController } from './groups.controller.js';
import { GroupsRepository } from './groups.repository.js';
import { GroupsService } from './groups.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Group])],
  controllers: [GroupsController, GroupMembersController],
  providers: [
    GroupsService,
    GroupChangesService,
    GroupPlacesService,
    GroupRenames,
    GroupsRepository,
    GroupMembersRepository,
    GroupRulesRepository,
  ],
  exports: [GroupRulesRepository],
})
export class GroupsModule {}
