import { Module } from '@nestjs/common';
import { ReferencesModule } from '../references/references.module.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { PastReads } from './past-reads.service.js';
import { PastSecretsRepository } from './past-secrets.repository.js';
import { PointsInTime } from './points-in-time.service.js';

@Module({
  imports: [ReferencesModule, SecretStoreModule],
  providers: [PastReads, PastSecretsRepository, PointsInTime],
  exports: [PastReads, PointsInTime],
})
export class AsOfModule {}
