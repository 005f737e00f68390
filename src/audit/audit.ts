import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoundStatement, Database, sendLater, statement } from '../database/database.js';
import { orElse, required } from '../database/required.js';
import { holdingOnce } from '../auth/held-sessions.js';
import type { RequestContext } from '../http/request-context.js';
import { AuditWakeup } from './audit-wakeup.js';
import { ChainKeys } from './chain/chain-keys.js';
import type { UnlinkedEntry } from './chain/chain-bytes.js';
import { type EntryCaller, newEntryBy, newEntry } from './new-entry.js';

/** What was done, and to what: ids and names, never a value. */
export interface AuditRecord {
  /** `<thing>.<verb>`, such as `secret.create`. */
  readonly action: string;
  readonly projectId?: string;
  readonly target: Readonly<Record<string, unknown>>;
}

/** Inserts the entry, and a row with its seal until it is linked. A trigger can take a row away without a word. */
const INSERT = statement(`
  with entry as (
    insert into audit_entries
      (id, org_id, project_id, actor_kind, actor_id, actor_name, action, target, req_id, address, client)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    returning org_id, id
  ), pending as (
    insert into audit_pending (org_id, entry_id, seal) select org_id, id, $12 from entry
    returning entry_id
  )
  select ${required('count(*) = 1')} from pending`);

/** Writes the audit entry of a change, in the transaction of the change. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly wakeup: AuditWakeup,
    private readonly keys: ChainKeys,
  ) {}

  /**
   * Writes the entry, and holds the session of the caller to the end of the transaction: nothing is committed for who could
   * not begin it any more. Fails with a 401 where the session has ended meanwhile. A change that ends the session of its
   * own caller holds it first.
   */
  async record(tx: EntityManager, caller: EntryCaller, record: AuditRecord): Promise<void> {
    await sendLater(tx, this.statementsOf(tx, caller, record));
  }

  /** The statements of `record`, for the round trip that ends the transaction: before its events. */
  statementsOf(tx: EntityManager, caller: EntryCaller, record: AuditRecord): BoundStatement[] {
    return [...holdingOnce(tx, caller), this.insertion(tx, newEntryBy(caller, record))];
  }

  /** Records a change that nobody with a token made, such as bootstrap. */
  async recordSystem(
    tx: EntityManager,
    orgId: string,
    record: AuditRecord,
    request: RequestContext,
  ): Promise<void> {
    const who = { orgId, kind: 'system', id: null, name: 'system' } as const;
    await this.insert(tx, newEntry(who, record, request));
  }

  /** Records what a person did about their own account, with a session or on the way to one. */
  async recordPerson(
    tx: EntityManager,
    { orgId, id, name }: { readonly orgId: string; readonly id: string; readonly name: string },
    record: AuditRecord,
    request: RequestContext,
  ): Promise<void> {
    await this.insert(tx, newEntry({ orgId, kind: 'user', id, name }, record, request));
  }

  /** Records what the key of an ACME account did, which is no person and no identity. */
  async recordAccount(
    tx: EntityManager,
    { orgId, id }: { readonly orgId: string; readonly id: string | null },
    record: AuditRecord,
    request: RequestContext,
  ): Promise<void> {
    const who = { orgId, kind: 'system', id, name: 'ACME account' } as const;
    await this.insert(tx, newEntry(who, record, request));
  }

  /** Records what a login of an identity was the first of. */
  async recordIdentity(
    tx: EntityManager,
    { orgId, id, name }: { readonly orgId: string; readonly id: string; readonly name: string },
    record: AuditRecord,
    request: RequestContext,
  ): Promise<void> {
    await this.insert(tx, newEntry({ orgId, kind: 'identity', id, name }, record, request));
  }

  private async insert(tx: EntityManager, entry: UnlinkedEntry): Promise<void> {
    await sendLater(tx, [this.insertion(tx, entry)]);
  }

  private insertion(tx: EntityManager, entry: UnlinkedEntry): BoundStatement {
    const { id, orgId, projectId, actorKind, actorId, actorName } = entry;
    const who = [id, orgId, projectId, actorKind, actorId, actorName];
    const what = [entry.action, JSON.stringify(entry.target)];
    const how = [entry.reqId, entry.address, entry.client, this.keys.current.seal(entry)];
    this.database.afterCommit(tx, () => this.wakeup.notify());
    const onFailure = orElse(() => new Error('An audit entry was not written'));
    return { ...INSERT, values: [...who, ...what, ...how], onFailure };
  }
}
