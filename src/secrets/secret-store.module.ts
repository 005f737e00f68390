import { Module } from '@nestjs/common';
import { SecretBatchesRepository } from './batch/secret-batches.repository.js';
import { KnownSecrets } from './known-secrets.js';
import { SecretOpenings } from './secret-openings.js';
import { SecretVault } from './secret-vault.js';
import { SecretWriter } from './secret-writer.js';
import { SecretWritesRepository } from './secret-writes.repository.js';
import { SecretsRepository } from './secrets.repository.js';
import { WriteScenes } from './write-scenes.js';

const STORE = [
  KnownSecrets,
  SecretBatchesRepository,
  SecretOpenings,
  SecretVault,
  SecretWriter,
  SecretWritesRepository,
  SecretsRepository,
  WriteScenes,
];

/** What every part of `secrets` uses: rows, what seals and opens them, and the writer. */
@Module({ providers: STORE, exports: STORE })
export class SecretStoreModule {}
