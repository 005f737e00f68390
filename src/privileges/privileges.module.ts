import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { PrivilegesRepository } from './privileges.repository.js';
import { PrivilegesService } from './privileges.service.js';

/** What both API generations share. */
@Module({
  imports: [TypeOrmModule.forFeature([AdditionalPrivilege, ProjectMembership])],
  providers: [PrivilegesService, PrivilegesRepository],
  exports: [PrivilegesService, PrivilegesRepository],
})
export class PrivilegesModule {}
