import { Module } from '@nestjs/common';
import { SecretStoreModule } from '../secret-store.module.js';
import { SecretRollback } from './secret-rollback.service.js';
import { SecretVersionsController } from './secret-versions.controller.js';
import { SecretVersionsRepository } from './secret-versions.repository.js';
import { SecretVersions } from './secret-versions.service.js';
import { VersionRetention } from './version-retention.js';

@Module({
  imports: [SecretStoreModule],
  controllers: [SecretVersionsController],
  providers: [SecretRollback, SecretVersions, SecretVersionsRepository, VersionRetention],
})
export class VersionsModule {}
