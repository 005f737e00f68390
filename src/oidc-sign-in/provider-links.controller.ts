import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { forbidden } from '../errors/api-error.js';
import { Answers } from '../http/answers.decorator.js';
import { Work } from '../http/limits/admission.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { LoginStates } from './login-states.js';
import { LinkProviderDto } from './oidc-configurations.dto.js';
import { OidcLogins } from './oidc-logins.service.js';

/** For who is not found by a verified address: signed in to the account, they show at the provider who they are there. */
@ApiTags('Own account')
@Controller('v1/sso/oidc')
@RateLimited('login')
export class ProviderLinksController {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly logins: OidcLogins,
    private readonly states: LoginStates,
  ) {}

  @Post('link')
  @ForPeople()
  @Work('none')
  @Header('Cache-Control', 'no-store')
  @Answers('Begins to link the own account with the provider of an organization', { url: String })
  async begin(
    @CurrentPerson() person: Person,
    @Body() { organizationId }: LinkProviderDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const { userId, sessionId } = person;
    const organization = await this.accounts.organization(userId, organizationId);
    if (!organization)
      throw forbidden('not-your-organization', 'You are no active member of this organization.');
    requireFreshProof(person);
    const { url, login } = await this.logins.begin(organization.slug, {
      link: { userId, sessionId },
    });
    this.states.keep(req, res, login);
    return { url };
  }
}
