import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request } from 'express';
import { keptPages } from '../http/kept-pages.js';
import { memoryFiles, packedFile, textFile } from '../http/memory-files.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { createDocument } from './document.js';
import { pageHtml } from './page-html.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';

const CSS = 'text/css; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const reader = () => readFileSync(join(import.meta.dirname, 'reference', 'scalar.js.gz'));

/** The document as the build wrote it; where this runs from source, it is made of the application's routes. */
function documentOf(app: NestExpressApplication): OpenAPIObject {
  const file = join(import.meta.dirname, 'document.json');
  if (!existsSync(file)) return createDocument(app);
  return JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;
}

/** Serves the document at /api/docs/json and /api/docs/yaml, and at /api/docs a page to read it; taken at the first request. */
export function serveDocument(app: NestExpressApplication): void {
  const limiter = app.get(RateLimiter);
  const spend = (req: Request) => limiter.countRequest('anonymous', requestContext(req).address);
  let made: OpenAPIObject | undefined;
  const document = () => (made ??= documentOf(app));
  const files = {
    '/': () => textFile(HTML, pageHtml(document())),
    '/page.css': () => textFile(CSS, PAGE_STYLE),
    '/page.js': () => textFile(JAVASCRIPT, PAGE_SCRIPT),
    '/reader.js': () => packedFile(JAVASCRIPT, reader()),
    '/json': () => textFile(JSON_TYPE, JSON.stringify(document())),
  };
  app.use('/api/docs', memoryFiles(files, spend));
  app.use('/api/docs', keptPages(['/yaml'], spend));
  SwaggerModule.setup('api/docs', app, document, {
    ui: false,
    raw: ['yaml'],
    yamlDocumentUrl: 'api/docs/yaml',
  });
}
