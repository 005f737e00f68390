import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { GroupChangesService } from './group-changes.service.js';
import { CreateGroupDto, ListGroupProjectsQuery, UpdateGroupDto } from './groups.dto.js';
import {
  GroupProjectView,
  GroupView,
  presentGroup,
  presentGroupProject,
} from './groups.presenter.js';
import { GroupsService } from './groups.service.js';

@ApiTags('Groups')
@Controller('v1/groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly changes: GroupChangesService,
  ) {}

  @Post()
  @Answers('Creates a group', GroupView)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateGroupDto) {
    return presentGroup(await this.changes.create(actor, dto));
  }

  @Get()
  @Answers('Lists the groups of the organization by name', [GroupView])
  async list(@CurrentActor() actor: Actor) {
    return (await this.groups.list(actor)).map(presentGroup);
  }

  @Get(':groupId')
  @Answers('Returns a group', GroupView)
  async get(@CurrentActor() actor: Actor, @Param('groupId') id: string) {
    return presentGroup(await this.groups.get(actor, id));
  }

  @Patch(':groupId')
  @Answers('Changes a group; what is left out stays', GroupView)
  async update(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Body() dto: UpdateGroupDto,
  ) {
    return presentGroup(await this.changes.update(actor, id, dto));
  }

  @Delete(':groupId')
  @Answers('Deletes a group with its place in projects', GroupView)
  async remove(@CurrentActor() actor: Actor, @Param('groupId') id: string) {
    return presentGroup(await this.changes.remove(actor, id));
  }

  @Get(':groupId/projects')
  @Answers('Lists the projects of which the group is a member, by name', {
    projects: [GroupProjectView],
    totalCount: Number,
  })
  async listProjects(
    @CurrentActor() actor: Actor,
    @Param('groupId') id: string,
    @Query() query: ListGroupProjectsQuery,
  ) {
    const { items, totalCount } = await this.groups.listProjects(actor, id, query.toSearch());
    return { projects: items.map(presentGroupProject), totalCount };
  }
}
