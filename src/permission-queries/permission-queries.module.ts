import { Module } from '@nestjs/common';
import { PermissionCatalogController } from './permission-catalog.controller.js';
import { PermissionQueriesController } from './permission-queries.controller.js';
import { PermissionQueriesService } from './permission-queries.service.js';
import { AccessMatrices } from './access-matrix.service.js';
import { ChangeEffects } from './change-effect.service.js';
import { ChangeLimits } from './change-limits.js';
import { OrgPermissionsController } from './org-permissions.controller.js';
import { OwnPermissions } from './own-permissions.service.js';
import { PermissionMatrixController } from './permission-matrix.controller.js';
import { ProjectMembersRepository } from './project-members.repository.js';
import { ProjectPlacesRepository } from './project-places.repository.js';
import { ReadableMembers } from './readable-members.js';
import { ServiceTokensOfMatrix } from './service-tokens-of-matrix.js';
import { VisiblePlaces } from './visible-places.js';

@Module({
  controllers: [
    OrgPermissionsController,
    PermissionCatalogController,
    PermissionMatrixController,
    PermissionQueriesController,
  ],
  providers: [
    AccessMatrices,
    ChangeEffects,
    ChangeLimits,
    OwnPermissions,
    PermissionQueriesService,
    ProjectMembersRepository,
    ProjectPlacesRepository,
    ReadableMembers,
    ServiceTokensOfMatrix,
    VisiblePlaces,
  ],
})
export class PermissionQueriesModule {}
