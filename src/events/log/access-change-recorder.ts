import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit, type AuditRecord } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import type { AccessItem, AccessKind } from './event-kinds.js';
import { EventLog } from './event-log.js';

export interface AccessChange {
  readonly type: AccessKind;
  readonly changes: readonly AccessItem[];
}

/** A change of who may do what in a project: its audit entry, and the events that tell of it. */
@Injectable()
export class AccessChangeRecorder {
  constructor(
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  /** Comes last in its transaction, which holds the lock of the project. */
  async record(
    tx: EntityManager,
    actor: Actor,
    record: AuditRecord & { readonly projectId: string },
    news: readonly AccessChange[],
  ): Promise<void> {
    await this.audit.record(tx, actor, record);
    await this.events.append(tx, record.projectId, news);
  }

  /** A change that is felt in several projects: one audit entry, and an event in each of them, by its id. */
  async recordInProjects(
    tx: EntityManager,
    actor: Actor,
    record: AuditRecord,
    { type, items }: { type: AccessKind; items: ReadonlyMap<string, AccessItem> },
  ): Promise<void> {
    await this.audit.record(tx, actor, record);
    await this.events.appendToProjects(tx, type, items);
  }
}
