import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { AdminAccessService } from './admin-access.service.js';
import { TakenMembershipView, presentTakenMembership } from './memberships.presenter.js';

@ApiTags('Organizations')
@Controller('v1/organization-admin')
export class OrganizationAdminController {
  constructor(private readonly adminAccess: AdminAccessService) {}

  @Post('projects/:projectId/grant-admin-access')
  @HttpCode(200)
  @Answers('Makes the caller an administrator of a project of its organization', {
    membership: TakenMembershipView,
  })
  async grantAdminAccess(@CurrentActor() actor: Actor, @Param('projectId') projectId: string) {
    const membership = await this.adminAccess.grant(actor, projectId);
    return { membership: presentTakenMembership(membership) };
  }
}
