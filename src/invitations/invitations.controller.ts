import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { PersonGuard } from '../accounts/person.guard.js';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { Acceptance } from './acceptance.service.js';
import { InviteDto, OpenInvitationDto, ResendInvitationDto } from './invitations.dto.js';
import { InvitedUserView, InviteLinkView, presentLink } from './invitations.presenter.js';
import { Invitations } from './invitations.service.js';

@ApiTags('Invitations')
@Controller('v1/invite-org')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly acceptance: Acceptance,
    private readonly guard: PersonGuard,
  ) {}

  @Post('signup')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Invites people to the organization',
    { message: String, completeInviteLinks: [InviteLinkView] },
    { optional: ['completeInviteLinks'] },
  )
  async invite(@CurrentActor() actor: Actor, @Body() dto: InviteDto) {
    const { links } = await this.invitations.invite(actor, {
      orgId: dto.organizationId,
      emails: dto.inviteeEmails,
      role: dto.organizationRoleSlug,
      projects: dto.projects.map(({ id, projectRoleSlug }) => ({ id, roles: projectRoleSlug })),
    });
    // One text for all, since who may invite need not be allowed to read who is a member.
    const message =
      'Everybody who had no place in the organization is invited. Who had one keeps it: ' +
      'POST /api/v1/invite-org/signup-resend with the id of the membership sends an invitation again.';
    return links.length === 0
      ? { message }
      : { message, completeInviteLinks: links.map(presentLink) };
  }

  @Post('signup-resend')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Sends an invitation again; the link of before is void',
    { message: String, completeInviteLink: InviteLinkView },
    { optional: ['completeInviteLink'] },
  )
  async resend(@CurrentActor() actor: Actor, @Body() { membershipId }: ResendInvitationDto) {
    const link = await this.invitations.resend(actor, membershipId);
    const message = 'The person is invited again.';
    return link ? { message, completeInviteLink: presentLink(link) } : { message };
  }

  @Post('verify')
  @Public()
  @RateLimited('login')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Opens the link of an invitation',
    { message: String, user: InvitedUserView, token: String },
    {
      optional: ['token'],
      description:
        '`token` completes the account. Where there is none, who is signed in has become a member.',
    },
  )
  async verify(@Req() req: Request, @Body() { email, organizationId, code }: OpenInvitationDto) {
    const isSignedIn = req.headers.authorization !== undefined;
    const signedIn = async () =>
      isSignedIn ? (await this.guard.admit(req, 'whole', false)).person : null;
    const link = { email, orgId: organizationId, code };
    const token = await this.acceptance.open(link, signedIn, requestContext(req));
    return token === null
      ? { message: 'You are a member of the organization.', user: { email } }
      : { message: 'Complete your account.', user: { email }, token };
  }
}
