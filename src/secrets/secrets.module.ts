import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ImportFinder } from './imports/import-finder.js';
import { ImportChangeRecorder } from './imports/import-change-recorder.js';
import { ImportResolver } from './imports/import-resolver.js';
import { ImportLinksRepository } from './imports/import-links.repository.js';
import { ImportedReads } from './imports/imported-reads.service.js';
import { SecretImportsController } from './imports/secret-imports.controller.js';
import { SecretImportsRepository } from './imports/secret-imports.repository.js';
import { SecretImports } from './imports/secret-imports.service.js';
import { BrokenReferencesModule } from './references/broken-references.module.js';
import { ReferenceResolver } from './references/reference-resolver.js';
import { ReferenceTargets } from './references/reference-targets.service.js';
import { ReferenceTrees } from './references/reference-trees.service.js';
import { ReferrersOfSecrets } from './references/referrers.service.js';
import { SecretReferencesController } from './references/secret-references.controller.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { FolderRollbackController } from './folder-rollback/folder-rollback.controller.js';
import { FolderRollbackPlans } from './folder-rollback/folder-rollback-plans.service.js';
import { FolderRollbackRepository } from './folder-rollback/folder-rollback.repository.js';
import { FolderRollbackWrites } from './folder-rollback/folder-rollback-writes.service.js';
import { FolderRollbacks } from './folder-rollback/folder-rollback.service.js';
import { PointsInTime } from './as-of/points-in-time.service.js';
import { PastReads } from './as-of/past-reads.service.js';
import { PastReferences } from './as-of/past-references.service.js';
import { PastSecretsRepository } from './as-of/past-secrets.repository.js';
import { VersionRetention } from './versions/version-retention.js';
import { SecretBatchDeletions } from './batch/secret-batch-delete.service.js';
import { SecretBatchPlans } from './batch/secret-batch-plans.service.js';
import { SecretBatchPreviews } from './batch/secret-batch-previews.service.js';
import { SecretBatchUpdates } from './batch/secret-batch-update.service.js';
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
import { SecretOpening } from './secret-opening.service.js';
import { SecretOpenings } from './secret-openings.js';
import { SecretReads } from './secret-reads.service.js';
import { ValueAccessInterceptor } from './read-audit/value-access.interceptor.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriter } from './secret-writer.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { SecretChanges } from './secret-changes.service.js';
import { SecretCreation } from './secret-creation.service.js';
import { SecretsRepository } from './secrets.repository.js';
import { SecretsV3Controller } from './secrets-v3.controller.js';
import { SecretsV4Controller } from './secrets-v4.controller.js';
import { NotModifiedAnswers } from './conditional-get/not-modified.js';
import { NotModifiedRepository } from './conditional-get/not-modified.repository.js';

@Module({
  imports: [ProjectsModule, BrokenReferencesModule],
  // Batches first: the name of a secret would match their paths too.
  controllers: [
    SecretBatchesV3Controller,
    SecretBatchesV4Controller,
    FolderRollbackController,
    SecretMovesController,
    SecretVersionsController,
    SecretReferencesController,
    SecretImportsController,
    SecretsV3Controller,
    SecretsV4Controller,
  ],
  providers: [
    ImportFinder,
    ImportChangeRecorder,
    ImportResolver,
    ImportLinksRepository,
    ImportedReads,
    SecretImports,
    SecretImportsRepository,
    FolderRollbackPlans,
    FolderRollbackRepository,
    FolderRollbackWrites,
    FolderRollbacks,
    PointsInTime,
    PastReads,
    PastReferences,
    PastSecretsRepository,
    VersionRetention,
    ReferenceResolver,
    ReferenceTargets,
    ReferenceTrees,
    ReferrersOfSecrets,
    { provide: APP_INTERCEPTOR, useClass: ValueAccessInterceptor },
    SecretOpening,
    SecretOpenings,
    SecretReads,
    SecretVault,
    SecretWriter,
    SecretChanges,
    SecretCreation,
    SecretBatches,
    SecretBatchDeletions,
    SecretBatchPlans,
    SecretBatchPreviews,
    SecretBatchUpdates,
    SecretBatchesRepository,
    SecretMoves,
    SecretRollback,
    SecretVersions,
    SecretVersionsRepository,
    SecretWritesRepository,
    SecretsRepository,
    NotModifiedAnswers,
    NotModifiedRepository,
  ],
})
export class SecretsModule {}
