import { Global, Module } from '@nestjs/common';
import { BrokenReferenceFinder } from '../../projects/broken-references.js';
import { BrokenReferenceReport } from './broken-reference-report.js';
import { ReferrersRepository } from './referrers.repository.js';

/** Global, since `projects` needs the port and may not import anything from `secrets`. */
@Global()
@Module({
  providers: [
    BrokenReferenceReport,
    ReferrersRepository,
    { provide: BrokenReferenceFinder, useExisting: BrokenReferenceReport },
  ],
  exports: [BrokenReferenceReport, ReferrersRepository, BrokenReferenceFinder],
})
export class BrokenReferencesModule {}
