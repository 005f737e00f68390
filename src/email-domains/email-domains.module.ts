import { Module } from '@nestjs/common';
import { DomainProofs } from './domain-proofs.js';
import { DomainReproofs } from './domain-reproofs.js';
import { EmailDomainsController } from './email-domains.controller.js';
import { EmailDomainsRepository } from './email-domains.repository.js';
import { EmailDomainsService } from './email-domains.service.js';

@Module({
  controllers: [EmailDomainsController],
  providers: [DomainProofs, DomainReproofs, EmailDomainsRepository, EmailDomainsService],
  exports: [EmailDomainsRepository],
})
export class EmailDomainsModule {}
