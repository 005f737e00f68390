import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ClaimDomainDto, VerifyDomainDto } from './email-domains.dto.js';
import {
  DomainRecordView,
  EmailDomainView,
  presentDomainRecord,
  presentEmailDomain,
} from './email-domains.presenter.js';
import { EmailDomainsService } from './email-domains.service.js';

@ApiTags('E-mail domains')
@Controller('v1/organization/email-domains')
export class EmailDomainsController {
  constructor(private readonly domains: EmailDomainsService) {}

  @Get()
  @Answers('Lists the domains that the organization claims', { domains: [EmailDomainView] })
  async list(@CurrentActor() actor: Actor) {
    return { domains: (await this.domains.list(actor)).map(presentEmailDomain) };
  }

  @Post()
  @Answers('Claims a domain, and says which record proves it', {
    domain: EmailDomainView,
    record: DomainRecordView,
  })
  async claim(@CurrentActor() actor: Actor, @Body() { domain }: ClaimDomainDto) {
    const row = await this.domains.claim(actor, domain);
    return { domain: presentEmailDomain(row), record: presentDomainRecord(row) };
  }

  @Post(':domainId/verify')
  @Answers('Looks for the record that proves a domain', { domain: EmailDomainView })
  async verify(
    @CurrentActor() actor: Actor,
    @Param('domainId') domainId: string,
    @Body() { withoutDns = false }: VerifyDomainDto,
  ) {
    return { domain: presentEmailDomain(await this.domains.verify(actor, domainId, withoutDns)) };
  }

  @Delete(':domainId')
  @Answers('Gives a domain up', { domain: EmailDomainView })
  async remove(@CurrentActor() actor: Actor, @Param('domainId') domainId: string) {
    return { domain: presentEmailDomain(await this.domains.remove(actor, domainId)) };
  }
}
