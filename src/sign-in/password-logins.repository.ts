import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mayProvePassword } from '../accounts/accounts.repository.js';
import { Database, statement } from '../database/database.js';
import type { LockoutKeys } from '../identities/universal-auth/lockout.js';

/** An account that a password was sent for. */
export interface LoginAccount {
  readonly userId: string;
  readonly email: string;
  /** Null where it has none. */
  readonly passwordHash: string | null;
  /** Whether it may sign in at all: somewhere it is an active member. */
  readonly isUsable: boolean;
}

export interface PasswordAttempt {
  /** Seconds until the lock of the source or of the account ends; null where none holds. */
  readonly lockedFor: number | null;
  /** Whether the source signed in with the account in the last 30 days. */
  readonly isKnownSource: boolean;
  /** Whether the source is due to be stored again. */
  readonly isSourceDue: boolean;
  readonly account: LoginAccount | null;
}

/** As for machine logins: how long a source is exempt from the ceiling; stored at most once a day. */
const KNOWN_FOR = `interval '30 days'`;
const RENEWED_BELOW = `interval '29 days'`;

/** One row, whatever is asked for. */
const FIND = statement(`
  select a.*, known.until is not null "isKnownSource",
    coalesce(known.until < now() + ${RENEWED_BELOW}, true) "isSourceDue",
    (
      select ceil(extract(epoch from max(f.locked_until) - now()))::int from login_failures f
      where f.locked_until > now() and (f.key = $2 or (f.key = $3 and known.until is null))
    ) "lockedFor"
  from (values (1)) as one
  left join lateral (
    select s.expires_at until from login_sources s where s.key = $2 and s.expires_at > now()
  ) known on true
  left join lateral (
    select u.id "userId", u.email, u.password_hash "passwordHash",
      ${mayProvePassword('u')} "isUsable"
    from users u where u.email = $1
  ) a on true`);

/**
 * Passes unless a lock came meanwhile: a guess that is right must still have been made in time. Forgets the failures of
 * its own source alone.
 */
const PASS = statement(`
  with gate as materialized (
    select locked_until from login_failures
    where key = $1 or (key = $2 and not $3::boolean)
    order by key for update
  ), pass as (
    select 1 where not exists (select from gate where locked_until > now())
  ), cleared as (
    delete from login_failures where key = $1 and exists (select from pass)
  ), noted as (
    insert into login_sources (key, expires_at)
    select $1, now() + ${KNOWN_FOR} from pass where $4::boolean
    on conflict (key) do update set expires_at = excluded.expires_at
  )
  select count(*)::int n from pass`);

@Injectable()
export class PasswordLoginsRepository {
  constructor(private readonly database: Database) {}

  async find(email: string, keys: LockoutKeys): Promise<PasswordAttempt> {
    const values = [email, keys.source, keys.ceiling];
    const row = await this.database.row<LoginAccount & Omit<PasswordAttempt, 'account'>>(
      FIND,
      values,
    );
    const { lockedFor, isKnownSource, isSourceDue, ...account } = row!; // one row, always
    const known = { lockedFor, isKnownSource, isSourceDue };
    return { ...known, account: account.userId === null ? null : account };
  }

  /** False where a lock came meanwhile. */
  async pass(
    tx: EntityManager,
    keys: LockoutKeys,
    { isKnownSource, isSourceDue }: PasswordAttempt,
  ): Promise<boolean> {
    const values = [keys.source, keys.ceiling, isKnownSource, isSourceDue];
    const [rows] = await this.database.together(tx, [{ ...PASS, values }]);
    return (rows![0] as { n: number }).n === 1; // a count gives one row
  }

  /**
   * Locks the account with the password as it was verified; false where it was changed meanwhile. As `lockAccount`: what
   * follows may change the account.
   */
  async holdPassword(tx: EntityManager, { userId, passwordHash }: LoginAccount): Promise<boolean> {
    const rows = await tx.query<object[]>(
      // No share: two that change the password would have one each.
      `select 1 from users where id = $1 and password_hash = $2 for no key update`,
      [userId, passwordHash],
    );
    return rows.length > 0;
  }
}
