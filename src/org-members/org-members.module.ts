import { Module } from '@nestjs/common';
import { OfferedPlaces } from './offered-places.js';
import { OrgMemberAuthorizer } from './org-member-authorizer.js';
import { OrgMemberChangesService } from './org-member-changes.service.js';
import { OrgMemberDeparture } from './org-member-departure.service.js';
import { OrgMemberEnds } from './org-member-ends.js';
import { OrgMemberSecondFactor } from './org-member-second-factor.service.js';
import { OrgMemberRemovalService } from './org-member-removal.service.js';
import { OrgMembersController } from './org-members.controller.js';
import { OrgMembersRepository } from './org-members.repository.js';
import { OrgMembersService } from './org-members.service.js';

@Module({
  controllers: [OrgMembersController],
  providers: [
    OrgMembersService,
    OrgMemberAuthorizer,
    OrgMemberChangesService,
    OrgMemberDeparture,
    OrgMemberEnds,
    OrgMemberRemovalService,
    OrgMemberSecondFactor,
    OrgMembersRepository,
    OfferedPlaces,
  ],
  exports: [OfferedPlaces, OrgMemberDeparture, OrgMemberEnds],
})
export class OrgMembersModule {}
