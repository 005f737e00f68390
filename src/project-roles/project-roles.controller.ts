import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ProjectRoleWritesService } from './project-role-writes.service.js';
import {
  CreateProjectRoleDto,
  ProjectRoleItemView,
  ProjectRoleView,
  UpdateProjectRoleDto,
  presentProjectRole,
  presentProjectRoleItem,
} from './project-roles.dto.js';
import { ProjectRolesService, toProjectKey } from './project-roles.service.js';

@ApiTags('Project roles')
@Controller([
  'v1/projects/:projectId/roles',
  'v1/workspace/:projectId/roles',
  'v2/workspace/:projectId/roles',
])
export class ProjectRolesController {
  constructor(
    private readonly roles: ProjectRolesService,
    private readonly writes: ProjectRoleWritesService,
  ) {}

  @Post()
  @Answers('Creates a project role', { role: ProjectRoleView })
  async create(
    @CurrentActor() actor: Actor,
    @Param('projectId') project: string,
    @Body() dto: CreateProjectRoleDto,
  ) {
    const role = await this.writes.create(actor, toProjectKey(project), dto);
    return { role: presentProjectRole(role) };
  }

  @Get()
  @Answers('Lists the project roles, the predefined ones first', { roles: [ProjectRoleItemView] })
  async list(@CurrentActor() actor: Actor, @Param('projectId') project: string) {
    const roles = await this.roles.list(actor, toProjectKey(project));
    return { roles: roles.map(presentProjectRoleItem) };
  }

  @Get('slug/:roleSlug')
  @Answers('Returns a project role by its slug', { role: ProjectRoleView })
  async getBySlug(
    @CurrentActor() actor: Actor,
    @Param('projectId') project: string,
    @Param('roleSlug') slug: string,
  ) {
    const role = await this.roles.get(actor, toProjectKey(project), { slug });
    return { role: presentProjectRole(role) };
  }

  @Get(':roleId')
  @Answers('Returns a project role by its id', { role: ProjectRoleView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') project: string,
    @Param('roleId') id: string,
  ) {
    return { role: presentProjectRole(await this.roles.get(actor, toProjectKey(project), { id })) };
  }

  @Patch(':roleId')
  @Answers('Changes a project role, for all who hold it', { role: ProjectRoleView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('projectId') project: string,
    @Param('roleId') roleId: string,
    @Body() dto: UpdateProjectRoleDto,
  ) {
    const address = { project: toProjectKey(project), roleId };
    return { role: presentProjectRole(await this.writes.update(actor, address, dto)) };
  }

  @Delete(':roleId')
  @Answers('Deletes a project role that nobody holds', { role: ProjectRoleView })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('projectId') project: string,
    @Param('roleId') roleId: string,
  ) {
    const address = { project: toProjectKey(project), roleId };
    return { role: presentProjectRole(await this.writes.remove(actor, address)) };
  }
}

@ApiTags('Project roles')
@Controller('v1/projects/roles')
export class ProjectRoleByIdController {
  constructor(private readonly roles: ProjectRolesService) {}

  @Get(':roleId')
  @Answers('Returns a project role by its id alone', { role: ProjectRoleView })
  async get(@CurrentActor() actor: Actor, @Param('roleId') id: string) {
    return { role: presentProjectRole(await this.roles.getAnywhere(actor, id)) };
  }
}
