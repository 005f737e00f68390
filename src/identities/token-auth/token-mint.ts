import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../database/uuid.js';
import { type IssuedToken, TokenIssuer } from '../tokens/token-issuer.js';
import { TokenAuthRepository, type TokenAuthRow } from './token-auth.repository.js';

const NOW = 'select floor(extract(epoch from now()))::bigint "now"';

/** Makes a token of token auth together with its row. */
@Injectable()
export class TokenMint {
  constructor(
    private readonly auths: TokenAuthRepository,
    private readonly issuer: TokenIssuer,
  ) {}

  async make(
    tx: EntityManager,
    identity: { readonly id: string; readonly name: string; readonly orgId: string },
    auth: Pick<
      TokenAuthRow,
      'id' | 'accessTokenTtl' | 'accessTokenMaxTtl' | 'accessTokenNumUsesLimit'
    >,
    { name, makers }: { readonly name: string; readonly makers: readonly string[] },
  ): Promise<{ tokenId: string; issued: IssuedToken }> {
    const tokenId = newId();
    const { accessTokenTtl: ttl, accessTokenMaxTtl: maxTtl } = auth;
    const terms = { ttl, maxTtl, usesLimit: auth.accessTokenNumUsesLimit };
    await this.auths.insertToken(tx, {
      id: tokenId,
      tokenAuthId: auth.id,
      name,
      makers: [...makers],
      ...terms,
    });
    const [clock] = await tx.query<{ now: string }[]>(NOW);
    const subject = {
      jti: tokenId,
      identityId: identity.id,
      identityName: identity.name,
      authMethod: 'token-auth',
      orgId: identity.orgId,
    } as const;
    const issued = this.issuer.issue(subject, { ...terms, period: 0 }, Number(clock!.now));
    return { tokenId, issued };
  }
}
