import { Module } from '@nestjs/common';
import { SecretReferencesController } from './references/secret-references.controller.js';
import { AsOfModule } from './as-of/as-of.module.js';
import { ConditionalGetModule } from './conditional-get/conditional-get.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { ReadAuditModule } from './read-audit/read-audit.module.js';
import { ReferencesModule } from './references/references.module.js';
import { SecretStoreModule } from './secret-store.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { FolderRollbackController } from './folder-rollback/folder-rollback.controller.js';
import { FolderRollbackPlans } from './folder-rollback/folder-rollback-plans.service.js';
import { FolderRollbackRepository } from './folder-rollback/folder-rollback.repository.js';
import { FolderRollbacks } from './folder-rollback/folder-rollback.service.js';
import { VersionRetention } from './versions/version-retention.js';
import { SecretBatchPlans } from './batch/secret-batch-plans.service.js';
import { SecretBatchesRepository } from './batch/secret-batches.repository.js';
import { SecretBatches } from './batch/secret-batches.service.js';
import { SecretBatchesV3Controller } from './batch/secret-batches-v3.controller.js';
import { SecretBatchesV4Controller } from './batch/secret-batches-v4.controller.js';
import { SecretMovesController } from './move/secret-moves.controller.js';
import { SecretMoves } from './move/secret-moves.service.js';
import { SecretRollback } from './versions/secret-rollback.service.js';
import { SecretVersionsController } from './versions/secret-versions.controller.js';
import { SecretVersionsRepository } from './versions/secret-versions.repository.js';
import { SecretVersions } from './versions/secret-versions.service.js';
import { SecretOpenings } from './secret-openings.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretWriter } from './secret-writer.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { SecretChangesService } from './secret-changes.service.js';
import { SecretCreation } from './secret-creation.service.js';
import { SecretsV3Controller } from './secrets-v3.controller.js';
import { SecretsV4Controller } from './secrets-v4.controller.js';

@Module({
  imports: [
    ProjectsModule,
    SecretStoreModule,
    ReferencesModule,
    ImportsModule,
    AsOfModule,
    ConditionalGetModule,
    ReadAuditModule,
  ],
  // Batches, versions and references first: `:secretName` of single secrets would match their paths too.
  controllers: [
    SecretBatchesV3Controller,
    SecretBatchesV4Controller,
    FolderRollbackController,
    SecretMovesController,
    SecretVersionsController,
    SecretReferencesController,
    SecretsV3Controller,
    SecretsV4Controller,
  ],
  providers: [
    FolderRollbackPlans,
    FolderRollbackRepository,
    FolderRollbacks,
    VersionRetention,
    SecretOpenings,
    SecretReads,
    SecretWriter,
    SecretChangesService,
    SecretCreation,
    SecretBatches,
    SecretBatchPlans,
    SecretBatchesRepository,
    SecretMoves,
    SecretRollback,
    SecretVersions,
    SecretVersionsRepository,
    SecretWritesRepository,
  ],
})
export class SecretsModule {}
