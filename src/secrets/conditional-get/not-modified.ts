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

/** An answer that was given, without its body. */
interface Given {
  readonly etag: string;
  readonly standing: ResponseStateVersion;
  readonly claims: AccessClaims;
  /** Of the route, for the log and the metrics. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_GIVEN = 10_000;
const SECRETS = /^\/api\/v[34]\/secrets[/?]/;

/** Lists of versions, for one, change without an event when old ones are removed. */
const ROUTES = new Set([
  '/api/v3/secrets/raw',
  '/api/v3/secrets/raw/:secretName',
  '/api/v3/secrets/raw/id/:secretId',
  '/api/v4/secrets',
  '/api/v4/secrets/:secretName',
  '/api/v4/secrets/id/:secretId',
]);

/** An answer to one of these alone rests on nothing but what a `Standing` holds. */
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
  private readonly given = new LRUCache<string, Given>({ max: MAX_GIVEN });

  constructor(
    private readonly access: AccessService,
    private readonly repository: NotModifiedRepository,
    private readonly limiter: RateLimiter,
    database: Database,
  ) {
    database.onHistoryChange(() => this.given.clear());
  }

  /** Stands before the router: what it does not answer goes the whole way. */
  handle(req: Request, res: Response, next: NextFunction): void {
    const { authorization, 'if-none-match': condition } = req.headers;
    const isRead = req.method === 'GET' && SECRETS.test(req.url) && !hasBody(req);
    if (!isRead || authorization === undefined) {
      next();
      return;
    }
    const key = hash('sha256', `${authorization}\n${req.url}`, 'base64');
    const goOn = () => {
      if (isPlainRead(req.url)) res.once('finish', () => this.remember(key, req, res));
      next();
    };
    const given = condition === undefined ? undefined : this.given.get(key);
    if (!given) goOn();
    else this.answer(given, req, res).then((isDone) => isDone || goOn(), next);
  }

  private async answer(given: Given, req: Request, res: Response): Promise<boolean> {
    const { claims, standing } = given;
    const now = await this.repository.findStateVersion(claims, standing.projectId);
    const mayAsk = now && isAllowed(now.trustedIps, requestContext(req).address);
    if (!mayAsk || !isUnchanged(standing, now)) return false;
    res.set('ETag', given.etag);
    if (!req.fresh) {
      res.removeHeader('ETag');
      return false;
    }
    // What the log says of a request.
    Object.assign(req, { user: { identityId: claims.identityId }, route: { path: given.pattern } });
    res.set(await this.limiter.countRequest('secrets', claims.identityId)).set(given.headers);
    res.status(304).end();
    return true;
  }

  private remember(key: string, req: Request, res: Response): void {
    const standing = this.access.responseStates.find(requestContext(req));
    const etag = res.get('ETag');
    const { path = '' } = (req.route ?? {}) as { path?: string };
    const isGood = res.statusCode === 200 || res.statusCode === 304;
    if (!isGood || !standing || !etag || !ROUTES.has(path)) return;
    const { claims } = req.user ?? {};
    // Each request spends a use of a token with a limit of uses.
    if (!claims || claims.numUsesLimit > 0) return;
    const headers = REPEATED_HEADERS.flatMap((name) => {
      const value = res.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const given = { etag, standing, claims, pattern: path, headers: Object.fromEntries(headers) };
    this.given.set(key, given);
  }
}

/** The options of a GET may stand in its body (wire contract, 0). */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

function isPlainRead(url: string): boolean {
  const query = url.indexOf('?');
  if (query < 0) return true;
  const options = url.slice(query + 1).split('&');
  return options.every((option) => KNOWN_OPTIONS.has(option.split('=', 1)[0]!));
}
