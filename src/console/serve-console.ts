import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { acceptsType } from '../http/accepted-types.js';
import { memoryFiles } from '../http/memory-files.js';
import type { PageFiles } from './page-files.js';
import { pageHeaders } from './page-headers.js';

/** An application, as far as this needs one. */
interface Uses {
  use(...handlers: (string | RequestHandler)[]): unknown;
}

/** Serves the page of the console at /console/, and leads browsers there from `/`. */
export function serveConsole(
  app: Uses,
  files: PageFiles,
  spend: (req: Request) => Promise<unknown>,
): void {
  app.use(leadThere);
  app.use('/console', pageHeaders, memoryFiles(files, spend));
}

/** Relative, so that it holds behind a proxy that mounts the server below a path. */
const leadThere: RequestHandler = (req: Request, res: Response, next: NextFunction) => {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const { accept } = req.headers;
  const isFirst = req.path === '/' && acceptsType('html', accept) && !acceptsType('json', accept);
  if (!isRead || (!isFirst && req.path !== '/console')) return next();
  res.set({ Location: 'console/', 'Cache-Control': 'no-store' });
  if (isFirst) res.vary('Accept');
  res.status(302).end();
};
