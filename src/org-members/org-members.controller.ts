import { Body, Controller, Delete, Get, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { ServerKeys } from '../auth/server-keys.js';
import { Answers } from '../http/answers.decorator.js';
import { longListJson } from '../memberships/sliced-json.js';
import { OrgMemberChangesService } from './org-member-changes.service.js';
import { OrgMemberSecondFactor } from './org-member-second-factor.service.js';
import { OrgMemberRemovalService } from './org-member-removal.service.js';
import { ListOrgMembersQuery, RemoveOrgMembersDto, UpdateOrgMemberDto } from './org-members.dto.js';
import {
  OrgMemberView,
  ProjectMembershipOfMemberView,
  presentOrgMember,
  presentOrgMemberDetails,
  presentProjectOfMember,
} from './org-members.presenter.js';
import { OrgMembersService } from './org-members.service.js';

@ApiTags('Organization members')
@Controller('v2/organizations/:orgId/memberships')
export class OrgMembersController {
  constructor(
    private readonly members: OrgMembersService,
    private readonly changes: OrgMemberChangesService,
    private readonly removals: OrgMemberRemovalService,
    private readonly secondFactor: OrgMemberSecondFactor,
    private readonly keys: ServerKeys,
  ) {}

  @Get()
  @Answers('Lists the people of the organization by e-mail address', {
    users: [OrgMemberView],
    totalCount: Number,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Query() query: ListOrgMembersQuery,
    @Res() res: Response,
  ): Promise<void> {
    const { slices, totalCount } = await this.members.list(actor, orgId, query);
    const { body, sha256 } = await longListJson(['users', slices], presentOrgMember, totalCount);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('ETag', this.keys.etagOf(sha256));
    res.send(body);
  }

  @Delete()
  @Answers('Removes people from the organization: all that are named, or none', {
    memberships: [OrgMemberView],
  })
  async removeSeveral(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Body() { membershipIds }: RemoveOrgMembersDto,
  ) {
    const removed = await this.removals.remove(actor, orgId, membershipIds);
    return { memberships: removed.map(presentOrgMember) };
  }

  @Get(':membershipId')
  @Answers('Returns a member of the organization', { membership: OrgMemberView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Param('membershipId') id: string,
  ) {
    return { membership: presentOrgMemberDetails(await this.members.get(actor, orgId, id)) };
  }

  @Patch(':membershipId')
  @Answers('Changes a member of the organization; what is left out stays', {
    membership: OrgMemberView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Param('membershipId') id: string,
    @Body() dto: UpdateOrgMemberDto,
  ) {
    const changed = await this.changes.update(actor, orgId, id, dto);
    return { membership: presentOrgMemberDetails(changed) };
  }

  @Delete(':membershipId')
  @Answers('Removes a person from the organization and from all its projects and groups', {
    membership: OrgMemberView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Param('membershipId') id: string,
  ) {
    const [removed] = await this.removals.remove(actor, orgId, [id]);
    return { membership: presentOrgMember(removed!) };
  }

  @Delete(':membershipId/second-factor')
  @Answers('Turns off the second factor of a member who lost it', { membership: OrgMemberView })
  async removeSecondFactor(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Param('membershipId') id: string,
  ) {
    return { membership: presentOrgMember(await this.secondFactor.remove(actor, orgId, id)) };
  }

  @Get(':membershipId/project-memberships')
  @Answers('Lists the projects of the member in which the caller may read members', {
    memberships: [ProjectMembershipOfMemberView],
  })
  async listProjects(
    @CurrentActor() actor: Actor,
    @Param('orgId') orgId: string,
    @Param('membershipId') id: string,
  ) {
    const memberships = await this.members.listProjects(actor, orgId, id);
    return { memberships: memberships.map(presentProjectOfMember) };
  }
}
