import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoundStatement } from '../../database/database.js';
import type { ProjectAccess } from '../../access/access.service.js';
import { mapInSlices } from '../../access/slices.js';
import type { SecretChange } from '../../events/log/event-log.js';
import type { BrokenReferenceFinder } from '../../projects/broken-references.js';
import type { SecretAddress } from '../secrets.repository.js';
import { type Referrers, ReferrersRepository, visibleReferrers } from './referrers.repository.js';

/** Referring secrets that one report looks at; a report that leaves some out says so. */
const MAX_LOOKED_AT = 1_000;

/** A write's answer says what refers to names that its secrets have removed; null if nothing is known to. */
export interface WithBrokenReferences {
  readonly brokenReferences: Referrers | null;
}

/** Finds the secrets that still refer to what was deleted, renamed or moved. */
@Injectable()
export class BrokenReferenceReport implements BrokenReferenceFinder {
  constructor(private readonly referrers: ReferrersRepository) {}

  /**
   * Statements that come after those of the change, so that secrets removed with it are not reported. `take` is given null
   * if none is known.
   */
  statementsAfterRemoval(
    project: ProjectAccess,
    removed: readonly SecretAddress[],
    take: (report: Referrers | null) => void,
  ): BoundStatement[] {
    if (removed.length === 0) return [];
    const takeFound = (found: Referrers) => take(reportOf(project, found));
    return [this.referrers.statementOf(project.id, removed, MAX_LOOKED_AT, takeFound)];
  }

  /** Where whole folders went or moved, so that only what lies elsewhere can refer to what was there. */
  async findBroken(
    tx: EntityManager,
    project: ProjectAccess,
    removed: readonly SecretChange[],
  ): Promise<Referrers | null> {
    if (removed.length === 0) return null;
    const addresses = await mapInSlices(removed, ({ environment, secretPath, secretKey }) => ({
      environment,
      secretPath,
      key: secretKey,
    }));
    return reportOf(
      project,
      await this.referrers.findOutside(project.id, addresses, MAX_LOOKED_AT, tx),
    );
  }
}

function reportOf(project: ProjectAccess, found: Referrers): Referrers | null {
  const report = visibleReferrers(project, found);
  return report.rows.length === 0 && report.isComplete ? null : report;
}
