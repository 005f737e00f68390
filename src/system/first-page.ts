import type { NextFunction, Request, Response } from 'express';
import { acceptsType } from '../http/accepted-types.js';
import { htmlPage } from '../http/static-page.js';
import { VERSION } from '../version.js';

/** The page at `/`, for a person who was told only the address. */
const PATHS = ['/', '/api', '/api/'];

/**
 * Shows what this is, whether it is healthy, and where to go: as a page to a browser, in two lines to whoever takes anything,
 * such as a terminal or a probe. A client that asks for JSON by name is answered as at any path without a route.
 */
export function firstPage(
  isReady: () => Promise<boolean>,
): (req: Request, res: Response, next: NextFunction) => void {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const { accept } = req.headers;
    const isWanted = isRead && PATHS.includes(req.path) && !acceptsType('json', accept);
    if (!isWanted) return next();
    const isPage = acceptsType('html', accept);
    isReady().then((ready) => {
      res.setHeader('Cache-Control', 'no-store');
      res.vary('Accept');
      if (isPage) res.status(200).type('html').send(pageText(ready));
      else
        res
          .status(ready ? 200 : 503)
          .type('text')
          .send(plainText(ready));
    }, next);
  };
}

const HEALTHY = 'It is healthy.';
const NOT_READY = 'It is not ready: the database does not answer, or the server is ending.';

/** For a terminal or a probe, which read the status first. */
const plainText = (ready: boolean): string =>
  `Strongroom ${VERSION}. ${ready ? HEALTHY : NOT_READY}
API documentation: /api/docs (for tools: /api/docs/json). Health: /api/health/ready. Sign in: /login.
`;

const pageText = (ready: boolean): string =>
  htmlPage(
    'Strongroom',
    `<h1>Strongroom</h1>
<p>This server keeps secrets and decides who may reach them.</p>
<p class="${ready ? 'good' : 'bad'}" role="status">● ${ready ? HEALTHY : NOT_READY}</p>
<ul>
<li><a href="/login">Sign in</a><span>For people who have an account here, also to let the command line client in.</span></li>
<li><a href="/api/docs">API documentation</a><span>Every route with its fields, examples and errors, to read and to try.</span></li>
<li><a href="/api/docs/json">OpenAPI document</a><span>The same for tools.</span></li>
<li><a href="/api/health/ready">Health</a><span><code>/api/health/live</code> and <code>/api/health/ready</code> are for an orchestrator, <code>/api/status</code> for clients.</span></li>
</ul>
<p><strong>Programs</strong> log in with a client id and a client secret: <code>POST /api/v1/auth/universal-auth/login</code>. The first start printed both. Whoever lost them runs <code>npm run strongroom -- admin:recover</code> on the server.</p>
<p><strong>People</strong> come in by an invitation of an administrator, or by the link that <code>npm run strongroom -- user:create</code> prints on the server.</p>
<footer><p>Version ${VERSION}</p></footer>`,
    { isHome: true },
  );
