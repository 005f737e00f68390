import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { ERRORS_PAGE } from './errors/error-codes.js';
import { errorsHtml } from './errors/errors-page.js';
import { RateLimiter } from './http/limits/rate-limiter.js';
import { requestContext } from './http/request-context.js';
import { htmlPage, staticPage } from './http/static-page.js';
import { serveSignInPages } from './sign-in-pages/sign-in-pages.js';

/** Serves the page of errors, and the pages by which people sign in. */
export function servePages(app: NestExpressApplication): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  const { title, body } = errorsHtml();
  app.use(ERRORS_PAGE, staticPage(htmlPage(title, body), spend));
  serveSignInPages(app);
}
