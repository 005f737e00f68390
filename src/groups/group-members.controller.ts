import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { GroupPlacesService } from './group-places.service.js';
import {
  ListGroupIdentitiesQuery,
  ListGroupMembersQuery,
  ListGroupUsersQuery,
} from './groups.dto.js';
import {
  GroupIdentityIdView,
  GroupIdentityView,
  GroupMemberView,
  GroupPersonView,
  GroupUserView,
  presentGroupIdentity,
  presentGroupMember,
  presentGroupPerson,
  presentGroupUser,
} from './groups.presenter.js';
import { GroupsService } from './groups.service.js';

@ApiTags('Groups')
@Controller('v1/groups/:groupId')
export class GroupMembersController {
  constructor(
    private readonly groups: GroupsService,
    private readonly places: GroupPlacesService,
  ) {}

  @Get('users')
  @Answers('Lists people of the organization, and who of them is in the group', {
    users: [GroupUserView],
    totalCount: Number,
  })
  async listUsers(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Query() query: ListGroupUsersQuery,
  ) {
    const { items, totalCount } = await this.groups.listUsers(actor, id, query.toSearch());
    return { users: items.map(presentGroupUser), totalCount };
  }

  @Get('machine-identities')
  @Answers('Lists identities of the organization, and which of them are in the group', {
    machineIdentities: [GroupIdentityView],
    totalCount: Number,
  })
  async listIdentities(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Query() query: ListGroupIdentitiesQuery,
  ) {
    const { items, totalCount } = await this.groups.listIdentities(actor, id, query.toSearch());
    return { machineIdentities: items.map(presentGroupIdentity), totalCount };
  }

  @Get('members')
  @Answers('Lists who is in the group, people and machine identities', {
    members: [GroupMemberView],
    totalCount: Number,
  })
  async listMembers(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Query() query: ListGroupMembersQuery,
  ) {
    const { items, totalCount } = await this.groups.listMembers(actor, id, query.toSearch());
    return { members: items.map(presentGroupMember), totalCount };
  }

  @Post('users/:username')
  @Answers('Adds a person to the group', GroupPersonView)
  async addUser(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Param('username') username: string,
  ) {
    return presentGroupPerson(await this.places.addUser(actor, id, username));
  }

  @Delete('users/:username')
  @Answers('Removes a person from the group', GroupPersonView)
  async removeUser(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Param('username') username: string,
  ) {
    return presentGroupPerson(await this.places.removeUser(actor, id, username));
  }

  @Post('machine-identities/:identityId')
  @Answers('Adds a machine identity to the group', GroupIdentityIdView)
  async addIdentity(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Param('identityId') identityId: string,
  ) {
    return { id: await this.places.addIdentity(actor, id, identityId) };
  }

  @Delete('machine-identities/:identityId')
  @Answers('Removes a machine identity from the group', GroupIdentityIdView)
  async removeIdentity(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Param('identityId') identityId: string,
  ) {
    return { id: await this.places.removeIdentity(actor, id, identityId) };
  }
}
