import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { escapeHtml } from '../errors/errors-page.js';

/** Under the content security policy: styles stand in the page, and there are no scripts. */
const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
:target { background: color-mix(in srgb, Highlight 25%, transparent); }
h2 { margin: 2rem 0 0.5rem; } h3 { margin: 0.5rem 0; }
dd { margin: 0 0 0.5rem 0; } dt { font-weight: 600; }`;

/** A whole page. `body` is HTML already, `title` is text. */
export const htmlPage = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body>
${body}
</body></html>
`;

/**
 * Answers GET and HEAD of one path with a page that is the same for everybody. `spend` counts the request against the
 * limit of its address, and rejects beyond it.
 */
export function staticPage(
  html: string,
  spend: (req: Request) => Promise<unknown>,
): RequestHandler {
  const body = Buffer.from(html);
  const version = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const send = (req: Request, res: Response) => {
    res.set({ 'Content-Type': 'text/html; charset=utf-8', ETag: version });
    res.set('Cache-Control', 'no-cache');
    if (req.headers['if-none-match'] === version) {
      res.status(304).end();
      return;
    }
    res.set('Content-Length', String(body.length));
    res.end(req.method === 'HEAD' ? undefined : body);
  };
  return (req: Request, res: Response, next: NextFunction) => {
    const isAsked = (req.method === 'GET' || req.method === 'HEAD') && req.path === '/';
    if (!isAsked) next();
    else spend(req).then(() => send(req, res), next);
  };
}
