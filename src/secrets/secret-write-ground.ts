import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../access/access.service.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { EventLog, type EventType } from '../events/event-log.js';
import type { Place } from './secret.js';

/** Names that an audit entry lists before it only counts. */
const MAX_NAMED = 1_000;

/** What a write leaves behind besides its rows. */
export interface Written<T> {
  readonly result: T;
  readonly type: EventType;
  readonly place: Place;
  readonly changes: readonly (Place & { readonly secretKey: string })[];
}

/** One transaction: the rows, the audit entry, and last the event. */
@Injectable()
export class SecretWriteGround {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  write<T>(
    actor: Actor,
    project: ProjectAccess,
    work: (tx: EntityManager) => Promise<Written<T>>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const { result, type, place, changes } = await work(tx);
      const names = changes.slice(0, MAX_NAMED).map((change) => change.secretKey);
      await this.audit.record(tx, actor, {
        action: type.replace(':', '.'),
        projectId: project.id,
        target: { ...place, secretKeys: names, count: changes.length },
      });
      await this.events.append(tx, project.id, [{ type, changes }]);
      return result;
    });
  }
}
