import { Module } from '@nestjs/common';
import { IdentitiesModule } from '../identities/identities.module.js';
import { IdentitySearchController } from './identity-search.controller.js';
import { IdentitySearchRepository } from './identity-search.repository.js';

@Module({
  imports: [IdentitiesModule],
  controllers: [IdentitySearchController],
  providers: [IdentitySearchRepository],
})
export class IdentitySearchModule {}
