import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import { type AssociatedData, SealBroken, SealKey } from '../crypto/envelope.js';
import { Database } from '../database/database.js';
import { base32, stepOfCode } from './totp.js';

/** Wrong codes in a row before the account takes none for a while. */
const TRIES = 5;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 16;

interface FactorRow {
  readonly secret: Buffer;
  readonly isOn: boolean;
  readonly lastStep: string | null;
  readonly lastRecovery: Buffer | null;
  readonly failures: number;
  /** Seconds until codes are looked at again; null where they are. */
  readonly lockedFor: number | null;
  /** The database's clock, in seconds. */
  readonly now: number;
}

/** What came of a code. */
export type CodeVerdict =
  | { readonly is: 'right' }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  | { readonly is: 'locked'; readonly seconds: number }
  | { readonly is: 'absent' };

/** Locked for the transaction, so that of two equal codes at once the second one finds the step of the first. */
const LOCKED_ROW = `
  select secret, is_on "isOn", last_step "lastStep", last_recovery "lastRecovery", failures,
    case when locked_until > now() then ceil(extract(epoch from locked_until - now()))::int end "lockedFor",
    extract(epoch from clock_timestamp())::float8 "now"
  from second_factors where user_id = $1 for update`;

/** Authenticator apps and recovery codes. Wrong codes count for the account, with whatever token they come. */
@Injectable()
export class SecondFactors {
  private readonly keys: readonly SealKey[];

  constructor(
    private readonly database: Database,
    private readonly serverKeys: ServerKeys,
  ) {
    this.keys = serverKeys.secondFactors.map((key) => new SealKey(key.export()));
  }

  /** Stores a new secret that is not on yet, in place of one that never was. Null where there is one that is on. */
  async register(tx: EntityManager, userId: string): Promise<Buffer | null> {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = this.keys[0]!.seal(secret, secondFactorPlace(userId)); // a key is in force
    const rows = await tx.query<unknown[]>(
      `insert into second_factors as f (user_id, secret) values ($1, $2)
       on conflict (user_id) do update set secret = excluded.secret, last_step = null
         where not f.is_on
       returning user_id`,
      [userId, sealed],
    );
    return rows.length > 0 ? secret : null;
  }

  /** Looks at a code of the app, of a factor that is on, or of one that waits to be turned on. */
  async verifyCode(
    tx: EntityManager,
    userId: string,
    code: string,
    isOn: boolean,
  ): Promise<CodeVerdict> {
    const row = await this.lock(tx, userId);
    if (!row || row.isOn !== isOn) return { is: 'absent' };
    if (row.lockedFor !== null) return { is: 'locked', seconds: row.lockedFor };
    const last = row.lastStep === null ? null : Number(row.lastStep);
    const secret = this.open(userId, row.secret);
    const step = stepOfCode(secret, code, row.now, last);
    if (step === null) {
      // Copies of a request, sent at the same time, are no guesses: the code is used, and known to whoever sends it.
      const isUsed = last !== null && stepOfCode(secret, code, row.now, last - 1) === last;
      return isUsed ? wrongAfter(row.failures) : this.countFailure(tx, userId, row);
    }
    await tx.query(
      `update second_factors set last_step = $2, is_on = true, failures = 0, locked_until = null
       where user_id = $1`,
      [userId, step],
    );
    return { is: 'right' };
  }

  /** Looks at a recovery code, which is good once. Case, spaces and dashes are no part of it. */
  async verifyRecoveryCode(tx: EntityManager, userId: string, code: string): Promise<CodeVerdict> {
    const row = await this.lock(tx, userId);
    if (!row?.isOn) return { is: 'absent' };
    if (row.lockedFor !== null) return { is: 'locked', seconds: row.lockedFor };
    const digests = this.serverKeys.digestsOf(`recovery code ${plain(code)}`);
    const [, taken] = await tx.query<[unknown[], number]>(
      `delete from recovery_codes where user_id = $1 and digest = any($2::bytea[]) returning user_id`,
      [userId, digests],
    );
    if (taken === 0) {
      const last = row.lastRecovery;
      const isUsed = last !== null && digests.some((digest) => timingSafeEqual(digest, last));
      return isUsed ? wrongAfter(row.failures) : this.countFailure(tx, userId, row);
    }
    await tx.query(
      `update second_factors set failures = 0, locked_until = null, last_recovery = $2
       where user_id = $1`,
      [userId, digests[0]],
    );
    return { is: 'right' };
  }

  /** Makes the recovery codes of the account anew; they are shown this once. */
  async makeRecoveryCodes(tx: EntityManager, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, () => {
      const text = base32(randomBytes(RECOVERY_BYTES)).toLowerCase();
      return text.match(/.{1,5}/g)!.join('-'); // 26 letters
    });
    const digests = codes.map((code) => this.serverKeys.digest(`recovery code ${plain(code)}`));
    await tx.query(`delete from recovery_codes where user_id = $1`, [userId]);
    await tx.query(
      `insert into recovery_codes (user_id, digest) select $1, digest from unnest($2::bytea[]) digest`,
      [userId, digests],
    );
    return codes;
  }

  /** Turns the second factor off. False where there was none. */
  async remove(tx: EntityManager, userId: string): Promise<boolean> {
    await tx.query(`delete from recovery_codes where user_id = $1`, [userId]);
    const [, removed] = await tx.query<[unknown[], number]>(
      `delete from second_factors where user_id = $1 returning user_id`,
      [userId],
    );
    return removed > 0;
  }

  /** Whether a factor is on, and how many recovery codes are left. */
  async stateOf(userId: string): Promise<{ isOn: boolean; recoveryCodes: number }> {
    const rows = await this.database.manager.query<{ isOn: boolean; recoveryCodes: number }[]>(
      `select coalesce(bool_or(f.is_on), false) "isOn",
         (select count(*)::int from recovery_codes r where r.user_id = $1) "recoveryCodes"
       from second_factors f where f.user_id = $1`,
      [userId],
    );
    return rows[0]!; // an aggregate gives one row
  }

  private async lock(tx: EntityManager, userId: string): Promise<FactorRow | null> {
    const rows = await tx.query<FactorRow[]>(LOCKED_ROW, [userId]);
    return rows[0] ?? null;
  }

  /** Each fifth wrong code in a row locks for longer: 5 minutes, 20, 45, at most a day. */
  private async countFailure(
    tx: EntityManager,
    userId: string,
    { failures }: FactorRow,
  ): Promise<CodeVerdict> {
    const count = failures + 1;
    const isLocking = count % TRIES === 0;
    await tx.query(
      `update second_factors set failures = $2,
         locked_until = case when $3 then now() + least(make_interval(mins => $4), interval '1 day') end
       where user_id = $1`,
      [userId, count, isLocking, 5 * Math.floor(count / TRIES) ** 2],
    );
    return isLocking ? { is: 'wrong', triesLeft: 0 } : wrongAfter(count);
  }

  private open(userId: string, sealed: Buffer): Buffer {
    for (const key of this.keys) {
      try {
        return key.open(sealed, secondFactorPlace(userId));
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
      }
    }
    throw new SealBroken();
  }
}

/** What the secret of an authenticator app is sealed with. */
export const secondFactorPlace = (userId: string): AssociatedData => ({
  purpose: 'second factor',
  ids: [userId],
  field: 'secret',
});

const wrongAfter = (failures: number): CodeVerdict => ({
  is: 'wrong',
  triesLeft: TRIES - (failures % TRIES),
});

const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
