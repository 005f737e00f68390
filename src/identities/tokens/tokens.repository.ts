import { Injectable } from '@nestjs/common';
import type { IdentityClaims } from '../../auth/access-token.js';
import { createdDay } from '../../auth/session-queries.js';
import { Database, statement } from '../../database/database.js';
import { expiryOf } from './token-issuer.js';

const NOW = statement('select floor(extract(epoch from now()))::bigint "now"');

/** Keeps the count for as long as the renewed token lives. No row once every use is spent. */
const KEEP_USES = statement(`
  insert into token_uses (token_id, uses, expires_at) values ($1, 0, to_timestamp($3))
  on conflict (token_id) do update
    set expires_at = greatest(token_uses.expires_at, excluded.expires_at)
    where token_uses.uses < $2
  returning uses`);

const MARK_RENEWED = statement(`
  update access_tokens set last_renewed_at = now() where id = $1 and not is_revoked returning id`);

/**
 * One bit: see TokenRevocationBlock. Waits for grants that hold the credential. No row if it was revoked before.
 */
const revokeLogin = (table: string) =>
  statement(`
  with held as materialized (select id from ${table} where id = $1 for update)
  insert into token_revocation_blocks as r (credential_id, created_day, block, bits, expires_at)
  select id, $2, $3::bigint >> 10, set_bit(0::bit(1024), ($3::bigint & 1023)::int, 1), to_timestamp($4) from held
  on conflict (credential_id, created_day, block) do update
    set bits = r.bits | excluded.bits, expires_at = greatest(r.expires_at, excluded.expires_at)
    where get_bit(r.bits, ($3::bigint & 1023)::int) = 0
  returning created_day`);

const REVOKE_LOGIN = revokeLogin('client_secrets');
const REVOKE_WORKLOAD_LOGIN = revokeLogin('workload_auths');

const REVOKE_STORED = statement(`
  with held as materialized (
    select id from access_tokens where id = $1 and not is_revoked for update
  )
  update access_tokens t set is_revoked = true, updated_at = now()
  from held where t.id = held.id returning t.id`);

/** Uses and revocations of tokens: see `token-state.entity.ts`. */
@Injectable()
export class TokensRepository {
  constructor(private readonly database: Database) {}

  async now(): Promise<number> {
    const row = await this.database.row<{ now: string }>(NOW, []);
    return Number(row!.now);
  }

  /** False if the token has no use left. */
  async keepUses({ jti, numUsesLimit }: IdentityClaims, expiry: number): Promise<boolean> {
    return (await this.database.row(KEEP_USES, [jti, numUsesLimit, expiry])) !== null;
  }

  /** False if the token has been revoked. */
  async markRenewed({ jti }: IdentityClaims): Promise<boolean> {
    return (await this.database.row(MARK_RENEWED, [jti])) !== null;
  }

  /** Revokes the token in every text that was ever signed for it. False if it was revoked before. */
  async revoke(claims: IdentityClaims, now: number): Promise<boolean> {
    const { clientSecretId, credentialId = clientSecretId, serial, jti } = claims;
    if (credentialId === undefined) return (await this.database.row(REVOKE_STORED, [jti])) !== null;
    // Not the claims' own expiry: a renewal may have given a later one.
    const values = [credentialId, createdDay(claims), serial, expiryOf(claims, now)];
    const revoking = clientSecretId === undefined ? REVOKE_WORKLOAD_LOGIN : REVOKE_LOGIN;
    return (await this.database.row(revoking, values)) !== null;
  }
}
