import { Injectable } from '@nestjs/common';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { isUuid, newId } from '../../database/uuid.js';
import { ApiError, unauthorized } from '../../errors/api-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { type IssuedTokenView, TokenIssuer } from '../tokens/token-issuer.js';
import { LockoutReport } from './lockout-report.js';
import { Lockout } from './lockout.js';
import { type LoginCredential, LoginsRepository, type LoginUse } from './logins.repository.js';
import { UNIVERSAL_AUTH_DEFAULTS } from './universal-auth.service.js';

export interface LoginCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly organizationSlug?: string;
}

/** A credential with a secret that is good. */
type Usable = LoginCredential & { readonly clientSecretId: string };

/** A login that was good: which one of the client secret it was, and when, in the database's whole seconds. */
export type ProvedLogin = Usable & { readonly serial: number; readonly now: number };

/**
 * Universal auth. Whatever is wrong with a credential, the answer and the work are the same. Logins write no audit
 * entry: some clients log in at every step they take.
 */
@Injectable()
export class Logins {
  constructor(
    private readonly logins: LoginsRepository,
    private readonly lockout: Lockout,
    private readonly issuer: TokenIssuer,
    private readonly keys: ServerKeys,
    private readonly report: LockoutReport,
  ) {}

  /** Throws 401: with the time left where a lock holds, known client id or not; else always the same. */
  async login(credentials: LoginCredentials, request: RequestContext): Promise<IssuedTokenView> {
    return this.issue(await this.prove(credentials, request));
  }

  /** Spends one use of a client secret that is good. Throws 401 as `login` does. */
  async prove(credentials: LoginCredentials, request: RequestContext): Promise<ProvedLogin> {
    const { clientSecret } = credentials;
    const clientId = canonical(credentials.clientId);
    const keys = this.lockout.keysOf(clientId, request.address);
    const digests = this.keys.digestsOf(clientSecret);
    const attempt = await this.logins.find(isUuid(clientId) ? clientId : null, digests, keys);
    const { credential, lockedFor } = attempt;
    const settings = credential ?? UNIVERSAL_AUTH_DEFAULTS;
    if (lockedFor !== null && settings.lockoutEnabled) {
      this.report.refused();
      throw locked(lockedFor);
    }
    const usable = usableIn(credential, credentials, request);
    const proved = usable && (await this.spend(usable, { ...attempt, keys, digest: digests[0]! }));
    if (proved) return proved;
    if (!credential?.isOwnSecret) {
      const identityId = credential?.identityId ?? null;
      const { isKnownSource } = attempt;
      const failed = { keys, wrongSecret: clientSecret, settings, identityId, isKnownSource };
      await this.lockout.countFailure(failed);
    }
    throw unauthorized('invalid-credentials', 'Invalid credentials.');
  }

  private async spend(
    credential: Usable,
    attempt: Pick<LoginUse, 'keys' | 'digest' | 'isKnownSource' | 'isSourceDue'>,
  ): Promise<ProvedLogin | null> {
    const { clientSecretId, lockoutEnabled } = credential;
    const spent = await this.logins.useClientSecret({ ...attempt, clientSecretId, lockoutEnabled });
    return spent && { ...credential, ...spent };
  }

  private issue(credential: ProvedLogin): IssuedTokenView {
    const { clientSecretId, identityId, identityName, orgId, serial, now } = credential;
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

/** Existing clients know this sentence. */
const LOCKED = 'This identity auth method is temporarily locked, please try again later';

const locked = (seconds: number) =>
  new ApiError('locked-out', LOCKED, undefined, { 'Retry-After': String(seconds) });

/** Case, white space and compatibility forms make no second client id, and so no fresh counter. */
const canonical = (clientId: string): string => clientId.normalize('NFKC').trim().toLowerCase();

function usableIn(
  credential: LoginCredential | null,
  { organizationSlug }: LoginCredentials,
  { address }: RequestContext,
): Usable | null {
  if (!credential || credential.clientSecretId === null) return null;
  const { clientSecretId, trustedIps, orgSlug } = credential;
  if (!isAllowed(trustedIps, address)) return null;
  if (organizationSlug && organizationSlug !== orgSlug) return null;
  return { ...credential, clientSecretId };
}
