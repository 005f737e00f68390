import { Injectable } from '@nestjs/common';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { isUuid, newId } from '../../database/uuid.js';
import { unauthorized } from '../../errors/api-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { type IssuedToken, TokenIssuer } from '../tokens/token-issuer.js';
import { Lockout, type LockoutKeys } from './lockout.js';
import { type Attempt, type Credential, LoginsRepository } from './logins.repository.js';
import { UNIVERSAL_AUTH_DEFAULTS } from './universal-auth.service.js';

export interface LoginCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly organizationSlug?: string;
}

/** A credential with a secret that is good. */
type Usable = Credential & { readonly clientSecretId: string };

/**
 * Universal auth. Whatever is wrong, the answer and the work are the same: a lookup and one failure
 * counted. Logins write no audit entry: some clients log in at every step they take (`clients.md` W24).
 */
@Injectable()
export class Logins {
  constructor(
    private readonly logins: LoginsRepository,
    private readonly lockout: Lockout,
    private readonly issuer: TokenIssuer,
    private readonly keys: ServerKeys,
  ) {}

  /** Throws 401, always the same. */
  async login(credentials: LoginCredentials, request: RequestContext): Promise<IssuedToken> {
    const clientId = canonical(credentials.clientId);
    const keys = this.lockout.keysOf(clientId, request.address);
    const digest = this.keys.digest(credentials.clientSecret);
    const attempt = await this.logins.find(isUuid(clientId) ? clientId : null, digest, keys);
    const usable = usableIn(attempt, credentials, request);
    const issued = usable && (await this.issue(usable, keys));
    if (issued) return issued;
    await this.lockout.countFailure(keys, attempt.credential ?? UNIVERSAL_AUTH_DEFAULTS);
    throw unauthorized('Invalid credentials.');
  }

  private async issue(credential: Usable, keys: LockoutKeys): Promise<IssuedToken | null> {
    const { clientSecretId, lockoutEnabled, identityId, identityName, orgId } = credential;
    const spent = await this.logins.spend(clientSecretId, keys, lockoutEnabled);
    if (!spent) return null;
    const { serial, now } = spent;
    const holder = { identityId, identityName, orgId, authMethod: 'universal-auth' } as const;
    const terms = {
      ttl: credential.accessTokenTtl,
      maxTtl: credential.accessTokenMaxTtl,
      period: credential.accessTokenPeriod,
      usesLimit: credential.accessTokenNumUsesLimit,
    };
    return this.issuer.issue({ jti: newId(), ...holder, clientSecretId, serial }, terms, now);
  }
}

/** Case, white space and compatibility forms make no second client id, and so no fresh counter. */
const canonical = (clientId: string): string => clientId.normalize('NFKC').trim().toLowerCase();

function usableIn(
  { isLocked, credential }: Attempt,
  { organizationSlug }: LoginCredentials,
  { address }: RequestContext,
): Usable | null {
  if (!credential || credential.clientSecretId === null) return null;
  const { clientSecretId, lockoutEnabled, trustedIps, orgSlug } = credential;
  if (isLocked && lockoutEnabled) return null;
  if (!isAllowed(trustedIps, address)) return null;
  if (organizationSlug && organizationSlug !== orgSlug) return null;
  return { ...credential, clientSecretId };
}
