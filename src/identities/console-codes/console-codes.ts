import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../../auth/server-keys.js';

/** Crockford's base 32: no letter that reads as a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Each letter has five bits. */
const LETTERS = 12;
const GROUP = 4;
const MINUTES = 15;

const MAKE = `
  insert into console_codes (identity_id, digest, expires_at)
  values ($1, $2, now() + make_interval(mins => ${MINUTES}))
  on conflict (identity_id) do update set digest = excluded.digest, expires_at = excluded.expires_at`;

const TAKE = `
  delete from console_codes where digest = any($1::bytea[])
  returning identity_id "identityId", expires_at > now() "isInTime"`;

/** Codes of 60 random bits by which somebody signs in to the console as an identity, once, within 15 minutes. */
@Injectable()
export class ConsoleCodes {
  constructor(private readonly keys: ServerKeys) {}

  /** A code as it is typed, such as `7K2M-XQ4D-9FTB`. One that the identity had before is void. */
  async make(tx: EntityManager, identityId: string): Promise<string> {
    const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]!);
    await tx.query(MAKE, [identityId, this.keys.digest(named(letters.join('')))]);
    return letters
      .map((letter, index) => (index > 0 && index % GROUP === 0 ? `-${letter}` : letter))
      .join('');
  }

  /** Takes a code, in the transaction of its effect. Returns the identity; null for one that is wrong, over, or taken. */
  async take(tx: EntityManager, code: string): Promise<string | null> {
    const digests = this.keys.digestsOf(named(canonical(code)));
    const [rows] = await tx.query<[{ identityId: string; isInTime: boolean }[], number]>(TAKE, [
      digests,
    ]);
    return rows[0]?.isInTime ? rows[0].identityId : null;
  }
}

const named = (letters: string): string => `console code ${letters}`;

/** As people type it: small letters, spaces, letters that read as digits. */
const canonical = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
