import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import {
  CreateOrgRoleDto,
  OrgRoleItemView,
  OrgRoleView,
  UpdateOrgRoleDto,
  presentOrgRole,
  presentOrgRoleItem,
} from './org-roles.dto.js';
import { OrgRolesService } from './org-roles.service.js';

@ApiTags('Organization roles')
@Controller('v1/organization/roles')
export class OrgRolesController {
  constructor(private readonly roles: OrgRolesService) {}

  @Post()
  @Answers('Creates an organization role', { role: OrgRoleView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateOrgRoleDto) {
    return { role: presentOrgRole(await this.roles.create(actor, dto)) };
  }

  @Get()
  @Answers('Lists the organization roles, the predefined ones first', { roles: [OrgRoleItemView] })
  async list(@CurrentActor() actor: Actor) {
    return { roles: (await this.roles.list(actor)).map(presentOrgRoleItem) };
  }

  @Get('slug/:roleSlug')
  @Answers('Returns a role by its slug', { role: OrgRoleView })
  async getBySlug(@CurrentActor() actor: Actor, @Param('roleSlug') slug: string) {
    return { role: presentOrgRole(await this.roles.get(actor, { slug })) };
  }

  @Get(':roleId')
  @Answers('Returns a role by its id', { role: OrgRoleView })
  async get(@CurrentActor() actor: Actor, @Param('roleId') id: string) {
    return { role: presentOrgRole(await this.roles.get(actor, { id })) };
  }

  @Patch(':roleId')
  @Answers('Changes a role', { role: OrgRoleView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('roleId') id: string,
    @Body() dto: UpdateOrgRoleDto,
  ) {
    return { role: presentOrgRole(await this.roles.update(actor, id, dto.toChanges(id))) };
  }

  @Delete(':roleId')
  @Answers('Deletes a role that nobody holds', { role: OrgRoleView })
  async remove(@CurrentActor() actor: Actor, @Param('roleId') id: string) {
    return { role: presentOrgRole(await this.roles.remove(actor, id)) };
  }
}
