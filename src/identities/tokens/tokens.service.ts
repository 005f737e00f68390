import { Injectable } from '@nestjs/common';
import { AccessTokens, type IdentityClaims, isOfPerson } from '../../auth/access-token.js';
import { Sessions } from '../../auth/sessions.js';
import { forbidden, tokenRevoked } from '../../errors/api-error.js';
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
    const claims = this.verify(token);
    // The time first: a renewal that a revocation overtakes ends no later than the revocation is kept.
    const now = await this.repository.now();
    const { name } = await this.sessions.resume(claims, request);
    const renewed = this.issuer.renew(claims, name, now);
    if (!(await this.isKept(claims, now))) throw tokenRevoked();
    return renewed;
  }

  /** Throws 401 for a token that is not valid, or no longer. */
  async revoke(token: string, request: RequestContext): Promise<void> {
    const claims = this.verify(token);
    const now = await this.repository.now();
    await this.sessions.resume(claims, request);
    if (!(await this.repository.revoke(claims, now))) throw tokenRevoked();
  }

  /** Tokens of sessions are renewed and ended with them. */
  private verify(token: string): IdentityClaims {
    const claims = this.tokens.verify(token);
    if (isOfPerson(claims))
      throw forbidden(
        'wrong-token-type',
        'This is the token of a person, not of a machine identity.',
      );
    if (claims.sessionId !== undefined)
      throw forbidden(
        'wrong-token-type',
        'This token belongs to a session in the console: POST /api/v1/auth/token gives the next one, POST /api/v1/auth/logout ends it.',
      );
    return claims;
  }

  private async isKept(claims: IdentityClaims, now: number): Promise<boolean> {
    if (claims.numUsesLimit > 0) {
      if (!(await this.repository.keepUses(claims, expiryOf(claims, now)))) return false;
    }
    // Only tokens of token auth have a row.
    const isOfLogin = claims.clientSecretId !== undefined || claims.credentialId !== undefined;
    return isOfLogin || this.repository.markRenewed(claims);
  }
}
