import { Module } from '@nestjs/common';
import { IdentitiesModule } from '../identities/identities.module.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { SetupGuard } from './setup.guard.js';

@Module({
  imports: [IdentitiesModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository, SetupGuard],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
