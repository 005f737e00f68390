import type { NextFunction, Request, Response } from 'express';
import { securityHeaders } from '../http/security-headers.js';
import type { StatusController } from './status.controller.js';

/**
 * Answers what no caller's rights touch as its controller would, ahead of the router and its guards: orchestrators and
 * clients ask for it again and again. Any other spelling of the target goes the whole way, to the same answer.
 */
export function statusAnswers(
  status: StatusController,
): (req: Request, res: Response, next: NextFunction) => void {
  const answers: Readonly<Record<string, () => object>> = {
    '/api/health/live': () => status.live(),
    '/api/status': () => status.status(),
  };
  return (req, res, next) => {
    const { method, url } = req;
    if (method !== 'GET' || !Object.hasOwn(answers, url)) return next();
    // The request log reads it.
    Object.assign(req, { route: { path: url } });
    securityHeaders(req, res, () => res.json(answers[url]!()));
  };
}
