import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { postgresError } from '../database/failures.js';
import { StorageQuota } from '../storage/storage-quota.js';
import { type KeyedRequest, stillRunning } from './keyed-request.js';

/**
 * Counts the caller's live keys, up to $5, and claims the key if there are fewer. A key that is over counts as free.
 * Whoever finds the row of a running request waits for its end, which `hasWaited` tells. By hand: one statement for
 * count, claim and wait.
 */
const CLAIM = `
  with live as materialized (
    select count(*)::int count, ceil(extract(epoch from min(expires_at) - now()))::int seconds,
      clock_timestamp() counted_at
    from (
      select expires_at from idempotent_answers
      where org_id = $1 and identity_id = $2 and expires_at > now()
      order by expires_at limit $5
    ) keys
  ), claimed as (
    insert into idempotent_answers as held (org_id, identity_id, key_digest, fingerprint, expires_at)
    select $1, $2, $3, $4, now() + interval '24 hours' from live where count < $5
    on conflict (org_id, identity_id, key_digest) do update
      set fingerprint = excluded.fingerprint, answer = null,
        created_at = now(), expires_at = excluded.expires_at
      where held.expires_at <= now()
    returning clock_timestamp() - (select counted_at from live) > interval '50 ms' has_waited
  )
  select count < $5 "hasRoom", seconds, claimed.has_waited "hasWaited"
  from live left join claimed on true`;

const FIND = `
  select fingerprint, answer from idempotent_answers
  where org_id = $1 and identity_id = $2 and key_digest = $3 and expires_at > now()`;

const KEEP = `
  update idempotent_answers set answer = $4
  where org_id = $1 and identity_id = $2 and key_digest = $3`;

/** None where the key has ended meanwhile. */
const AMEND = statement(`${KEEP} and expires_at > now()`);

export interface KeptRow {
  readonly fingerprint: Buffer;
  readonly answer: Buffer | null;
}

export interface Claim {
  /** Whether the caller had room for one more key. */
  readonly hasRoom: boolean;
  /** Until the first of the caller's live keys ends; null if it has none. */
  readonly seconds: number | null;
  /** Null if the key was not claimed; true after a time in which the clock of the transaction stood still. */
  readonly hasWaited: boolean | null;
}

const LOCK_TIMEOUT = '55P03';

/** Bytes of an answer that is kept beyond the quota of its organization's storage. */
const ALWAYS_KEPT = 64 * 1024;

@Injectable()
export class IdempotentAnswersRepository {
  /** Live keys of one caller: 24 hours of a request every nine seconds. A test sets another number. */
  keysPerCaller = 10_000;

  constructor(
    private readonly storage: StorageQuota,
    private readonly database: Database,
  ) {}

  /** Reads what the organization stores, before the transaction, so that `keep` knows whether there is room. */
  prepare({ actor }: KeyedRequest): Promise<void> {
    return this.storage.prepare(actor.orgId);
  }

  /** Claims the key unless it is taken or the caller has no room. Throws 409 if the key's request runs too long. */
  async claim(tx: EntityManager, request: KeyedRequest): Promise<Claim> {
    const values = [...keyColumns(request), request.fingerprint, this.keysPerCaller];
    try {
      const [claim] = await tx.query<Claim[]>(CLAIM, values);
      return claim!; // an aggregate without `group by` gives one row
    } catch (error) {
      throw postgresError(error)?.code === LOCK_TIMEOUT ? stillRunning() : error;
    }
  }

  async find(tx: EntityManager, request: KeyedRequest): Promise<KeptRow | null> {
    const [row] = await tx.query<KeptRow[]>(FIND, keyColumns(request));
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
    const kept = await tx.query<[unknown[], number]>(KEEP, [...keyColumns(request), sealed]);
    if (kept[1] !== 1) throw new Error('The claim of an idempotency key is gone');
  }

  /** Keeps the whole answer in the place of the part that was known at the commit. */
  async amend(request: KeyedRequest, sealed: Buffer): Promise<void> {
    await this.database.rows(AMEND, [...keyColumns(request), sealed]);
  }
}

const keyColumns = ({ actor, digest }: KeyedRequest) => [actor.orgId, actor.callerId, digest];
