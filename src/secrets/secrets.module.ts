import { Module } from '@nestjs/common';
import { ReferenceResolver } from './reference-resolver.js';
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
import { SecretReads } from './secret-reads.service.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriteGround } from './secret-write-ground.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { SecretChanges } from './secret-changes.service.js';
import { SecretCreation } from './secret-creation.service.js';
import { SecretsRepository } from './secrets.repository.js';
import { SecretsV3Controller } from './secrets-v3.controller.js';
import { SecretsV4Controller } from './secrets-v4.controller.js';

@Module({
  // Batches first: the name of a secret would match their paths too.
  controllers: [
    SecretBatchesV3Controller,
    SecretBatchesV4Controller,
    SecretMovesController,
    SecretVersionsController,
    SecretsV3Controller,
    SecretsV4Controller,
  ],
  providers: [
    ReferenceResolver,
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
  ],
})
export class SecretsModule {}
