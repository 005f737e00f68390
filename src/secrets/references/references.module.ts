import { Global, Module } from '@nestjs/common';
import { BrokenReferenceFinder } from '../../projects/broken-references.js';
import { SecretStoreModule } from '../secret-store.module.js';
import { BrokenReferenceReport } from './broken-reference-report.js';
import { ReferenceResolver } from './reference-resolver.js';
import { ReferrersRepository } from './referrers.repository.js';
import { SecretReferencesController } from './secret-references.controller.js';
import { SecretReferences } from './secret-references.service.js';

/** Global, since `projects` needs the port `BrokenReferenceFinder` and may not import anything from `secrets`. */
@Global()
@Module({
  imports: [SecretStoreModule],
  controllers: [SecretReferencesController],
  providers: [
    BrokenReferenceReport,
    { provide: BrokenReferenceFinder, useExisting: BrokenReferenceReport },
    ReferenceResolver,
    ReferrersRepository,
    SecretReferences,
  ],
  exports: [BrokenReferenceReport, BrokenReferenceFinder, ReferenceResolver],
})
export class ReferencesModule {}
