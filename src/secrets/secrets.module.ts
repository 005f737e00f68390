import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ImportFinder } from './imports/import-finder.js';
import { ImportNews } from './imports/import-news.js';
import { ImportResolver } from './imports/import-resolver.js';
import { ImportSources } from './imports/import-sources.repository.js';
import { ImportedReads } from './imports/imported-reads.service.js';
import { SecretImportsController } from './imports/secret-imports.controller.js';
import { SecretImportsRepository } from './imports/secret-imports.repository.js';
import { SecretImports } from './imports/secret-imports.service.js';
import { ReferenceNotes } from './references/reference-notes.service.js';
import { ReferenceResolver } from './references/reference-resolver.js';
import { ReferenceTargets } from './references/reference-targets.service.js';
import { ReferenceTrees } from './references/reference-trees.service.js';
import { ReferrersRepository } from './references/referrers.repository.js';
import { ReferrersOfSecrets } from './references/referrers.service.js';
import { SecretReferencesController } from './references/secret-references.controller.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { EnvironmentChangesController } from './environments/environment-changes.controller.js';
import { FolderContents } from './folders/folder-contents.js';
import { FolderRemovalsController } from './folders/folder-removals.controller.js';
import { FolderRemovalsService } from './folders/folder-removals.service.js';
import { FolderUpdatesController } from './folders/folder-updates.controller.js';
import { FolderRollbackController } from './history/folder-rollback.controller.js';
import { FolderRollbackPlans } from './history/folder-rollback-plans.service.js';
import { FolderRollbackRepository } from './history/folder-rollback.repository.js';
import { FolderRollbackWrites } from './history/folder-rollback-writes.service.js';
import { FolderRollbacks } from './history/folder-rollback.service.js';
import { Moments } from './history/moments.service.js';
import { PastReads } from './history/past-reads.service.js';
import { PastReferences } from './history/past-references.service.js';
import { PastSecretsRepository } from './history/past-secrets.repository.js';
import { VersionRetention } from './history/version-retention.js';
import { SecretBatchDeletions } from './secret-batch-delete.service.js';
import { SecretBatchPlans } from './secret-batch-plans.service.js';
import { SecretBatchPreviews } from './secret-batch-previews.service.js';
import { SecretBatchUpdates } from './secret-batch-update.service.js';
import { SecretBatchesRepository } from './secret-batches.repository.js';
import { SecretBatches } from './secret-batches.service.js';
import { SecretBatchesV3Controller } from './secret-batches-v3.controller.js';
import { SecretBatchesV4Controller } from './secret-batches-v4.controller.js';
import { SecretMovesController } from './secret-moves.controller.js';
import { SecretMoves } from './secret-moves.service.js';
import { SecretRollback } from './secret-rollback.service.js';
import { SecretVersionsController } from './secret-versions.controller.js';
import { SecretVersionsRepository } from './secret-versions.repository.js';
import { SecretVersions } from './secret-versions.service.js';
import { SecretOpening } from './secret-opening.service.js';
import { SecretOpenings } from './secret-openings.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretReadRecords } from './secret-read-records.interceptor.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriteGround } from './secret-write-ground.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { SecretChanges } from './secret-changes.service.js';
import { SecretCreation } from './secret-creation.service.js';
import { SecretsRepository } from './secrets.repository.js';
import { SecretsV3Controller } from './secrets-v3.controller.js';
import { SecretsV4Controller } from './secrets-v4.controller.js';
import { UnchangedAnswers } from './unchanged-answers.js';
import { UnchangedRepository } from './unchanged.repository.js';

@Module({
  imports: [ProjectsModule],
  // Batches first: the name of a secret would match their paths too.
  controllers: [
    SecretBatchesV3Controller,
    SecretBatchesV4Controller,
    EnvironmentChangesController,
    FolderRemovalsController,
    FolderUpdatesController,
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
    ImportNews,
    ImportResolver,
    ImportSources,
    ImportedReads,
    SecretImports,
    SecretImportsRepository,
    FolderContents,
    FolderRemovalsService,
    FolderRollbackPlans,
    FolderRollbackRepository,
    FolderRollbackWrites,
    FolderRollbacks,
    Moments,
    PastReads,
    PastReferences,
    PastSecretsRepository,
    VersionRetention,
    ReferenceNotes,
    ReferenceResolver,
    ReferenceTargets,
    ReferenceTrees,
    ReferrersRepository,
    ReferrersOfSecrets,
    { provide: APP_INTERCEPTOR, useClass: SecretReadRecords },
    SecretOpening,
    SecretOpenings,
    SecretReads,
    SecretVault,
    SecretWriteGround,
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
    UnchangedAnswers,
    UnchangedRepository,
  ],
})
export class SecretsModule {}
