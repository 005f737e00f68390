import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../auth/public.decorator.js';
import { ApiError } from '../errors/api-error.js';
import { Work } from '../http/limits/admission.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { SessionCookies } from '../sign-in/session-cookies.js';
import { CallbackAddress } from './callback-address.js';
import { LoginStates } from './login-states.js';
import {
  OidcCallbackQuery,
  OidcFreshLoginQuery,
  OidcLogoutQuery,
} from './oidc-configurations.dto.js';
import { ssoRefused, OidcLogins } from './oidc-logins.service.js';

const LOCATION = {
  Location: { schema: { type: 'string' }, description: 'Where to go on' },
} as const;

/** Browsers come here by navigation: what goes wrong is told by the page /login, and to programs as everywhere. */
@ApiTags('Sign-in')
@Controller('v1/sso/oidc')
@RateLimited('login')
export class OidcLoginsController {
  constructor(
    private readonly logins: OidcLogins,
    private readonly states: LoginStates,
    private readonly cookies: SessionCookies,
    private readonly callback: CallbackAddress,
  ) {}

  @Get('login')
  @Public()
  @Work('none')
  @ApiOperation({ summary: 'Sends a browser to the provider of an organization' })
  @ApiFoundResponse({
    description: 'To the provider, or to /login with an error',
    headers: LOCATION,
  })
  async begin(
    @Query() { orgSlug, callbackPort, freshProof }: OidcFreshLoginQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await orToLoginPage(req, res, async () => {
      if (isLured(req)) return loginPageFor(orgSlug, callbackPort);
      const { url, login } = await this.logins.begin(orgSlug, {
        isFresh: freshProof === true,
        ...(callbackPort === undefined ? {} : { port: callbackPort }),
      });
      this.states.keep(req, res, login);
      return url;
    });
  }

  /** Ends nothing here: that is `POST /api/v1/auth/logout`. */
  @Get('logout')
  @Public()
  @Work('none')
  @ApiOperation({ summary: 'Sends a browser to where the provider of an organization signs out' })
  @ApiFoundResponse({
    description: 'To the provider, or to /login where it signs nobody out',
    headers: LOCATION,
  })
  async leave(
    @Query() { orgSlug }: OidcLogoutQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    await orToLoginPage(req, res, async () => (await this.logins.endUrl(orgSlug)) ?? '/login');
  }

  @Get('callback')
  @Public()
  @Work('none')
  @ApiOperation({ summary: 'Takes the answer of a provider that names its issuer' })
  @ApiFoundResponse({ description: 'To /login, signed in or with an error', headers: LOCATION })
  complete(
    @Query() _query: OidcCallbackQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.take(req, res);
  }

  @Get('callback/:organizationId')
  @Public()
  @Work('none')
  @ApiOperation({ summary: 'Takes the answer of a provider that does not name its issuer' })
  @ApiFoundResponse({ description: 'To /login, signed in or with an error', headers: LOCATION })
  completeOfOrganization(
    @Param('organizationId') _organizationId: string,
    @Query() _query: OidcCallbackQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.take(req, res);
  }

  private async take(req: Request, res: Response): Promise<void> {
    await orToLoginPage(req, res, async () => {
      const { originalUrl } = req;
      const asked = originalUrl.slice(originalUrl.indexOf('/api/'));
      const state = this.callback.asked(asked).searchParams.get('state');
      const login = await this.states.take(req, res, state);
      if (!login) throw ssoRefused();
      const session = await this.logins.complete(login, asked, requestContext(req));
      this.cookies.give(req, res, session);
      return `${loginPage(login.port)}#signed-in`;
    });
  }
}

const loginPage = (port: number | undefined): string =>
  port === undefined ? '/login' : `/login?callback_port=${port}`;

/** The page asks first: no other page signs somebody in at a provider, or as somebody, without a word. */
const loginPageFor = (orgSlug: string, port: number | undefined): string =>
  `${loginPage(port)}#${new URLSearchParams({ org: orgSlug }).toString()}`;

/** Whether another site has sent the browser here. */
const isLured = ({ headers }: Request): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

/** Goes where the work says. What refuses goes to the page of the login for a browser, by the code of the error alone. */
async function orToLoginPage(
  req: Request,
  res: Response,
  work: () => Promise<string>,
): Promise<void> {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Referrer-Policy', 'no-referrer');
  const url = await work().catch((error: unknown) => {
    const isBrowser = (req.headers.accept ?? '').includes('text/html');
    if (!isBrowser || !(error instanceof ApiError)) throw error;
    return `/login#error=${error.code}`;
  });
  res.status(302).setHeader('Location', url);
  res.end();
}
