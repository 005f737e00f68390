import { Body, Controller, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ProjectPeopleWritesService } from '../memberships/people/project-people-writes.service.js';
import { PROJECT_FAMILIES } from '../memberships/people/project-people.controller.js';
import { AddProjectMembersDto } from '../memberships/people/project-people.dto.js';
import {
  AddedProjectMemberView,
  presentAddedMember,
} from '../memberships/people/project-people.presenter.js';
import { InviteLinkView, presentLink } from './invitations.presenter.js';
import { Invitations } from './invitations.service.js';

/** What who is invited through a project holds in the organization. */
const ROLE = 'member';

/** People come into a project; who is not in the organization is invited on the way, by who may invite. */
@ApiTags('Project members')
@Controller(PROJECT_FAMILIES.map((family) => `${family}/:projectId/memberships`))
export class ProjectInvitationsController {
  constructor(
    private readonly access: AccessService,
    private readonly writes: ProjectPeopleWritesService,
    private readonly invitations: Invitations,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Adds people to a project, and answers those who were no members before',
    { memberships: [AddedProjectMemberView], completeInviteLinks: [InviteLinkView] },
    { optional: ['completeInviteLinks'] },
  )
  async add(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: AddProjectMembersDto,
  ) {
    const { names } = dto;
    if (!(await this.isInviting(actor, names))) {
      const added = await this.writes.add(actor, projectId, names, dto.toDrafts());
      return { memberships: added.map(presentAddedMember) };
    }
    const roles = dto.toDrafts().map(({ slug }) => slug);
    const { added, links } = await this.invitations.invite(actor, {
      ...{ orgId: actor.orgId, emails: names, role: ROLE },
      projects: [{ id: projectId, roles }],
    });
    const memberships = added.map(presentAddedMember);
    return links.length === 0
      ? { memberships }
      : { memberships, completeInviteLinks: links.map(presentLink) };
  }

  private async isInviting(actor: Actor, names: readonly string[]): Promise<boolean> {
    if (!(await this.writes.someUnknown(actor, names))) return false;
    const { ability } = await this.access.toOrganization(actor);
    return ability.allows('create', 'member');
  }
}
