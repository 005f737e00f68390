import { Module } from '@nestjs/common';
import { PersonalModule } from '../personal/personal.module.js';
import { SecretCreation } from '../secret-creation.service.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { SecretBatchPlans } from './secret-batch-plans.service.js';
import {
  SecretBatchesV3Controller,
  SecretBatchesV4Controller,
} from './secret-batches.controller.js';
import { SecretBatches } from './secret-batches.service.js';

@Module({
  imports: [PersonalModule, SecretStoreModule],
  controllers: [SecretBatchesV3Controller, SecretBatchesV4Controller],
  providers: [SecretBatches, SecretBatchPlans, SecretCreation],
  exports: [SecretCreation],
})
export class BatchModule {}
