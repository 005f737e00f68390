import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationMembership } from '../database/entities/organization-membership.entity.js';
import { Organization } from '../database/entities/organization.entity.js';
import { User } from '../database/entities/user.entity.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { OrganizationSettingsController } from './organization-settings.controller.js';
import { OrganizationSettings } from './organization-settings.service.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { SetupGuard } from './setup.guard.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Organization, OrganizationMembership, User]),
    IdentitiesModule,
  ],
  controllers: [OrganizationsController, OrganizationSettingsController],
  providers: [OrganizationSettings, OrganizationsService, OrganizationsRepository, SetupGuard],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
