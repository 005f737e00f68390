import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { AccessService } from '../../access/access.service.js';
import { isUnchanged, type ResponseStateVersion } from '../../access/response-state-version.js';
import type { AccessClaims } from '../../auth/access-token.js';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { Database } from '../../database/database.js';
import { RateLimiter } from '../../http/limits/rate-limiter.js';
import { requestContext } from '../../http/request-context.js';
import { NotModifiedRepository } from './not-modified.repository.js';

/** What is kept of an answer: everything but its body. */
interface RememberedAnswer {
  readonly etag: string;
  readonly state: ResponseStateVersion;
  readonly claims: AccessClaims;
  /** The route's pattern, for the log and the metrics. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_REMEMBERED = 10_000;
/** Cheap test before anything is hashed; which routes are remembered is decided by `ROUTES`. */
const SECRET_URL = /^\/api\/v[34]\/secrets[/?]/;

/** Other reads of secrets are left out: lists of versions, for one, change without an event when old ones go. */
const ROUTES = new Set([
  '/api/v3/secrets/raw',
  '/api/v3/secrets/raw/:secretName',
  '/api/v3/secrets/raw/id/:secretId',
  '/api/v4/secrets',
  '/api/v4/secrets/:secretName',
  '/api/v4/secrets/id/:secretId',
]);

/** With these options alone, an answer depends on nothing but what a `ResponseStateVersion` holds. */
const KNOWN_OPTIONS = new Set([
  'environment',
  'expandSecretReferences',
  'includeImports',
  'include_imports',
  'metadataFilter',
  'projectId',
  'projectSlug',
  'recursive',
  'secretPath',
  'tagSlugs',
  'type',
  'viewSecretValue',
  'workspaceId',
  'workspaceSlug',
]);

const REPEATED_HEADERS = ['Deprecation', 'Link'];

/**
 * Answers 304 to a read of secrets that was answered before and whose answer would be the same, after one
 * query and without decrypting. Only this process remembers; whoever asks another gets the full work once.
 */
@Injectable()
export class NotModifiedAnswers {
  private readonly remembered = new LRUCache<string, RememberedAnswer>({ max: MAX_REMEMBERED });

  constructor(
    private readonly access: AccessService,
    private readonly repository: NotModifiedRepository,
    private readonly limiter: RateLimiter,
    database: Database,
  ) {
    database.onHistoryChange(() => this.remembered.clear());
  }

  /** Middleware before the router: passes on every request that it does not answer. */
  handle(req: Request, res: Response, next: NextFunction): void {
    const { authorization, 'if-none-match': condition } = req.headers;
    const isRead = req.method === 'GET' && SECRET_URL.test(req.url) && !hasBody(req);
    if (!isRead || authorization === undefined) {
      next();
      return;
    }
    const key = hash('sha256', `${authorization}\n${req.url}`, 'base64');
    const passOn = () => {
      if (hasOnlyKnownOptions(req.url)) res.once('finish', () => this.remember(key, req, res));
      next();
    };
    const answer = condition === undefined ? undefined : this.remembered.get(key);
    if (!answer) passOn();
    else this.answerIfUnchanged(answer, req, res).then((isDone) => isDone || passOn(), next);
  }

  private async answerIfUnchanged(
    { claims, state, etag, pattern, headers }: RememberedAnswer,
    req: Request,
    res: Response,
  ): Promise<boolean> {
    const now = await this.repository.findStateVersion(claims, state.projectId);
    const mayAsk = now && isAllowed(now.trustedIps, requestContext(req).address);
    if (!mayAsk || !isUnchanged(state, now)) return false;
    res.set('ETag', etag);
    if (!req.fresh) {
      res.removeHeader('ETag');
      return false;
    }
    // The request log reads both.
    Object.assign(req, { user: { identityId: claims.identityId }, route: { path: pattern } });
    res.set(await this.limiter.countRequest('secrets', claims.identityId)).set(headers);
    res.status(304).end();
    return true;
  }

  private remember(key: string, req: Request, res: Response): void {
    const state = this.access.responseStates.find(requestContext(req));
    const etag = res.get('ETag');
    const { path = '' } = (req.route ?? {}) as { path?: string };
    const isSuccess = res.statusCode === 200 || res.statusCode === 304;
    if (!isSuccess || !state || !etag || !ROUTES.has(path)) return;
    const { claims } = req.user ?? {};
    // Each request spends a use of a token with a limit of uses.
    if (!claims || claims.numUsesLimit > 0) return;
    const headers = REPEATED_HEADERS.flatMap((name) => {
      const value = res.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const answer = { etag, state, claims, pattern: path, headers: Object.fromEntries(headers) };
    this.remembered.set(key, answer);
  }
}

/** Existing clients may send the options of a GET in its body. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function hasOnlyKnownOptions(url: string): boolean {
  const query = url.indexOf('?');
  if (query < 0) return true;
  const options = url.slice(query + 1).split('&');
  return options.every((option) => KNOWN_OPTIONS.has(option.split('=', 1)[0]!));
}
