import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * Helmet's headers, which are the same for every answer: helmet is asked once, not for each. Two middlewares,
 * for requests that go on and for those that were refused before.
 */
export function securityHeaders(options: HelmetOptions) {
  const headers = headersOf(options);
  const secure = (res: Response) => {
    for (const [name, value] of headers) res.setHeader(name, value);
  };
  return {
    onRequest: (_req: Request, res: Response, next: NextFunction): void => {
      secure(res);
      next();
    },
    onError: (error: unknown, _req: Request, res: Response, next: NextFunction): void => {
      secure(res);
      next(error);
    },
  };
}

function headersOf(options: HelmetOptions): readonly (readonly [string, string])[] {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  const headers: (readonly [string, string])[] = [];
  sample.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return sample;
  };
  helmet(options)(request, sample, () => undefined);
  return headers;
}
