import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { ContentActor } from '../../auth/actor.js';
import { EventLog } from '../../events/log/event-log.js';
import { type ImportRecord, importingFolderOf, importSourceOf } from './secret-import.js';

/** Records a change of a folder's imports: the audit entry, and the event for the folder and all that import it. */
@Injectable()
export class ImportChangeRecorder {
  constructor(
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  /** Comes last in its transaction, which holds the lock of the project's imports. */
  async record(
    tx: EntityManager,
    actor: ContentActor,
    action: string,
    record: ImportRecord,
    before?: ImportRecord,
  ): Promise<void> {
    const { id, projectId, folderId, position } = record;
    const folder = importingFolderOf(record);
    const target = {
      ...{ secretImportId: id, folderId, ...folder, source: importSourceOf(record), position },
      ...(before ? { before: { source: importSourceOf(before), position: before.position } } : {}),
    };
    await this.audit.record(tx, actor, { action, projectId, target });
    await this.events.markHasImports(tx, projectId);
    await this.events.append(tx, projectId, [
      { type: 'secret:import-mutation', changes: [folder] },
    ]);
  }
}
