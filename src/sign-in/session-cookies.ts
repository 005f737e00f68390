import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  isLoopbackHost,
  isOwnPage,
  isProgram,
  refreshCookie,
  refreshTokenOf,
} from '../accounts/browser-rules.js';
import { RefreshTokens } from '../accounts/refresh-tokens.js';
import type { SessionKind } from '../database/entities/session.entity.js';
import { forbidden } from '../errors/api-error.js';
import { PublicAddress } from '../http/public-address.js';

/** A session as far as its cookie needs to know. */
interface CookieSession {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly expiresAt: Date;
}

/** The refresh cookie of browsers: who gets one, and whose is taken. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly address: PublicAddress,
    private readonly tokens: RefreshTokens,
  ) {}

  /** A browser must not get the long token of a program, whatever its User-Agent says. */
  kindOf(req: Request): SessionKind {
    return isProgram(req.headers) ? 'cli' : 'console';
  }

  /** Throws 403 for what a page of another origin sends: it could sign a browser in as somebody else. */
  requireOwnPage(req: Request): void {
    if (isOwnPage(req.headers, this.address.origin)) return;
    throw forbidden('foreign-page', 'Only pages of this server may do this.');
  }

  /** Gives the first refresh token of a session to a browser. */
  give(req: Request, res: Response, session: CookieSession): void {
    if (session.kind !== 'console') return;
    this.set(req, res, this.tokens.make({ sessionId: session.sessionId, counter: 0 }), session);
  }

  /** Without HTTPS only this machine's own browser gets a cookie. */
  set(
    req: Request,
    res: Response,
    token: string,
    { expiresAt }: Pick<CookieSession, 'expiresAt'>,
  ): void {
    const { isSecure } = this.address;
    if (!isSecure && !isLoopbackHost(req.hostname)) return;
    const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
    res.append('Set-Cookie', refreshCookie(token, isSecure, seconds));
  }

  takeAway(res: Response): void {
    res.append('Set-Cookie', refreshCookie(null, this.address.isSecure, 0));
  }

  /** Null for none. */
  tokenOf(req: Request): string | null {
    return refreshTokenOf(req.headers, this.address.isSecure);
  }
}
