import { Module } from '@nestjs/common';
import { IdentitiesModule } from '../identities/identities.module.js';
import { OAuthController } from './oauth.controller.js';
import { OAuthService } from './oauth.service.js';

@Module({
  imports: [IdentitiesModule],
  controllers: [OAuthController],
  providers: [OAuthService],
})
export class OAuthModule {}
