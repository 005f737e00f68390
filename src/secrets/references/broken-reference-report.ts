import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { SecretChange } from '../../events/log/event-log.js';
import type { BrokenReferenceFinder } from '../../projects/broken-references.js';
import type { SecretAddress } from '../secrets.repository.js';
import { type Referrers, ReferrersRepository, visibleReferrers } from './referrers.repository.js';

/** Secrets that are looked at for one note; a note that leaves some out says so. */
const MAX_LOOKED_AT = 1_000;

/** A write's answer says what refers to names that its secrets have lost; null if nothing is known to. */
export interface WithBrokenReferences {
  readonly brokenReferences: Referrers | null;
}

/** Tells who is left with references to what was deleted, renamed or moved. */
@Injectable()
export class BrokenReferenceReport implements BrokenReferenceFinder {
  constructor(private readonly referrers: ReferrersRepository) {}

  /** After the names were lost: what went with them is not told of. */
  async findAfterRemoval(
    tx: EntityManager,
    project: ProjectAccess,
    lost: readonly SecretAddress[],
  ): Promise<Referrers | null> {
    if (lost.length === 0) return null;
    return noteOf(project, await this.referrers.find(project.id, lost, MAX_LOOKED_AT, tx));
  }

  /** Where whole folders went or moved, so that only what lies elsewhere can refer to what was there. */
  async findBroken(
    tx: EntityManager,
    project: ProjectAccess,
    removed: readonly SecretChange[],
  ): Promise<Referrers | null> {
    if (removed.length === 0) return null;
    const lost = removed.map(({ secretKey: key, ...place }) => ({ ...place, key }));
    return noteOf(project, await this.referrers.findOutside(project.id, lost, MAX_LOOKED_AT, tx));
  }
}

function noteOf(project: ProjectAccess, found: Referrers): Referrers | null {
  const note = visibleReferrers(project, found);
  return note.rows.length === 0 && note.isComplete ? null : note;
}
