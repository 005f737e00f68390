import { Module } from '@nestjs/common';
import { AsOfModule } from './as-of/as-of.module.js';
import { BatchModule } from './batch/batch.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { PersonalModule } from './personal/personal.module.js';
import { ReferencesModule } from './references/references.module.js';
import { SecretChangesService } from './secret-changes.service.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretStoreModule } from './secret-store.module.js';
import { SecretsV3Controller } from './secrets-v3.controller.js';
import { SecretsV4Controller } from './secrets-v4.controller.js';

/** One secret by its name or id, and lists of them. */
@Module({
  imports: [
    AsOfModule,
    BatchModule,
    ImportsModule,
    PersonalModule,
    ReferencesModule,
    SecretStoreModule,
  ],
  controllers: [SecretsV3Controller, SecretsV4Controller],
  providers: [SecretChangesService, SecretReads],
})
export class SingleSecretsModule {}
