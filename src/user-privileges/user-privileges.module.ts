import { Module } from '@nestjs/common';
import { PrivilegesModule } from '../privileges/privileges.module.js';
import { BareMemberships } from './bare-memberships.js';
import { ConsentedPrivileges } from './consented-privileges.service.js';
import { UserPrivilegesController } from './user-privileges.controller.js';
import { UserPrivilegesRepository } from './user-privileges.repository.js';
import { UserPrivilegesService } from './user-privileges.service.js';

@Module({
  imports: [PrivilegesModule],
  controllers: [UserPrivilegesController],
  providers: [
    UserPrivilegesService,
    UserPrivilegesRepository,
    ConsentedPrivileges,
    BareMemberships,
  ],
  exports: [ConsentedPrivileges],
})
export class UserPrivilegesModule {}
