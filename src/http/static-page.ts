import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { escapeHtml } from '../errors/errors-page.js';

/** Data within the page: no browser asks for another one. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%232456a6'/%3E" +
  "%3Ccircle cx='8' cy='6.5' r='2.5' fill='white'/%3E%3Cpath d='M7 7h2l1 6H6z' fill='white'/%3E%3C/svg%3E";

/** Under the content security policy: styles stand in the page. */
const STYLE = `
:root { color-scheme: light dark; --back: #fafbfc; --field: #fff; --text: #1b2430; --soft: #566273; --line: #dde3ea; --edge: #8793a3; --link: #2456a6; --on-link: #fff; --good: #17713f; --bad: #a8261c; }
@media (prefers-color-scheme: dark) { :root { --back: #11161d; --field: #1a212b; --text: #e6ebf2; --soft: #9aa7b8; --line: #2b3542; --edge: #6b7889; --link: #8ab4f8; --on-link: #11161d; --good: #6fcf97; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
main.narrow { max-width: 26rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 2rem 0 .5rem; font-size: 1.3rem; } h3 { margin: .5rem 0; font-size: 1rem; }
p { margin: .5rem 0; }
a { color: var(--link); } .home { font-weight: 600; text-decoration: none; }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.soft, footer { color: var(--soft); } .good { font-weight: 600; color: var(--good); } .bad { font-weight: 600; color: var(--bad); }
ul { list-style: none; margin: 1.75rem 0; padding: 0; border-top: 1px solid var(--line); }
li { padding: .8rem 0; border-bottom: 1px solid var(--line); } li a { font-weight: 600; } li span { display: block; color: var(--soft); }
section[id] h3 { border-top: 1px solid var(--line); padding-top: .75rem; }
:target { background: color-mix(in srgb, var(--link) 15%, transparent); }
label { display: block; margin: 1rem 0; }
input { display: block; width: 100%; margin-top: .25rem; padding: .55rem .7rem; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: .4rem; }
button { margin: .25rem .5rem .25rem 0; padding: .6rem 1rem; font: inherit; font-weight: 600; color: var(--on-link); background: var(--link); border: 0; border-radius: .4rem; cursor: pointer; }
form > button { width: 100%; } button.quiet, li button { background: none; color: inherit; border: 1px solid var(--edge); } li button { padding: .15rem .7rem; margin: .25rem 0 0; } button:disabled { opacity: .6; cursor: default; }
#message:not(:empty) { margin-top: 1rem; border-left: 4px solid var(--link); padding: .4rem .75rem; } pre { font-size: 1.05rem; }
details { margin-top: 1rem; border-top: 1px solid var(--line); padding-top: .75rem; } summary { cursor: pointer; color: var(--soft); }`;

/** The way to the page at `/`, on every other one. */
const HOME = '<p><a class="home" href="/">Strongroom</a></p>';

/** `isHome`: the page at `/`; `isNarrow`: a form. */
interface PageOptions {
  readonly isHome?: boolean;
  readonly isNarrow?: boolean;
}

/** A whole page. `body` is HTML already, `title` is text. */
export const htmlPage = (title: string, body: string, options: PageOptions = {}): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="${ICON}"><style>${STYLE}</style></head>
<body><main${options.isNarrow ? ' class="narrow"' : ''}>
${options.isHome ? '' : HOME}
${body}
</main></body></html>
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
