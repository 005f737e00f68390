import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

interface Page {
  readonly type: string;
  readonly body: Buffer;
  /** Entity tag (RFC 9110, 8.8.3) of what anybody may read. */
  readonly version: string;
}

/**
 * Pages that are the same for everybody and dear to make: made once, then sent from memory. `spend` counts the request
 * against the limit of its address, and rejects beyond it.
 */
export function keptPages(
  paths: readonly string[],
  spend: (req: Request) => Promise<unknown>,
): (req: Request, res: Response, next: NextFunction) => void {
  const pages = new Map<string, Page>();
  const answer = (req: Request, res: Response, next: NextFunction) => {
    const page = pages.get(req.path);
    if (page) send(req, res, page);
    else keep(res, (made) => pages.set(req.path, made), next);
  };
  return (req, res, next) => {
    const isKept = (req.method === 'GET' || req.method === 'HEAD') && paths.includes(req.path);
    if (!isKept) next();
    else spend(req).then(() => answer(req, res, next), next);
  };
}

function send(req: Request, res: Response, { type, body, version }: Page): void {
  res.set({ 'Content-Type': type, ETag: version, 'Cache-Control': 'no-cache' });
  if (req.headers['if-none-match'] === version) {
    res.status(304).end();
    return;
  }
  res.set('Content-Length', String(body.length));
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Takes over what the page's own handler is about to send. */
function keep(res: Response, found: (page: Page) => void, next: NextFunction): void {
  const original = res.send.bind(res);
  res.send = (content: unknown) => {
    const type = res.get('Content-Type');
    if (res.statusCode === 200 && typeof content === 'string' && type) {
      const body = Buffer.from(content);
      const version = `"${createHash('sha256').update(body).digest('base64url')}"`;
      found({ type, body, version });
    }
    return original(content);
  };
  next();
}
