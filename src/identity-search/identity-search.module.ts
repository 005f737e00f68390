import { Module } from '@nestjs/common';
import { Lockout } from '../identities/universal-auth/lockout.js';
import { IdentitySearchController } from './identity-search.controller.js';
import { IdentitySearchRepository } from './identity-search.repository.js';

@Module({
  controllers: [IdentitySearchController],
  providers: [IdentitySearchRepository, Lockout],
})
export class IdentitySearchModule {}
