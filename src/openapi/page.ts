import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request } from 'express';
import { keptPages } from '../http/kept-pages.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { createDocument } from './document.js';

/** Below /api/docs: what is made from the document. */
const PAGES = ['/', '/json', '/yaml', '/swagger-ui-init.js'];

/** Serves the document at /api/docs/json and a page to read it at /api/docs; made at the first request. */
export function serveDocument(app: NestExpressApplication): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  app.use('/api/docs', keptPages(PAGES, spend));
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('api/docs', app, () => (document ??= createDocument(app)), {
    jsonDocumentUrl: 'api/docs/json',
    yamlDocumentUrl: 'api/docs/yaml',
    customSiteTitle: 'Strongroom API',
  });
}
