import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import type { TokenPurpose } from '../database/entities/second-factor.entity.js';

/** How long they are good, in seconds. */
const LIFETIMES: Readonly<Record<TokenPurpose, number>> = {
  recovery: 3600,
  reset: 600,
  'email-change': 600,
  invitation: 72 * 3600,
  acceptance: 3600,
};
const CODE_TRIES = 3;

/** What proves whose an account is. */
const OF_ACCOUNT: readonly TokenPurpose[] = ['recovery', 'reset', 'email-change'];

/** Whom a token is for, and what for. */
export interface TokenHolder {
  readonly userId: string;
  readonly purpose: TokenPurpose;
  /** A session, a membership, the account itself, or an id of the token's own. */
  readonly scopeId: string;
  /** Canonical. */
  readonly email: string;
  /** Whether it goes to the address by mail; absent: it does not. */
  readonly isMailed?: boolean;
}

export type TakenToken = Required<Pick<TokenHolder, 'userId' | 'scopeId' | 'email' | 'isMailed'>>;

const TAKEN = 'user_id "userId", scope_id "scopeId", email, is_mailed "isMailed"';

/**
 * Makes and spends tokens that are mailed to people, or follow from those, and are good once. A newer token of the
 * same purpose and scope replaces one. SQL by hand: upserts; the deletion that takes a token gives it, so that it is
 * taken once; and a wrong guess spends its try in one statement, so that guesses at once are counted one by one.
 */
@Injectable()
export class OneTimeTokens {
  constructor(private readonly keys: ServerKeys) {}

  /** A token of 256 random bits. */
  async make(tx: EntityManager, holder: TokenHolder): Promise<string> {
    return (await this.makeAll(tx, [holder]))[0]!;
  }

  /** `make` for each of the holders, in their order. */
  async makeAll(tx: EntityManager, holders: readonly TokenHolder[]): Promise<string[]> {
    const made = holders.map((holder) => ({
      holder,
      token: randomBytes(32).toString('base64url'),
    }));
    await this.keep(tx, made, 1);
    return made.map(({ token }) => token);
  }

  /** Six digits that a person types; three wrong guesses and it is dead. */
  async makeCode(tx: EntityManager, holder: TokenHolder): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.keep(tx, [{ holder, token: codeOf(holder, code) }], CODE_TRIES);
    return code;
  }

  /** Takes a token, in the transaction of its effect. Null for one that is wrong, over, or taken. */
  async take(tx: EntityManager, purpose: TokenPurpose, token: string): Promise<TakenToken | null> {
    const [rows] = await tx.query<[TakenToken[], number]>(
      `delete from one_time_tokens
       where digest = any($1::bytea[]) and purpose = $2 and expires_at > now()
       returning ${TAKEN}`,
      [this.digestsOf(purpose, token), purpose],
    );
    return rows[0] ?? null;
  }

  /** Tells whose a token is, and does not take it. Null for one that is wrong, over, or taken. */
  async find(tx: EntityManager, purpose: TokenPurpose, token: string): Promise<TakenToken | null> {
    const rows = await tx.query<TakenToken[]>(
      `select ${TAKEN} from one_time_tokens
       where digest = any($1::bytea[]) and purpose = $2 and expires_at > now()`,
      [this.digestsOf(purpose, token), purpose],
    );
    return rows[0] ?? null;
  }

  /** Takes a code of six digits. A wrong guess spends one try, also if the transaction changes nothing else. */
  async takeCode(
    tx: EntityManager,
    holder: Omit<TokenHolder, 'email'>,
    code: string,
  ): Promise<TakenToken | null> {
    const { userId, purpose, scopeId } = holder;
    const taken = await this.take(tx, purpose, codeOf(holder, code));
    if (taken) return taken;
    await tx.query(
      `with tried as (
         update one_time_tokens set tries_left = tries_left - 1
         where user_id = $1 and purpose = $2 and scope_id = $3 and tries_left > 1 returning user_id
       )
       delete from one_time_tokens
       where user_id = $1 and purpose = $2 and scope_id = $3 and not exists (select from tried)`,
      [userId, purpose, scopeId],
    );
    return null;
  }

  /** Makes void what was sent to a person to prove who they are, or its parts. Invitations are not theirs to end. */
  async drop(
    tx: EntityManager,
    userId: string,
    purposes: readonly TokenPurpose[] = OF_ACCOUNT,
  ): Promise<void> {
    await tx.query(`delete from one_time_tokens where user_id = $1 and purpose = any ($2)`, [
      userId,
      purposes,
    ]);
  }

  /** Makes void what follows from links to places that are offered anew. */
  async dropAcceptances(tx: EntityManager, membershipIds: readonly string[]): Promise<void> {
    await tx.query(
      `delete from one_time_tokens where purpose = 'acceptance' and scope_id = any ($1)`,
      [membershipIds],
    );
  }

  private async keep(
    tx: EntityManager,
    made: readonly { readonly holder: TokenHolder; readonly token: string }[],
    tries: number,
  ): Promise<void> {
    const rows = made.map(({ holder: { userId, purpose, scopeId, email, isMailed }, token }) => ({
      ...{ user_id: userId, purpose, scope_id: scopeId, email, is_mailed: isMailed ?? false },
      ...{ digest: this.keys.digest(`${purpose} ${token}`).toString('hex') },
      seconds: LIFETIMES[purpose],
    }));
    await tx.query(
      `insert into one_time_tokens
         (user_id, purpose, scope_id, digest, tries_left, email, is_mailed, expires_at)
       select user_id, purpose, scope_id, decode(digest, 'hex'), $2, email, is_mailed,
         now() + make_interval(secs => seconds)
       from json_to_recordset($1) as given (user_id uuid, purpose text, scope_id uuid, digest text,
         email text, is_mailed boolean, seconds int)
       order by user_id
       on conflict (user_id, purpose, scope_id) do update
         set digest = excluded.digest, tries_left = excluded.tries_left, email = excluded.email,
           is_mailed = excluded.is_mailed, expires_at = excluded.expires_at`,
      [JSON.stringify(rows), tries],
    );
  }

  private digestsOf(purpose: TokenPurpose, token: string): readonly Buffer[] {
    return this.keys.digestsOf(`${purpose} ${token}`);
  }
}

/** A code is looked up together with whose it is: six digits alone would be somebody else's too. */
const codeOf = ({ userId, scopeId }: Omit<TokenHolder, 'email'>, code: string): string =>
  `${userId} ${scopeId} ${code}`;
