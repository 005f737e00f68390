import { Module } from '@nestjs/common';
import { PrivilegeFinder } from './privilege-finder.js';
import { PrivilegesRepository } from './privileges.repository.js';
import { PrivilegesService } from './privileges.service.js';

/** What both generations of paths share. */
@Module({
  providers: [PrivilegesService, PrivilegeFinder, PrivilegesRepository],
  exports: [PrivilegesService, PrivilegeFinder],
})
export class PrivilegesModule {}
