import { Module } from '@nestjs/common';
import { ReferenceResolver } from './reference-resolver.js';
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
  controllers: [SecretsV3Controller, SecretsV4Controller],
  providers: [
    ReferenceResolver,
    SecretReads,
    SecretVault,
    SecretWriteGround,
    SecretChanges,
    SecretCreation,
    SecretWritesRepository,
    SecretsRepository,
  ],
})
export class SecretsModule {}
