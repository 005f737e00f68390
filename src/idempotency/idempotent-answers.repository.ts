import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { postgresError } from '../database/failures.js';
import { type KeyedRequest, stillRunning } from './keyed-request.js';

/**
 * One row or none: a key that is over counts as free. Whoever finds the row of a running request waits for
 * its end, which `waited` tells of.
 */
const CLAIM = `
  insert into idempotent_answers as held (org_id, identity_id, key_digest, fingerprint, expires_at)
  values ($1, $2, $3, $4, now() + interval '24 hours')
  on conflict (org_id, identity_id, key_digest) do update
    set fingerprint = excluded.fingerprint, answer = null,
      created_at = now(), expires_at = excluded.expires_at
    where held.expires_at <= now()
  returning clock_timestamp() - statement_timestamp() > interval '50 ms' waited`;

const FIND = `
  select fingerprint, answer from idempotent_answers
  where org_id = $1 and identity_id = $2 and key_digest = $3`;

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

const LOCK_TIMEOUT = '55P03';

@Injectable()
export class IdempotentAnswersRepository {
  /** `waited`: claimed, but after a time in which the clock of the transaction stood still. Throws 409. */
  async claim(tx: EntityManager, request: KeyedRequest): Promise<'claimed' | 'waited' | 'taken'> {
    const values = [...nameOf(request), request.fingerprint];
    try {
      const [claim] = await tx.query<{ waited: boolean }[]>(CLAIM, values);
      if (!claim) return 'taken';
      return claim.waited ? 'waited' : 'claimed';
    } catch (error) {
      throw postgresError(error)?.code === LOCK_TIMEOUT ? stillRunning() : error;
    }
  }

  async find(tx: EntityManager, request: KeyedRequest): Promise<KeptRow | null> {
    const [row] = await tx.query<KeptRow[]>(FIND, nameOf(request));
    return row ?? null;
  }

  async keep(tx: EntityManager, request: KeyedRequest, sealed: Buffer): Promise<void> {
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
