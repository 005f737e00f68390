import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { Acceptance } from './acceptance.service.js';
import { CompleteAccountController } from './complete-account.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { ProjectInvitationsController } from './project-invitations.controller.js';
import { Invitations } from './invitations.service.js';
import { LinkMakers } from './link-makers.js';

@Module({
  imports: [MembershipsModule, SignInModule],
  controllers: [InvitationsController, CompleteAccountController, ProjectInvitationsController],
  providers: [Acceptance, Invitations, InvitationsRepository, LinkMakers],
  exports: [LinkMakers],
})
export class InvitationsModule {}
