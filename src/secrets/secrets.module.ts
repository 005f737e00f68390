import { Module } from '@nestjs/common';
import { BatchModule } from './batch/batch.module.js';
import { UnchangedReadsModule } from './unchanged-reads/unchanged-reads.module.js';
import { FolderChangesModule } from './changes/folder-changes.module.js';
import { FolderRollbackModule } from './folder-rollback/folder-rollback.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { SecretComparisonModule } from './compare/secret-comparison.module.js';
import { SecretNamesModule } from './names/secret-names.module.js';
import { MoveModule } from './move/move.module.js';
import { ReadAuditModule } from './read-audit/read-audit.module.js';
import { ReferencesModule } from './references/references.module.js';
import { SingleSecretsModule } from './single-secrets.module.js';
import { VersionsModule } from './versions/versions.module.js';

@Module({
  imports: [
    BatchModule,
    FolderChangesModule,
    FolderRollbackModule,
    MoveModule,
    SecretComparisonModule,
    SecretNamesModule,
    VersionsModule,
    ReferencesModule,
    ImportsModule,
    UnchangedReadsModule,
    ReadAuditModule,
    // Routes match in this order, and `:secretName` of single secrets would match the paths of the others too.
    SingleSecretsModule,
  ],
})
export class SecretsModule {}
