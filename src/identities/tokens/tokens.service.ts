import { Injectable } from '@nestjs/common';
import { type AccessClaims, AccessTokens } from '../../auth/access-token.js';
import { Sessions } from '../../auth/sessions.js';
import { tokenRevoked } from '../../errors/api-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { expiryOf, type IssuedTokenView, TokenIssuer } from './token-issuer.js';
import { TokensRepository } from './tokens.repository.js';

/**
 * Renewal and revocation by whoever holds the token. No audit entries: a token is ended by its own
 * holder at the end of every job , and renewing changes nobody's rights.
 */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly issuer: TokenIssuer,
    private readonly repository: TokensRepository,
  ) {}

  /** Throws 401 unless the token would be let in here and now, and has not reached its end. */
  async renew(token: string, request: RequestContext): Promise<IssuedTokenView> {
    const claims = this.tokens.verify(token);
    // The time first: a renewal that a revocation overtakes ends no later than the revocation is kept.
    const now = await this.repository.now();
    const { name } = await this.sessions.resume(claims, request);
    const renewed = this.issuer.renew(claims, name, now);
    if (!(await this.isKept(claims, now))) throw tokenRevoked();
    return renewed;
  }

  /** Throws 401 for a token that is not valid, or no longer. */
  async revoke(token: string, request: RequestContext): Promise<void> {
    const claims = this.tokens.verify(token);
    const now = await this.repository.now();
    await this.sessions.resume(claims, request);
    if (!(await this.repository.revoke(claims, now))) throw tokenRevoked();
  }

  private async isKept(claims: AccessClaims, now: number): Promise<boolean> {
    if (claims.numUsesLimit > 0) {
      if (!(await this.repository.keepUses(claims, expiryOf(claims, now)))) return false;
    }
    return claims.clientSecretId !== undefined || this.repository.markRenewed(claims);
  }
}
