import { Module } from '@nestjs/common';
import { ReferencesModule } from '../references/references.module.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { PersonalReads } from './personal-reads.service.js';
import { PersonalSecretsRepository } from './personal-secrets.repository.js';
import { PersonalVault } from './personal-vault.js';
import { PersonalWrites } from './personal-writes.service.js';

/** Values that people hold for themselves in the place of shared ones. */
@Module({
  imports: [SecretStoreModule, ReferencesModule],
  providers: [PersonalReads, PersonalSecretsRepository, PersonalVault, PersonalWrites],
  exports: [PersonalReads, PersonalWrites],
})
export class PersonalModule {}
