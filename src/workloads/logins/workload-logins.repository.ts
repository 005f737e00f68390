import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Network } from '../../auth/ip-allow-list.js';
import { Database, statement } from '../../database/database.js';
import type { WorkloadMethodName } from '../methods/method.js';

/** A row of trust with its identity. By hand: every login runs these. */
export interface WorkloadCredential {
  readonly id: string;
  readonly settings: object;
  readonly sealedToken: Buffer | null;
  readonly revision: number;
  readonly identityId: string;
  readonly identityName: string;
  readonly orgId: string;
  readonly orgSlug: string;
  readonly makers: readonly string[];
  readonly configuredBy: readonly string[] | null;
  readonly accessTokenTtl: number;
  readonly accessTokenMaxTtl: number;
  readonly accessTokenNumUsesLimit: number;
  readonly trustedIps: readonly Network[];
}

export interface FoundCredential {
  /** The database's clock, in seconds. */
  readonly now: number;
  /** Null for an unknown identity, and for one without the method. */
  readonly credential: WorkloadCredential | null;
}

/** A login that is about to succeed. */
export interface WorkloadLoginUse {
  readonly id: string;
  /** The revision of the row by which the proof was checked. */
  readonly revision: number;
  readonly seen: object;
  /** None where the proof may come again. */
  readonly digests: readonly Buffer[];
  /** One for each of them; none where nobody may repeat it. */
  readonly usedBy: readonly Buffer[];
  /** Seconds since 1970. */
  readonly until: number;
  /** Stands for who it was, at this row. */
  readonly subjectKey: Buffer;
  readonly areKeysFresh: boolean;
}

/** The first logins of others that are recorded for a row in a day. */
const NEW_SUBJECTS = 100;

/** The subjects of a row ($1) of the last day, counted as far as matters. */
const SUBJECTS_TODAY = `
  select count(*) from (
    select from workload_subjects where auth_id = $1 and first_at > now() - interval '1 day'
    limit ${NEW_SUBJECTS}) today`;

/** A login that has its serial number. */
export interface TakenLogin {
  readonly serial: number;
  readonly trustEpoch: number;
  /** The database's clock, in seconds. */
  readonly now: number;
  /** Whether the subject was not seen at the row before; false once a day had too many of these. */
  readonly isNewSubject: boolean;
}

/** One row, whatever is asked for. */
const FIND = statement(`
  select extract(epoch from now())::float8 "now", c.*
  from (values (1)) as one
  left join lateral (
    select a.id, a.settings, a.sealed_token "sealedToken", a.revision,
      i.id "identityId", i.name "identityName", i.org_id "orgId", o.slug "orgSlug",
      a.access_token_ttl "accessTokenTtl", a.access_token_max_ttl "accessTokenMaxTtl",
      a.access_token_num_uses_limit "accessTokenNumUsesLimit",
      a.access_token_trusted_ips "trustedIps", a.makers, a.configured_by "configuredBy"
    from workload_auths a
    join identities i on i.id = a.identity_id
    join organizations o on o.id = i.org_id
    where a.identity_id = $1::uuid and a.method = $2
  ) c on true`);

/**
 * Takes the next serial under the row as it is. There is none if the proof was used, or if the row was changed since it was read,
 * which leaves the proof unused. A proof has a digest for each secret in force, and all of them have to be new. Its first user may repeat a proof for a minute, as clients do whose connection broke. The lock keeps new
 * rows that refer to this one waiting: beside a weaker one they made logins of a moment deadlock.
 */
const SPEND = statement(`
  with held as materialized (
    select id from workload_auths where id = $1 and revision = $2 for update
  ), proof as (
    insert into workload_proofs as p (digest, used_by, used_at, expires_at)
    select one.digest, one.used_by, now(), to_timestamp($6)
    from held, unnest($4::bytea[], $5::bytea[]) as one (digest, used_by) order by one.digest
    on conflict (digest) do update set digest = excluded.digest
      where p.used_by = excluded.used_by and p.used_at > now() - interval '60 seconds'
    returning 1
  )
  update workload_auths set serial = serial + 1, last_login_at = now(), last_login = $3,
    keys_fresh_at = case when $8::boolean then now() else keys_fresh_at end
  where id in (select id from held) and (select count(*) from proof) = cardinality($4::bytea[])
  returning serial, trust_epoch "trustEpoch", floor(extract(epoch from now()))::bigint "now",
    not exists (select from workload_subjects where key = $7)
      and (${SUBJECTS_TODAY}) < ${NEW_SUBJECTS} "isNewSubject"`);

/** For 400 days. None where another login was first, or the row is gone. */
const NOTE_SUBJECT = statement(`
  with held as (select id from workload_auths where id = $1 for key share)
  insert into workload_subjects (key, auth_id, first_at, expires_at)
  select $2, id, now(), now() + interval '400 days' from held
  where (${SUBJECTS_TODAY}) < ${NEW_SUBJECTS}
  on conflict do nothing
  returning 1`);

const IS_USED = statement('select from workload_proofs where digest = any($1::bytea[]) limit 1');

@Injectable()
export class WorkloadLoginsRepository {
  constructor(private readonly database: Database) {}

  async find(identityId: string | null, method: WorkloadMethodName): Promise<FoundCredential> {
    const row = await this.database.row<WorkloadCredential & { now: number }>(FIND, [
      identityId,
      method,
    ]);
    const { now, ...credential } = row!; // one row, always
    return { now, credential: credential.id === null ? null : credential };
  }

  /** Whether a proof logged in before. */
  async isUsed(digests: readonly Buffer[]): Promise<boolean> {
    return (await this.database.row(IS_USED, [digests])) !== null;
  }

  /** Null if the row was changed or removed meanwhile, or the proof was used before. */
  async spend(use: WorkloadLoginUse): Promise<TakenLogin | null> {
    const { id, revision, seen, digests, usedBy, until, subjectKey, areKeysFresh } = use;
    const proof = [digests, usedBy, until, subjectKey, areKeysFresh];
    const values = [id, revision, JSON.stringify(seen), ...proof];
    const row = await this.database.row<TakenLogin>(SPEND, values);
    return row && { ...row, serial: Number(row.serial), now: Number(row.now) };
  }

  /** Whether nobody noted this subject at the row before, and there is room for one more today. */
  async noteSubject(tx: EntityManager, authId: string, key: Buffer): Promise<boolean> {
    const [rows] = await this.database.together(tx, [{ ...NOTE_SUBJECT, values: [authId, key] }]);
    return rows!.length > 0; // one statement, one list
  }
}
