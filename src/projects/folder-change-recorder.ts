import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import { flatMapInSlices } from '../access/slices.js';
import { Audit, type AuditRecord } from '../audit/audit.js';
import type { ContentActor } from '../auth/actor.js';
import type { SecretItem } from '../events/log/event-kinds.js';
import { EventLog, type SecretChange } from '../events/log/event-log.js';
import { BrokenReferenceFinder, type BrokenReferences } from './broken-references.js';

/** What a change of folders or environments did to their contents. */
export interface ContentChange {
  /** Secrets by the addresses they had. */
  readonly before: readonly SecretChange[];
  /** The addresses that those secrets have now; empty if they were deleted. */
  readonly after: readonly SecretChange[];
  /** Folders that import something else, or from elsewhere, than before. */
  readonly importing: readonly SecretItem[];
}

export const UNCHANGED_CONTENT: ContentChange = { before: [], after: [], importing: [] };

/** Records changes of folders and environments: one audit entry, and events for the secrets and imports concerned. */
@Injectable()
export class FolderChangeRecorder {
  constructor(
    private readonly references: BrokenReferenceFinder,
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  /**
   * Comes last in its transaction, after all has been written. Returns the references that the change broke.
   * A secret whose path changes is deleted at one address and created at another.
   */
  async record(
    tx: EntityManager,
    actor: ContentActor,
    project: ProjectAccess,
    entry: Pick<AuditRecord, 'action' | 'target'>,
    { before, after, importing }: ContentChange,
  ): Promise<BrokenReferences | null> {
    const removed = await removedAddresses(before, after);
    const broken = await this.references.findBroken(tx, project, removed);
    await this.audit.record(tx, actor, { ...entry, projectId: project.id });
    await this.events.append(tx, project.id, [
      { type: 'secret:delete', changes: before },
      { type: 'secret:create', changes: after },
      { type: 'secret:import-mutation', changes: importing },
    ]);
    return broken;
  }
}

/** Addresses where a change leaves no secret. */
async function removedAddresses(
  before: readonly SecretChange[],
  after: readonly SecretChange[],
): Promise<readonly SecretChange[]> {
  const addressOf = ({ environment, secretPath, secretKey }: SecretChange) =>
    `${environment} ${secretPath} ${secretKey}`;
  const taken = new Set(await flatMapInSlices(after, (secret) => [addressOf(secret)]));
  return flatMapInSlices(before, (secret) => (taken.has(addressOf(secret)) ? [] : [secret]));
}
