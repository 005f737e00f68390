import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { UpdatePrivilegeDto } from '../privileges/privileges.dto.js';
import { CreateUserPrivilegeDto, ListUserPrivilegesQuery } from './user-privileges.dto.js';
import {
  UserPrivilegeItemView,
  UserPrivilegeView,
  presentUserPrivilege,
  presentUserPrivilegeItem,
} from './user-privileges.presenter.js';
import { UserPrivilegesService } from './user-privileges.service.js';

@ApiTags('Additional privileges of people')
@Controller('v1/user-project-additional-privilege')
export class UserPrivilegesController {
  constructor(private readonly privileges: UserPrivilegesService) {}

  @Post()
  @Answers('Grants a person a privilege in a project', { privilege: UserPrivilegeView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateUserPrivilegeDto) {
    const granted = await this.privileges.grant(actor, dto, () => dto.toDraft());
    return { privilege: presentUserPrivilege(granted) };
  }

  @Get()
  @Answers('Lists the privileges of a person in a project, without their rules', {
    privileges: [UserPrivilegeItemView],
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() { projectMembershipId }: ListUserPrivilegesQuery,
  ) {
    const privileges = await this.privileges.list(actor, projectMembershipId);
    return { privileges: privileges.map(presentUserPrivilegeItem) };
  }

  @Get(':privilegeId')
  @Answers('Returns a privilege of a person', { privilege: UserPrivilegeView })
  async get(@CurrentActor() actor: Actor, @Param('privilegeId') id: string) {
    return { privilege: presentUserPrivilege(await this.privileges.get(actor, id)) };
  }

  @Patch(':privilegeId')
  @Answers('Changes a privilege of a person; what is left out stays', {
    privilege: UserPrivilegeView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('privilegeId') id: string,
    @Body() dto: UpdatePrivilegeDto,
  ) {
    const amended = await this.privileges.amend(actor, id, dto.toChanges());
    return { privilege: presentUserPrivilege(amended) };
  }

  @Delete(':privilegeId')
  @Answers('Takes a privilege away from a person', { privilege: UserPrivilegeView })
  async remove(@CurrentActor() actor: Actor, @Param('privilegeId') id: string) {
    return { privilege: presentUserPrivilege(await this.privileges.revoke(actor, id)) };
  }
}
