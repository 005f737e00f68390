import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPerson, ForPeople, PersonGuard } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { bearerOf } from '../auth/access-token.strategy.js';
import { Public } from '../auth/public.decorator.js';
import { unauthorized } from '../errors/api-error.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { Continuation } from './continuation.service.js';
import { FreshProofs } from './fresh-proofs.service.js';
import { IdentitySessions } from './machines/identity-sessions.js';
import { SessionCookies } from './session-cookies.js';
import { ReauthenticateDto } from './sign-in.dto.js';

@ApiTags('Sign-in')
@Controller('v1/auth')
@RateLimited('login')
export class ContinuationController {
  constructor(
    private readonly continuation: Continuation,
    private readonly cookies: SessionCookies,
    private readonly guard: PersonGuard,
    private readonly machines: IdentitySessions,
    private readonly proofs: FreshProofs,
  ) {}

  @Post('token')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Gives a page of the console its next access token, for the refresh cookie',
    { token: String, organizationId: String },
    { optional: ['organizationId'] },
  )
  async refresh(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const refreshToken = this.cookies.tokenOf(req);
    if (refreshToken === null)
      throw unauthorized('refresh-refused', 'There is no session. Sign in.');
    this.cookies.requireOwnPage(req);
    const next = await this.continuation.refresh(refreshToken, requestContext(req));
    this.cookies.set(req, res, next.refreshToken, next);
    const { token, organizationId } = next;
    return organizationId === null ? { token } : { token, organizationId };
  }

  @Post('logout')
  @Public()
  @Answers('Ends the session of the access token or of the refresh cookie', { message: String })
  async logout(@Req() req: Request, @Res({ passthrough: true }) res: Response) {
    const sessionId = await this.sessionOf(req);
    if (sessionId !== null)
      await this.continuation.end({ sessionId, request: requestContext(req) });
    if (this.cookies.tokenOf(req) !== null) this.cookies.takeAway(res);
    return { message: 'Signed out' };
  }

  @Post('lock')
  @Public()
  @Answers('Locks the session of the access token or of the refresh cookie', { message: String })
  async lock(@Req() req: Request) {
    const sessionId = await this.sessionOf(req);
    if (sessionId !== null) await this.continuation.lock(sessionId);
    return { message: 'Locked' };
  }

  @Post('checkAuth')
  @ForPeople('begun')
  @ChangesNothing()
  @Answers('Says that the token of a person is valid', { message: String })
  check() {
    return { message: 'Authenticated' };
  }

  @Post('reauthenticate')
  @ForPeople()
  @Header('Cache-Control', 'no-store')
  @Answers('Proves anew who the person is, for ten minutes', { token: String })
  async reauthenticate(@CurrentPerson() person: Person, @Body() dto: ReauthenticateDto) {
    return { token: await this.proofs.prove(person, dto) };
  }

  /**
   * The session of the access token, or else of the refresh cookie; null for a cookie that is not good. Throws 401, and
   * 403 for a token that is of no session.
   */
  private async sessionOf(req: Request): Promise<string | null> {
    const refreshToken = this.cookies.tokenOf(req);
    if (req.headers.authorization === undefined && refreshToken !== null) {
      this.cookies.requireOwnPage(req);
      return this.continuation.sessionOf(refreshToken);
    }
    const ofIdentity = await this.machines.ofToken(bearerOf(req), requestContext(req));
    return ofIdentity ?? (await this.guard.admit(req, 'begun')).person.sessionId;
  }
}
