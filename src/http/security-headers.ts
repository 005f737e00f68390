import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** Helmet's headers, which are the same for every answer: helmet is asked once, not for each. */
export function securityHeaders(options: HelmetOptions) {
  const request = new IncomingMessage(new Socket());
  const sample = new ServerResponse(request);
  const headers: (readonly [string, string])[] = [];
  sample.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return sample;
  };
  helmet(options)(request, sample, () => undefined);
  return (_req: Request, res: Response, next: NextFunction): void => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
