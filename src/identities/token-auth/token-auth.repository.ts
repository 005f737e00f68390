import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { AccessToken } from '../../database/entities/access-token.entity.js';
import { TokenAuth } from '../../database/entities/token-auth.entity.js';
import { isUuid } from '../../database/uuid.js';
import type { Page } from '../identities.repository.js';
import type { TokenRecord } from './token-auth.presenter.js';

export type TokenAuthRow = Omit<TokenAuth, 'identity'>;

const COLUMNS = `
  t.id, a.identity_id "identityId", t.name, t.ttl, t.max_ttl "maxTtl",
  coalesce(u.uses, 0) "uses", t.uses_limit "usesLimit", t.is_revoked "isRevoked",
  t.last_renewed_at "lastRenewedAt", t.created_at "createdAt", t.updated_at "updatedAt"`;

const ONE = statement(`
  select ${COLUMNS}
  from access_tokens t
  join token_auths a on a.id = t.token_auth_id
  join identities i on i.id = a.identity_id
  left join token_uses u on u.token_id = t.id
  where i.org_id = $1 and t.id = $2`);

const PAGE = statement(`
  select total.n "totalCount", page.*
  from (select count(*)::int n from access_tokens where token_auth_id = $1) total
  left join (
    select ${COLUMNS}
    from access_tokens t
    join token_auths a on a.id = t.token_auth_id
    left join token_uses u on u.token_id = t.id
    where t.token_auth_id = $1
    order by t.created_at, t.id limit $2 offset $3
  ) page on true
  order by page."createdAt", page.id`);

const IS_SLUG = statement('select from organizations where id = $1 and slug = $2');

/** The tokens of token auth and how they are made. */
@Injectable()
export class TokenAuthRepository {
  constructor(private readonly database: Database) {}

  find(identityId: string, tx?: EntityManager): Promise<TokenAuth | null> {
    return (tx ?? this.database.manager).findOneBy(TokenAuth, { identityId });
  }

  save(tx: EntityManager, row: Omit<TokenAuthRow, 'createdAt' | 'updatedAt'>): Promise<TokenAuth> {
    return tx.save(TokenAuth, tx.create(TokenAuth, row));
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(TokenAuth, { id });
  }

  async insertToken(
    tx: EntityManager,
    row: Pick<
      AccessToken,
      'id' | 'tokenAuthId' | 'name' | 'ttl' | 'maxTtl' | 'usesLimit' | 'makers'
    >,
  ): Promise<void> {
    await tx.insert(AccessToken, row);
  }

  /** Waits for grants of who signed in with it. */
  async revokeToken(tx: EntityManager, id: string): Promise<void> {
    await tx.query('select from access_tokens where id = $1 for update', [id]);
    await tx.update(AccessToken, { id }, { isRevoked: true });
  }

  async updateToken(
    tx: EntityManager,
    id: string,
    changes: Pick<AccessToken, 'name'>,
  ): Promise<void> {
    await tx.update(AccessToken, { id }, changes);
  }

  async findToken(orgId: string, id: string, tx?: EntityManager): Promise<TokenRecord | null> {
    if (!isUuid(id)) return null;
    if (!tx) return this.database.row<TokenRecord>(ONE, [orgId, id]);
    return (await tx.query<TokenRecord[]>(ONE.text, [orgId, id]))[0] ?? null;
  }

  /** The oldest first. */
  async listTokens(
    tokenAuthId: string,
    { offset, limit }: Page,
  ): Promise<{ tokens: TokenRecord[]; totalCount: number }> {
    const values = [tokenAuthId, limit, offset];
    const rows = await this.database.rows<TokenRecord & { totalCount: number }>(PAGE, values);
    return {
      tokens: rows.filter(({ id }) => id !== null),
      totalCount: rows[0]?.totalCount ?? 0,
    };
  }

  async isSlugOf(orgId: string, slug: string): Promise<boolean> {
    return (await this.database.row(IS_SLUG, [orgId, slug])) !== null;
  }
}
