import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { unauthorized } from './errors/api-error.js';
import { ERRORS_PAGE } from './errors/error-codes.js';
import { errorsHtml } from './errors/errors-page.js';
import { RateLimiter } from './http/limits/rate-limiter.js';
import { requestContext } from './http/request-context.js';
import { htmlPage, staticPage } from './http/static-page.js';

const NO_USERS = 'No user accounts on this server yet; use --method=universal-auth';

/** What existing clients send to log a person in. */
const USER_LOGINS = ['login', 'login1', 'login2', 'select-organization'].map(
  (name) => `/api/v3/auth/${name}`,
);

const LOGIN_PAGE = htmlPage(
  'Strongroom: log in',
  `<h1>No user accounts on this server yet</h1>
<p>This server has machine identities only. Log in on the command line with a client id and a client secret:</p>
<p><code>infisical login --method=universal-auth --client-id=... --client-secret=...</code></p>
<p>The first start of the server printed a client id and secret; an administrator can make others. You may close this page.</p>
<p><a href="/api/docs">All operations</a> · <a href="${ERRORS_PAGE}#no-user-accounts">More about this error</a></p>`,
);

/** Serves the page of errors, and says to whoever tries to log in as a person that there are no people yet. */
export function servePages(app: NestExpressApplication): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  const { title, body } = errorsHtml();
  app.use(ERRORS_PAGE, staticPage(htmlPage(title, body), spend));
  app.use('/login', staticPage(LOGIN_PAGE, spend));
  app.use(USER_LOGINS, (req: Request, _res: Response, next: NextFunction) => {
    if (req.method !== 'POST' || req.path !== '/') return next();
    spend(req).then(() => next(unauthorized('no-user-accounts', NO_USERS)), next);
  });
}
