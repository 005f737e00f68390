import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { postgresError } from '../database/failures.js';
import { StorageQuota } from '../storage/storage-quota.js';
import type { KeyCount } from './key-places.js';
import { type KeyedRequest, stillRunning } from './keyed-request.js';

/**
 * One row or none: a key that is over counts as free. Whoever finds the row of a running request waits for
 * its end, which `waited` tells of. The others of the caller are counted last, and up to $5.
 */
const CLAIM = `
  insert into idempotent_answers as held (org_id, identity_id, key_digest, fingerprint, expires_at)
  values ($1, $2, $3, $4, now() + interval '24 hours')
  on conflict (org_id, identity_id, key_digest) do update
    set fingerprint = excluded.fingerprint, answer = null,
      created_at = now(), expires_at = excluded.expires_at
    where held.expires_at <= now()
  returning clock_timestamp() - statement_timestamp() > interval '50 ms' waited,
    case when $5::int is not null then (
      select json_build_object(
        'live', count(*), 'seconds', ceil(extract(epoch from min(expires_at) - now())))
      from (
        select expires_at from idempotent_answers
        where org_id = $1 and identity_id = $2 and expires_at > now()
        order by expires_at limit $5
      ) live
    ) end count`;

const FIND = `
  select fingerprint, answer from idempotent_answers
  where org_id = $1 and identity_id = $2 and key_digest = $3 and expires_at > now()`;

const KEEP = `
  update idempotent_answers set answer = $4
  where org_id = $1 and identity_id = $2 and key_digest = $3`;

/** Every change of rights writes the row of its scope, for the epoch. */
const OWN_CHANGES = `
  with own (xid) as (select pg_current_xact_id()::xid)
  select scope.id from own, unnest($1::uuid[]) scope (id)
  where not exists (select from projects p where p.id = scope.id and p.xmin <> own.xid)
    and not exists (select from organizations o where o.id = scope.id and o.xmin <> own.xid)`;

export interface KeptRow {
  readonly fingerprint: Buffer;
  readonly answer: Buffer | null;
}

export interface Claim {
  /** After a time in which the clock of the transaction stood still. */
  readonly waited: boolean;
  /** Of the caller's other keys; null if it was not asked for. */
  readonly count: KeyCount | null;
}

const LOCK_TIMEOUT = '55P03';

/** Bytes of an answer that is kept beyond the bound of its organization's storage. */
const ALWAYS_KEPT = 64 * 1024;

@Injectable()
export class IdempotentAnswersRepository {
  constructor(private readonly storage: StorageQuota) {}

  /** Before the transaction, so that `keep` knows whether there is room. */
  prepare({ actor }: KeyedRequest): Promise<void> {
    return this.storage.prepare(actor.orgId);
  }

  /** Null if the key is taken. Counts the caller's other keys if a number is given, up to that. Throws 409. */
  async claim(
    tx: EntityManager,
    request: KeyedRequest,
    countUpTo: number | null,
  ): Promise<Claim | null> {
    const values = [...nameOf(request), request.fingerprint, countUpTo];
    try {
      const [claim] = await tx.query<Claim[]>(CLAIM, values);
      return claim ?? null;
    } catch (error) {
      throw postgresError(error)?.code === LOCK_TIMEOUT ? stillRunning() : error;
    }
  }

  async find(tx: EntityManager, request: KeyedRequest): Promise<KeptRow | null> {
    const [row] = await tx.query<KeptRow[]>(FIND, nameOf(request));
    return row ?? null;
  }

  /**
   * Throws 400 if the organization has no room. A small answer is kept in any case: deletions with a key
   * must not fail for want of room.
   */
  async keep(tx: EntityManager, request: KeyedRequest, sealed: Buffer): Promise<void> {
    const { orgId } = request.actor;
    if (sealed.length <= ALWAYS_KEPT) this.storage.addBytes(tx, orgId, sealed.length);
    else this.storage.reserveBytes(tx, orgId, sealed.length);
    const kept = await tx.query<[unknown[], number]>(KEEP, [...nameOf(request), sealed]);
    if (kept[1] !== 1) throw new Error('The claim of an idempotency key is gone');
  }

  /** Those of the projects and organizations that this transaction changed or deleted. */
  async listOwnChanges(tx: EntityManager, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await tx.query<{ id: string }[]>(OWN_CHANGES, [ids]);
    return rows.map(({ id }) => id);
  }
}

const nameOf = ({ actor, digest }: KeyedRequest) => [actor.orgId, actor.identityId, digest];
