import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isLoopbackHost } from '../accounts/browser-rules.js';
import { BackgroundPurge } from '../database/background-purge.js';
import { Database, statement } from '../database/database.js';
import { PublicAddress } from '../http/public-address.js';
import { OidcSeals } from './oidc-seals.js';

/** A signed-in person who links their account with a provider. */
export interface AccountToLink {
  readonly userId: string;
  readonly sessionId: string;
}

/** What the browser keeps, sealed, while its person is at the provider. */
export interface PendingLogin {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly configurationId: string;
  /** The configuration's: a change of it ends the login. */
  readonly revision: number;
  /** The program of the person's machine that waits for a token. */
  readonly port?: number;
  /** How many seconds ago the provider may have asked who the person is: where it does not say, the login is refused. */
  readonly maxAge?: number;
  /** The account that is to be linked, and the session that asked for it. */
  readonly link?: AccountToLink;
  /** Seconds since 1970, by the database's clock. */
  readonly exp: number;
}

/** Seconds that a person may take at the provider. */
export const LOGIN_SECONDS = 600;

const NAME = 'strongroom_oidc';
const MAX_COOKIE = 4_096;

/** Gives one row for a state that is good and was not used before. */
const USE = statement(`
  insert into oidc_login_states (digest, expires_at)
  select $1, to_timestamp($2) where to_timestamp($2) > now()
  on conflict do nothing returning 1`);

const BATCH = 1_000;
const PURGE = statement(`
  delete from oidc_login_states where digest in (
    select digest from oidc_login_states where expires_at < now()
    order by expires_at limit ${BATCH} for update skip locked
  ) returning 1`);
/** Milliseconds. */
const FIRST = 75_000;
const EVERY = 10 * 60_000;

/** Logins that are at a provider: bound to the browser that began them by a sealed cookie, and good once. */
@Injectable()
export class LoginStates implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purge: BackgroundPurge;

  constructor(
    private readonly database: Database,
    private readonly seals: OidcSeals,
    private readonly address: PublicAddress,
  ) {
    this.purge = new BackgroundPurge(database, 'logins', [{ statement: PURGE, values: [] }]);
  }

  onApplicationBootstrap(): void {
    this.purge.start(FIRST, EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  /** Without HTTPS only this machine's own browser gets the cookie. */
  keep(req: Request, res: Response, login: PendingLogin): void {
    if (!this.address.isSecure && !isLoopbackHost(req.hostname)) return;
    this.setCookie(res, this.seals.sealLogin(login), LOGIN_SECONDS);
  }

  /**
   * Takes the login that the browser began, if the answer of the provider is to it. Null for another browser, another
   * state, and one that is over or was used.
   */
  async take(req: Request, res: Response, state: string | null): Promise<PendingLogin | null> {
    const sealed = this.cookieOf(req);
    if (sealed === null) return null;
    const login = this.seals.openLogin<PendingLogin>(sealed);
    if (!login || state === null || !isSame(login.state, state)) return null;
    this.setCookie(res, '', 0);
    const used = await this.database.row(USE, [digestOf(state), login.exp]);
    return used ? login : null;
  }

  /** `Lax`: a `Strict` one does not come back from the provider. */
  private setCookie(res: Response, value: string, seconds: number): void {
    const secure = this.address.isSecure ? '; Secure' : '';
    const rest = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
    res.append('Set-Cookie', `${this.name}=${value}; ${rest}`);
  }

  private get name(): string {
    return this.address.isSecure ? `__Host-${NAME}` : NAME;
  }

  /** Null for none, and for two, of which one is somebody else's. */
  private cookieOf({ headers: { cookie = '' } }: Request): string | null {
    const prefix = `${this.name}=`;
    const found = cookie
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each.startsWith(prefix));
    const value = found.length === 1 ? found[0]!.slice(prefix.length) : '';
    return value !== '' && value.length <= MAX_COOKIE ? value : null;
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (one: string, two: string): boolean => timingSafeEqual(digestOf(one), digestOf(two));
