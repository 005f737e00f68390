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
import { readerDocument } from './reader-document.js';

const HTML = 'text/html; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * A browser without scripts shows the links; with scripts the reader takes their place. The document is asked for at once,
 * while the browser reads the scripts.
 */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strongroom API</title><link rel="icon" href="data:,">
<style>:root { color-scheme: light dark; } body { margin: 0; font: 16px/1.5 system-ui, sans-serif; } #first { padding: 2rem; }</style></head>
<body><div id="app"><div id="first"><h1>Strongroom API</h1><p>The document: <a href="/api/docs/json">JSON</a>,
<a href="/api/docs/yaml">YAML</a>. <a href="/api/docs/errors">Errors and what to do about them</a>.</p></div></div>
<script src="/api/docs/page.js"></script><script src="/api/docs/reader.js"></script>
<link rel="preload" href="/api/docs/reader.json" as="fetch" crossorigin></body></html>
`;

/**
 * The reader keeps what was typed, a token among it, in the store of the origin, where every later page could read it:
 * it is given that of the tab. It asks nobody but this server.
 */
const SCRIPT = `Object.defineProperty(window, 'localStorage', { value: window.sessionStorage });
addEventListener('DOMContentLoaded', () => {
  document.getElementById('first').remove();
  window.Scalar.createApiReference('#app', {
    url: '/api/docs/reader.json',
    persistAuth: true,
    authentication: { preferredSecurityScheme: 'bearer' },
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideModels: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    hiddenClients: ['c', 'clojure', 'csharp', 'dart', 'fsharp', 'java', 'kotlin', 'objc', 'ocaml', 'php', 'powershell', 'r', 'swift'],
  });
});
`;

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
    '/': () => textFile(HTML, PAGE),
    '/page.js': () => textFile(JAVASCRIPT, SCRIPT),
    '/reader.js': () => packedFile(JAVASCRIPT, reader()),
    '/json': () => textFile(JSON_TYPE, JSON.stringify(document())),
    '/reader.json': () => textFile(JSON_TYPE, JSON.stringify(readerDocument(document()))),
  };
  app.use('/api/docs', memoryFiles(files, spend));
  app.use('/api/docs', keptPages(['/yaml'], spend));
  SwaggerModule.setup('api/docs', app, document, {
    ui: false,
    raw: ['yaml'],
    yamlDocumentUrl: 'api/docs/yaml',
  });
}
