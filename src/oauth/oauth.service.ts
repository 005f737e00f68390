import { Injectable } from '@nestjs/common';
import { ApiError, badRequest } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { IssuedTokenView } from '../identities/tokens/token-issuer.js';
import { Logins } from '../identities/universal-auth/logins.service.js';
import { clientOf, invalidClient } from './client-authentication.js';
import type { TokenRequestDto } from './oauth.dto.js';

/** The client credentials grant: a universal auth login in the form of RFC 6749. */
@Injectable()
export class OAuthService {
  constructor(private readonly logins: Logins) {}

  async grant(
    dto: TokenRequestDto,
    authorization: string | undefined,
    request: RequestContext,
  ): Promise<IssuedTokenView> {
    if (dto.grant_type !== 'client_credentials') {
      throw badRequest('not-offered', 'The grant type is not supported.', {
        oauth: 'unsupported_grant_type',
      });
    }
    const { isBasic, ...credentials } = clientOf(authorization, dto);
    if (dto.scope)
      throw badRequest('not-offered', 'There are no scopes.', { oauth: 'invalid_scope' });
    try {
      return await this.logins.login(credentials, request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode !== 401) throw error;
      const isLocked = error.headers['Retry-After'] !== undefined;
      throw isLocked
        ? invalidClient(isBasic, error.message, error.headers)
        : invalidClient(isBasic);
    }
  }
}
