import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Bound, BoundedCounts } from '../../accounts/bounded-counts.js';
import { Audit } from '../../audit/audit.js';
import { Database } from '../../database/database.js';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { forbidden, unauthorized } from '../../errors/api-error.js';
import { source } from '../../http/limits/rate-limiter.js';
import type { RequestContext } from '../../http/request-context.js';
import { ConsoleCodes } from '../../identities/console-codes/console-codes.js';
import { type LoginCredentials, Logins } from '../../identities/universal-auth/logins.service.js';
import { type IdentityEntrance, IdentitySessions } from './identity-sessions.js';
import type { IdentitySession } from './identity-sessions.sql.js';

const TRIES = 5;
const TRIES_SECONDS = 900;

/** One text for every code that is not good. */
const secretRefused = () => unauthorized('invalid-credentials', 'Invalid credentials.');

const codeRefused = () =>
  unauthorized('console-code-refused', 'The code is wrong, was used, or is over.');

const bounds = (address: string): readonly Bound[] => [
  { what: `console codes from ${source(address)}`, limit: TRIES, seconds: TRIES_SECONDS },
];

/** The two ways into the console that need no account: a session of a machine identity. */
@Injectable()
export class IdentitySignIn {
  // oxlint-disable-next-line max-params -- both ways in, what counts their tries, and what is told of them
  constructor(
    private readonly logins: Logins,
    private readonly codes: ConsoleCodes,
    private readonly counts: BoundedCounts,
    private readonly sessions: IdentitySessions,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** Checks, counts and locks as a login of universal auth does. Throws 401. */
  async byClientSecret(
    credentials: LoginCredentials,
    request: RequestContext,
  ): Promise<IdentitySession> {
    const { identityId, clientSecretId } = await this.logins.prove(credentials, request);
    const entrance = { identityId, clientSecretId, loginMethod: 'universal-auth' } as const;
    const session = await this.database.transaction((tx) => this.begin(tx, entrance, request));
    if (!session) throw secretRefused();
    return session;
  }

  /** Throws 401 for a code that is not good, and 429 after five of them from one source, whatever comes then. */
  async byCode(code: string, request: RequestContext): Promise<IdentitySession> {
    const session = await this.database.transaction(async (tx) => {
      const tries = bounds(request.address);
      await this.counts.spend(tx, 'too-many-codes', tries);
      const identityId = await this.codes.take(tx, code);
      // The transaction is kept: a wrong code has spent a try.
      if (identityId === null) return null;
      await this.counts.giveBack(tx, tries);
      const loginMethod = 'console-code' as const;
      return this.begin(tx, { identityId, clientSecretId: null, loginMethod }, request);
    });
    if (!session) throw codeRefused();
    return session;
  }

  /** Throws what undoes the session: 401 from where the identity may not be, 403 where its tokens are counted. */
  private async begin(
    tx: EntityManager,
    entrance: IdentityEntrance,
    request: RequestContext,
  ): Promise<IdentitySession | null> {
    const session = await this.sessions.begin(tx, entrance, request);
    if (!session) return null;
    if (!isAllowed(session.trustedIps, request.address))
      throw entrance.clientSecretId === null ? codeRefused() : secretRefused();
    if (session.usesLimit > 0)
      throw forbidden(
        'session-not-offered',
        'The uses of this identity’s access tokens are limited, so it has no session in the console.',
      );
    const { identityId: id, identityName: name, orgId, sessionId, clientSecretId } = session;
    const target = {
      ...{ identityId: id, sessionId, loginMethod: entrance.loginMethod },
      ...(clientSecretId === null ? {} : { clientSecretId }),
    };
    const record = { action: 'identity.console-login', target };
    await this.audit.recordIdentity(tx, { orgId, id, name }, record, request);
    return session;
  }
}
