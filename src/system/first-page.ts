import type { NextFunction, Request, Response } from 'express';
import { VERSION } from '../version.js';

/** Where a person looks first, who was told only the address. */
const PATHS = ['/', '/api', '/api/'];

/**
 * Shows what this is, whether it is healthy, and where to go, to a browser that asks for a page. A client that does not
 * ask for HTML by name is answered as ever, in JSON.
 */
export function firstPage(
  isReady: () => Promise<boolean>,
): (req: Request, res: Response, next: NextFunction) => void {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isWanted = isRead && PATHS.includes(req.path) && asksForHtml(req.headers.accept);
    if (!isWanted) return next();
    isReady().then((ready) => {
      res.setHeader('Cache-Control', 'no-store');
      res.vary('Accept');
      res.status(200).type('html').send(pageText(ready));
    }, next);
  };
}

const asksForHtml = (accept = ''): boolean => /(^|,)\s*text\/html\s*(;|,|$)/i.test(accept);

/** The Content-Security-Policy allows the style, which is in the page, and the icon, which is data. No script. */
const pageText = (ready: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strongroom</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%232456a6'/%3E%3Ccircle cx='8' cy='6.5' r='2.5' fill='white'/%3E%3Cpath d='M7 7h2l1 6H6z' fill='white'/%3E%3C/svg%3E">
<style>
:root { color-scheme: light dark; --back: #fafbfc; --text: #1b2430; --soft: #566273; --line: #dde3ea; --link: #2456a6; --good: #17713f; --bad: #a8261c; }
@media (prefers-color-scheme: dark) { :root { --back: #11161d; --text: #e6ebf2; --soft: #9aa7b8; --line: #2b3542; --link: #8ab4f8; --good: #6fcf97; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0; font-size: 1.9rem; letter-spacing: -.01em; }
p { margin: .5rem 0; }
.state { font-weight: 600; color: var(${ready ? '--good' : '--bad'}); }
.soft, footer { color: var(--soft); }
ul { list-style: none; margin: 1.75rem 0; padding: 0; border-top: 1px solid var(--line); }
li { padding: .8rem 0; border-bottom: 1px solid var(--line); }
a { color: var(--link); font-weight: 600; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }
li span { display: block; color: var(--soft); }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main><h1>Strongroom</h1>
<p>This server keeps secrets and decides who may reach them.</p>
<p class="state" role="status">${ready ? '● It is healthy.' : '● It is not ready: the database does not answer, or the server is ending.'}</p>
<ul>
<li><a href="/api/docs">API documentation</a><span>Every route with its fields, examples and errors, to read and to try.</span></li>
<li><a href="/api/docs/json">OpenAPI document</a><span>The same for tools.</span></li>
<li><a href="/api/health/ready">Health</a><span><code>/api/health/live</code> and <code>/api/health/ready</code> are for an orchestrator, <code>/api/status</code> for clients.</span></li>
</ul>
<p>To begin, log in with a client id and a client secret: <code>POST /api/v1/auth/universal-auth/login</code>. The first start printed both. Whoever lost them runs <code>npm run strongroom -- admin:recover</code> on the server.</p>
<footer><p>Version ${VERSION}</p></footer></main>
</body>
</html>
`;
