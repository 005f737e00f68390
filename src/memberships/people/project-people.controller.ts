import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { ServerKeys } from '../../auth/server-keys.js';
import {
  ENDED_SERVICE_TOKENS,
  MAY_END_SERVICE_TOKENS,
} from '../../credentials/ended-service-tokens.js';
import { Answers } from '../../http/answers.decorator.js';
import { ChangesNothing } from '../../http/changes-nothing.decorator.js';
import { WrittenRoleView, presentWrittenRoles } from '../changed-roles.js';
import { longListJson } from '../sliced-json.js';
import { ProjectPeopleWritesService } from './project-people-writes.service.js';
import {
  ChangeMemberRolesDto,
  ListProjectMembersQuery,
  ProjectMemberDetailsDto,
  RemoveProjectMembersDto,
} from './project-people.dto.js';
import {
  ProjectMemberView,
  RemovedMembershipView,
  RemovedProjectMemberView,
  presentProjectMember,
  presentRemovedMember,
  presentRemovedMembership,
} from './project-people.presenter.js';
import { ProjectPeopleService } from './project-people.service.js';

/** Paths that answer alike: every route of the controller stands under each of them. */
export const PROJECT_FAMILIES = ['v1/projects', 'v1/workspace', 'v2/workspace'];

/** Comes after all controllers with a literal segment in place of the id of a membership. */
@ApiTags('Project members')
@Controller(PROJECT_FAMILIES.map((family) => `${family}/:projectId/memberships`))
export class ProjectPeopleController {
  constructor(
    private readonly members: ProjectPeopleService,
    private readonly writes: ProjectPeopleWritesService,
    private readonly keys: ServerKeys,
  ) {}

  @Get()
  @Answers('Lists the people who are members of the project themselves, by e-mail address', {
    memberships: [ProjectMemberView],
    totalCount: Number,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: ListProjectMembersQuery,
    @Res() res: Response,
  ): Promise<void> {
    const { slices, totalCount } = await this.members.list(actor, projectId, query);
    const list = ['memberships', slices] as const;
    const { body, sha256 } = await longListJson(list, presentProjectMember, totalCount);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('ETag', this.keys.etagOf(sha256));
    res.send(body);
  }

  @Delete()
  @Answers(
    'Removes people from a project; names that are no members are skipped',
    { memberships: [RemovedProjectMemberView], ...ENDED_SERVICE_TOKENS },
    MAY_END_SERVICE_TOKENS,
  )
  async removeSeveral(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: RemoveProjectMembersDto,
  ) {
    const { members, serviceTokens } = await this.writes.removeNamed(actor, projectId, dto.names);
    return { memberships: members.map(presentRemovedMember), serviceTokens };
  }

  @Post('details')
  @ChangesNothing()
  @Answers('Returns the membership of a person by user name', { membership: ProjectMemberView })
  async details(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() { username }: ProjectMemberDetailsDto,
  ) {
    const membership = await this.members.getByUsername(actor, projectId, username);
    return { membership: presentProjectMember(membership) };
  }

  @Get(':membershipId')
  @Answers('Returns the membership of a person', { membership: ProjectMemberView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('membershipId') id: string,
  ) {
    return { membership: presentProjectMember(await this.members.get(actor, projectId, id)) };
  }

  @Patch(':membershipId')
  @Answers('Replaces the roles of a person in the project', { roles: [WrittenRoleView] })
  async changeRoles(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('membershipId') id: string,
    @Body() dto: ChangeMemberRolesDto,
  ) {
    const written = await this.writes.changeRoles(actor, projectId, id, dto.toDrafts());
    return { roles: presentWrittenRoles(written) };
  }

  @Delete(':membershipId')
  @Answers(
    'Removes a person from a project, and says through which groups it stays in',
    { membership: RemovedMembershipView, ...ENDED_SERVICE_TOKENS },
    MAY_END_SERVICE_TOKENS,
  )
  async remove(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('membershipId') id: string,
  ) {
    const { serviceTokens, ...removed } = await this.writes.remove(actor, projectId, id);
    return { membership: presentRemovedMembership(removed), serviceTokens };
  }
}

@ApiTags('Project members')
@Controller(PROJECT_FAMILIES.map((family) => `${family}/:projectId/user/:userId/membership`))
export class ProjectMemberByUserController {
  constructor(private readonly members: ProjectPeopleService) {}

  @Get()
  @Answers('Returns the membership of a person by the id of the user', {
    membership: ProjectMemberView,
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('userId') userId: string,
  ) {
    const membership = await this.members.getByUserId(actor, projectId, userId);
    return { membership: presentProjectMember(membership) };
  }
}
