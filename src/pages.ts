import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Config } from './config.js';
import { pageFiles } from './console/page-files.js';
import { serveConsole } from './console/serve-console.js';
import { ERRORS_PAGE } from './errors/error-codes.js';
import { errorsHtml } from './errors/errors-page.js';
import { RateLimiter } from './http/limits/rate-limiter.js';
import { requestContext } from './http/request-context.js';
import { htmlPage, staticPage } from './http/static-page.js';
import { serveSignInPages } from './sign-in-pages/sign-in-pages.js';
import { firstPage } from './system/first-page.js';
import { StatusController } from './system/status.controller.js';

/** Serves what people read: the console, the page at `/`, the page of errors, and the pages by which they sign in. */
export function servePages(app: NestExpressApplication, { hasConsole }: Config): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  const files = hasConsole ? pageFiles() : null;
  if (files) serveConsole(app, files, spend);
  app.use(firstPage(() => app.get(StatusController).isReady()));
  const { title, body } = errorsHtml();
  app.use(ERRORS_PAGE, staticPage(htmlPage(title, body), spend));
  serveSignInPages(app, files !== null);
}
