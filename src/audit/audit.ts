import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import type { RequestContext } from '../http/request-context.js';
import { AuditBell } from './audit-bell.js';

/** What was done, and to what: ids and names, never a value. */
export interface AuditRecord {
  /** `<thing>.<verb>`, such as `secret.create`. */
  readonly action: string;
  readonly projectId?: string;
  readonly target: Readonly<Record<string, unknown>>;
}

/** The entry, and the note that it waits for its place in the chain. */
const INSERT = `
  with entry as (
    insert into audit_entries
      (id, org_id, project_id, actor_kind, actor_id, actor_name, action, target, req_id, address, client)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning org_id, id
  )
  insert into audit_pending (org_id, entry_id) select org_id, id from entry`;

/** Writes the audit entry of a change, in the transaction of the change. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly bell: AuditBell,
  ) {}

  async record(tx: EntityManager, actor: Actor, record: AuditRecord): Promise<void> {
    const who = [actor.identityId, actor.name];
    await this.insert(tx, actor.orgId, ['identity', ...who], record, actor.request);
  }

  /** A change that nobody with a token made: bootstrap. */
  async recordSystem(
    tx: EntityManager,
    orgId: string,
    record: AuditRecord,
    request: RequestContext,
  ): Promise<void> {
    await this.insert(tx, orgId, ['system', null, 'system'], record, request);
  }

  private async insert(
    tx: EntityManager,
    orgId: string,
    who: readonly (string | null)[],
    { projectId = undefined, action, target }: AuditRecord,
    { reqId, address, client }: RequestContext,
  ): Promise<void> {
    const what = [action, JSON.stringify(target), reqId, address, client];
    await tx.query(INSERT, [newId(), orgId, projectId ?? null, ...who, ...what]);
    this.database.afterCommit(tx, () => this.bell.ring());
  }
}
