import { Global, Module } from '@nestjs/common';
import { CredentialBoundaries } from './credential-bounds.js';
import { CredentialGuard } from './credential-guard.js';
import { CredentialMakers } from './credential-makers.js';
import { CredentialsRepository } from './credentials.repository.js';
import { HoldingSnapshots } from './holding-snapshots.js';
import { WeighedChanges } from './weighed-changes.js';

@Global()
@Module({
  providers: [
    CredentialBoundaries,
    CredentialGuard,
    CredentialMakers,
    CredentialsRepository,
    HoldingSnapshots,
    WeighedChanges,
  ],
  exports: [CredentialBoundaries, CredentialGuard, CredentialMakers, WeighedChanges],
})
export class CredentialsModule {}
