import { Module } from '@nestjs/common';
import { AsOfModule } from '../as-of/as-of.module.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { FolderRollbackController } from './folder-rollback.controller.js';
import { FolderRollbackPlans } from './folder-rollback-plans.service.js';
import { FolderRollbackRepository } from './folder-rollback.repository.js';
import { FolderRollbacks } from './folder-rollback.service.js';

@Module({
  imports: [AsOfModule, SecretStoreModule],
  controllers: [FolderRollbackController],
  providers: [FolderRollbackPlans, FolderRollbackRepository, FolderRollbacks],
})
export class FolderRollbackModule {}
