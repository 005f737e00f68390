import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit, type AuditRecord } from '../../audit/audit.js';
import type { EntryCaller } from '../../audit/new-entry.js';
import { Database } from '../../database/database.js';
import type { AccessItem, AccessKind } from './event-kinds.js';
import { EventLog } from './event-log.js';

export interface AccessChange {
  readonly type: AccessKind;
  readonly changes: readonly AccessItem[];
}

/** Records a change of who may do what in a project: its audit entry, and its events. */
@Injectable()
export class AccessChangeRecorder {
  constructor(
    private readonly audit: Audit,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * Writes one audit entry and the events of a change in one project. Call it last in a transaction that holds the lock
   * of the project: the head of its event log stays locked from here to the commit.
   */
  async record(
    tx: EntityManager,
    caller: EntryCaller,
    record: AuditRecord & { readonly projectId: string },
    changes: readonly AccessChange[],
  ): Promise<void> {
    await this.database.together(tx, [
      this.audit.statementOf(tx, caller, record),
      ...(await this.events.statementsOf(tx, record.projectId, changes)),
    ]);
  }

  /**
   * Writes one audit entry, and one event of the type in each of several projects. `items`: what it names there, by the id
   * of the project.
   * Call it last; only one transaction at a time may do this in an organization (`EventLog.appendToProjects`).
   */
  async recordInProjects(
    tx: EntityManager,
    caller: EntryCaller,
    record: AuditRecord,
    { type, items }: { type: AccessKind; items: ReadonlyMap<string, readonly AccessItem[]> },
  ): Promise<void> {
    await this.audit.record(tx, caller, record);
    await this.events.appendToProjects(tx, type, items);
  }
}
