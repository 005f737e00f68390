import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { AccessToken } from '../../database/entities/access-token.entity.js';
import { Organization } from '../../database/entities/organization.entity.js';
import { TokenAuth } from '../../database/entities/token-auth.entity.js';
import { isUuid } from '../../database/uuid.js';
import type { IdentityPage } from '../identities.repository.js';
import type { TokenRecord } from './token-auth.presenter.js';

export type TokenAuthRow = Omit<TokenAuth, 'identity'>;

const COLUMNS = `
  t.id, a.identity_id "identityId", t.name, t.ttl, t.max_ttl "maxTtl",
  coalesce(u.uses, 0) "uses", t.uses_limit "usesLimit", t.is_revoked "isRevoked",
  t.last_renewed_at "lastRenewedAt", t.created_at "createdAt", t.updated_at "updatedAt"`;

/** SQL by hand, as the page is: the uses of a token are counted in another table. */
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

const NOW = 'select floor(extract(epoch from now()))::bigint "now"';

@Injectable()
export class TokenAuthRepository {
  constructor(
    @InjectRepository(TokenAuth) private readonly auths: Repository<TokenAuth>,
    @InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly database: Database,
  ) {}

  find(identityId: string, tx?: EntityManager): Promise<TokenAuth | null> {
    const auths = tx ? tx.withRepository(this.auths) : this.database.bind(this.auths);
    return auths.findOneBy({ identityId });
  }

  save(tx: EntityManager, row: Omit<TokenAuthRow, 'createdAt' | 'updatedAt'>): Promise<TokenAuth> {
    const auths = tx.withRepository(this.auths);
    return auths.save(auths.create(row));
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.auths).delete({ id });
  }

  /** Returns the database's clock, in whole seconds. */
  async insertToken(
    tx: EntityManager,
    row: Pick<
      AccessToken,
      'id' | 'tokenAuthId' | 'name' | 'ttl' | 'maxTtl' | 'usesLimit' | 'makers'
    >,
  ): Promise<number> {
    await tx.withRepository(this.tokens).insert(row);
    const [clock] = await tx.query<{ now: string }[]>(NOW);
    return Number(clock!.now);
  }

  /** Locked first: grants by whoever signed in with the token are done before it, or are not done. */
  async revokeToken(tx: EntityManager, id: string): Promise<void> {
    await tx.query('select from access_tokens where id = $1 for update', [id]);
    await tx.withRepository(this.tokens).update({ id }, { isRevoked: true });
  }

  async updateToken(
    tx: EntityManager,
    id: string,
    changes: Pick<AccessToken, 'name'>,
  ): Promise<void> {
    await tx.withRepository(this.tokens).update({ id }, changes);
  }

  async findToken(orgId: string, id: string, tx?: EntityManager): Promise<TokenRecord | null> {
    if (!isUuid(id)) return null;
    if (!tx) return this.database.row<TokenRecord>(ONE, [orgId, id]);
    return (await tx.query<TokenRecord[]>(ONE.text, [orgId, id]))[0] ?? null;
  }

  /** The oldest first. */
  async listTokens(
    tokenAuthId: string,
    { offset, limit }: IdentityPage,
  ): Promise<{ tokens: TokenRecord[]; totalCount: number }> {
    type Row = TokenRecord & { totalCount: number };
    const rows = await this.database.rows<Row>(PAGE, [tokenAuthId, limit, offset]);
    const tokens = rows.filter(({ id }) => id !== null);
    return { tokens, totalCount: rows[0]?.totalCount ?? 0 };
  }

  hasSlug(orgId: string, slug: string): Promise<boolean> {
    return this.database.bind(this.organizations).existsBy({ id: orgId, slug });
  }
}
