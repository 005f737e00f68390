import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import {
  ENDED_SERVICE_TOKENS,
  MAY_END_SERVICE_TOKENS,
} from '../credentials/ended-service-tokens.js';
import { Answers } from '../http/answers.decorator.js';
import { MembershipWritesService } from './membership-writes.service.js';
import { AddMembershipDto, ChangeRolesDto } from './memberships.dto.js';
import {
  ChangedRoleView,
  IdentityMembershipView,
  MembershipChangeView,
  presentHeldRole,
  presentMembershipChange,
  presentWithLogin,
} from './memberships.presenter.js';
import { MembershipsService } from './memberships.service.js';

@ApiTags('Identity memberships')
@Controller([
  'v1/projects/:projectId/identity-memberships/:identityId',
  'v1/projects/:projectId/memberships/identities/:identityId',
  'v1/workspace/:projectId/identity-memberships/:identityId',
  'v2/workspace/:projectId/identity-memberships/:identityId',
])
export class MembershipsController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly writes: MembershipWritesService,
  ) {}

  @Post()
  @Answers('Adds an identity to a project', { identityMembership: MembershipChangeView })
  async add(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('identityId') identityId: string,
    @Body() dto: AddMembershipDto,
  ) {
    const added = await this.writes.add(actor, { projectId, identityId }, dto.toDrafts());
    return { identityMembership: presentMembershipChange(added) };
  }

  @Get()
  @Answers('Returns the membership of an identity', { identityMembership: IdentityMembershipView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('identityId') identityId: string,
  ) {
    const membership = await this.memberships.get(actor, projectId, identityId);
    return { identityMembership: presentWithLogin(membership) };
  }

  @Patch()
  @Answers('Replaces the roles of a membership', { roles: [ChangedRoleView] })
  async changeRoles(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('identityId') identityId: string,
    @Body() dto: ChangeRolesDto,
  ) {
    const key = { projectId, identityId };
    const { membershipId, roles } = await this.writes.changeRoles(actor, key, dto.toDrafts());
    const present = (role: (typeof roles)[number]) => ({
      ...presentHeldRole(role),
      projectMembershipId: membershipId,
    });
    return { roles: roles.map(present) };
  }

  @Delete()
  @Answers(
    'Removes an identity from a project',
    { identityMembership: MembershipChangeView, ...ENDED_SERVICE_TOKENS },
    MAY_END_SERVICE_TOKENS,
  )
  async remove(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Param('identityId') identityId: string,
  ) {
    const { serviceTokens, ...removed } = await this.writes.remove(actor, {
      projectId,
      identityId,
    });
    return { identityMembership: presentMembershipChange(removed), serviceTokens };
  }
}

@ApiTags('Identity memberships')
@Controller([
  'v1/projects/identity-memberships',
  'v1/workspace/identity-memberships',
  'v2/workspace/identity-memberships',
])
export class MembershipByIdController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get(':membershipId')
  @Answers('Returns a membership by its id', { identityMembership: IdentityMembershipView })
  async get(@CurrentActor() actor: Actor, @Param('membershipId') id: string) {
    const membership = await this.memberships.getByMembershipId(actor, id);
    return { identityMembership: presentWithLogin(membership) };
  }
}
