import { Global, Module } from '@nestjs/common';
import { CredentialGuard } from './credential-guard.js';
import { CredentialMakers } from './credential-makers.js';
import { CredentialsRepository } from './credentials.repository.js';
import { HoldingSnapshots } from './holding-snapshots.js';
import { WeighedChanges } from './weighed-changes.js';

@Global()
@Module({
  providers: [
    CredentialGuard,
    CredentialMakers,
    CredentialsRepository,
    HoldingSnapshots,
    WeighedChanges,
  ],
  exports: [CredentialGuard, CredentialMakers, WeighedChanges],
})
export class CredentialsModule {}
