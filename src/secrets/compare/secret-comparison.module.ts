import { Module } from '@nestjs/common';
import { SecretStoreModule } from '../secret-store.module.js';
import { SecretComparisonController } from './secret-comparison.controller.js';
import { SecretComparisonRepository } from './secret-comparison.repository.js';
import { SecretComparisons } from './secret-comparison.service.js';

@Module({
  imports: [SecretStoreModule],
  controllers: [SecretComparisonController],
  providers: [SecretComparisonRepository, SecretComparisons],
})
export class SecretComparisonModule {}
