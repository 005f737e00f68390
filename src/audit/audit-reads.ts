import { type Database, statement } from '../database/database.js';
import { isSilence } from '../database/failures.js';
import { ApiError, internalError } from '../errors/api-error.js';
import { outsideRequest } from '../request-scope/request-scope.js';
import type { AuditWakeup } from './audit-wakeup.js';
import { canonicalJson, type EntryWithoutTarget } from './chain/chain-bytes.js';
import type { ChainKeys } from './chain/chain-keys.js';
import type { AuditRecord } from './audit.js';
import { type EntryCaller, entryWithoutTargetBy } from './new-entry.js';

/** An entry is sent a second time when it is not known whether the first try was committed. */
const INSERT = statement(`
  with given as materialized (
    select * from json_to_recordset($1) as r (
      id uuid, org_id uuid, project_id uuid, actor_kind text, actor_id uuid, actor_name text, action text,
      target jsonb, req_id text, address text, client text, seal bytea)
  ), entry as (
    insert into audit_entries
      (id, org_id, project_id, actor_kind, actor_id, actor_name, action, target, req_id, address, client)
    select id, org_id, project_id, actor_kind, actor_id, actor_name, action, target, req_id, address, client
    from given
    on conflict (id) do nothing
    returning id
  )
  insert into audit_pending (org_id, entry_id, seal)
  select org_id, id, seal from given join entry using (id)
  returning entry_id`);

/** Characters of JSON in one statement, and in all that wait. */
const MAX_BATCH = 2 * 1024 * 1024;
const MAX_WAITING = 32 * 1024 * 1024;
/** Characters of JSON of an entry from which on it is long: it names a hundred secrets and more. */
const LONG = 16 * 1024;

/** What was read; the target as `canonicalJson` writes it. */
export interface ReadRecord extends Omit<AuditRecord, 'target'> {
  readonly targetJson: string;
}

interface QueuedEntry {
  readonly json: string;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Entries of requests that change nothing. All that arrive while one statement is being committed share the
 * next one, so that a request costs a part of a statement. Whoever answers waits for its entry: short ones do not wait
 * for statements with long ones.
 */
export class AuditReads {
  private readonly short = new EntryQueue((entries) => this.insert(entries));
  private readonly long = new EntryQueue((entries) => this.insert(entries));

  constructor(
    private readonly database: Database,
    private readonly wakeup: AuditWakeup,
    private readonly keys: ChainKeys,
    /** Whether reads of values are recorded. */
    readonly isOn: boolean,
  ) {}

  /** Settles when the entry is committed. Throws 503 when too many wait, or what the database says. */
  record(caller: EntryCaller, { target, ...record }: AuditRecord): Promise<void> {
    return this.recordJson(caller, { ...record, targetJson: canonicalJson(target) });
  }

  /** Does what `record` does, for a target that is at hand as JSON. */
  recordJson(caller: EntryCaller, { targetJson, ...record }: ReadRecord): Promise<void> {
    const entry = entryWithoutTargetBy(caller, record);
    const json = toJson(entry, targetJson, this.keys.current.sealWith(entry, targetJson));
    return (json.length < LONG ? this.short : this.long).add(json);
  }

  /** Inserts, and once more after a lost connection: one that is killed must not fail all that share the statement. */
  private async insert(entries: readonly string[]): Promise<void> {
    const json = `[${entries.join(',')}]`;
    try {
      const written = await this.database.rows(INSERT, [json]);
      // A trigger can take rows away without a word.
      if (written.length !== entries.length) throw internalError();
    } catch (error) {
      if (error instanceof ApiError || isSilence(error)) throw error;
      await this.database.rows(INSERT, [json]);
    }
    this.wakeup.notify();
  }
}

/** Entries that wait for the next statement; one is at work at a time. */
class EntryQueue {
  private waiting: QueuedEntry[] = [];
  private size = 0;
  private isWriting = false;

  constructor(private readonly insert: (entries: readonly string[]) => Promise<void>) {}

  /** Settles when the entry is committed. */
  add(json: string): Promise<void> {
    if (this.size + json.length > MAX_WAITING) return Promise.reject(tooMany());
    this.size += json.length;
    return new Promise((resolve, reject) => {
      this.waiting.push({ json, resolve, reject });
      if (!this.isWriting) outsideRequest(() => void this.flush());
    });
  }

  private async flush(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      // A statement costs as much as ten entries: whoever is about to come in this turn shares it.
      await new Promise(setImmediate);
      const batch = this.nextBatch();
      try {
        await this.insert(batch.map(({ json }) => json));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isWriting = false;
  }

  private nextBatch(): QueuedEntry[] {
    let size = 0;
    let count = 0;
    for (const { json } of this.waiting) {
      if (count > 0 && size + json.length > MAX_BATCH) break;
      size += json.length;
      count++;
    }
    this.size -= size;
    const batch = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    return batch;
  }
}

/** The target is JSON already: with a thousand names it is nearly all of an entry. */
const toJson = (entry: EntryWithoutTarget, targetJson: string, seal: Buffer): string => {
  const rest = JSON.stringify({
    id: entry.id,
    org_id: entry.orgId,
    project_id: entry.projectId,
    actor_kind: entry.actorKind,
    actor_id: entry.actorId,
    actor_name: entry.actorName,
    action: entry.action,
    req_id: entry.reqId,
    address: entry.address,
    client: entry.client,
    seal: `\\x${seal.toString('hex')}`,
  });
  return `{"target":${targetJson},${rest.slice(1)}`;
};

const tooMany = () =>
  new ApiError('unavailable', 'The audit log cannot be written fast enough. Try again.');
