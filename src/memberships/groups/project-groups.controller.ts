import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import {
  ENDED_SERVICE_TOKENS,
  MAY_END_SERVICE_TOKENS,
} from '../../credentials/ended-service-tokens.js';
import { Answers } from '../../http/answers.decorator.js';
import { WrittenRoleView, presentWrittenRoles } from '../changed-roles.js';
import { ApiGroupReference, GroupReference } from './group-reference.decorator.js';
import { ProjectGroupWritesService } from './project-group-writes.service.js';
import {
  AddProjectGroupDto,
  ChangeGroupRolesDto,
  ListProjectGroupUsersQuery,
} from './project-groups.dto.js';
import {
  ProjectGroupChangeView,
  ProjectGroupUserView,
  ProjectGroupView,
  presentProjectGroup,
  presentProjectGroupChange,
  presentProjectGroupUser,
} from './project-groups.presenter.js';
import { ProjectGroupsService } from './project-groups.service.js';

const ROOTS = [
  'v1/projects/:projectId/groups',
  'v1/projects/:projectId/memberships/groups',
  'v1/workspace/:projectId/groups',
  'v2/workspace/:projectId/groups',
];

@ApiTags('Groups in projects')
@Controller(ROOTS)
export class ProjectGroupsController {
  constructor(
    private readonly groups: ProjectGroupsService,
    private readonly writes: ProjectGroupWritesService,
  ) {}

  @Get()
  @Answers('Lists the groups that are members of the project, by name', {
    groupMemberships: [ProjectGroupView],
  })
  async list(@CurrentActor() actor: Actor, @Param('projectId') projectId: string) {
    const memberships = await this.groups.list(actor, projectId);
    return { groupMemberships: memberships.map(presentProjectGroup) };
  }

  @Post(':group')
  @ApiGroupReference()
  @Answers('Adds a group to a project', { groupMembership: ProjectGroupChangeView })
  async add(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @GroupReference() group: string,
    @Body() dto: AddProjectGroupDto,
  ) {
    const added = await this.writes.add(actor, { projectId, group }, dto.toDrafts());
    return { groupMembership: presentProjectGroupChange(added) };
  }

  @Get(':group')
  @ApiGroupReference()
  @Answers('Returns the membership of a group', { groupMembership: ProjectGroupView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @GroupReference() group: string,
  ) {
    const membership = await this.groups.get(actor, { projectId, group });
    return { groupMembership: presentProjectGroup(membership) };
  }

  @Patch(':group')
  @ApiGroupReference()
  @Answers('Replaces the roles of a group in the project', { roles: [WrittenRoleView] })
  async changeRoles(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @GroupReference() group: string,
    @Body() dto: ChangeGroupRolesDto,
  ) {
    const written = await this.writes.changeRoles(actor, { projectId, group }, dto.toDrafts());
    return { roles: presentWrittenRoles(written) };
  }

  @Delete(':group')
  @ApiGroupReference()
  @Answers(
    'Removes a group from a project',
    { groupMembership: ProjectGroupChangeView, ...ENDED_SERVICE_TOKENS },
    MAY_END_SERVICE_TOKENS,
  )
  async remove(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @GroupReference() group: string,
  ) {
    const { serviceTokens, ...removed } = await this.writes.remove(actor, { projectId, group });
    return { groupMembership: presentProjectGroupChange(removed), serviceTokens };
  }

  @Get(':group/users')
  @ApiGroupReference()
  @Answers('Lists the people of a group that is a member of the project', {
    users: [ProjectGroupUserView],
    totalCount: Number,
  })
  async listUsers(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @GroupReference() group: string,
    @Query() query: ListProjectGroupUsersQuery,
  ) {
    const page = await this.groups.listUsers(actor, { projectId, group }, query);
    return { users: page.users.map(presentProjectGroupUser), totalCount: page.totalCount };
  }
}
