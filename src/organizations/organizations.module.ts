import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Organization } from '../database/entities/organization.entity.js';
import { User } from '../database/entities/user.entity.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { SetupGuard } from './setup.guard.js';

@Module({
  imports: [TypeOrmModule.forFeature([Organization, User]), IdentitiesModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository, SetupGuard],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
