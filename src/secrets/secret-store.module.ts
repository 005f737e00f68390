import { Module } from '@nestjs/common';
import { SecretVault } from './secret-vault.js';
import { SecretsRepository } from './secrets.repository.js';

/** What every part of `secrets` stands on: rows, and what seals and opens them. */
@Module({
  providers: [SecretsRepository, SecretVault],
  exports: [SecretsRepository, SecretVault],
})
export class SecretStoreModule {}
