import { Module } from '@nestjs/common';
import { SecretCreation } from '../secret-creation.service.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { SecretBatchPlans } from './secret-batch-plans.service.js';
import {
  SecretBatchesV3Controller,
  SecretBatchesV4Controller,
} from './secret-batches.controller.js';
import { SecretBatchesRepository } from './secret-batches.repository.js';
import { SecretBatches } from './secret-batches.service.js';

@Module({
  imports: [SecretStoreModule],
  controllers: [SecretBatchesV3Controller, SecretBatchesV4Controller],
  providers: [SecretBatches, SecretBatchPlans, SecretBatchesRepository, SecretCreation],
  exports: [SecretBatchesRepository, SecretCreation],
})
export class BatchModule {}
