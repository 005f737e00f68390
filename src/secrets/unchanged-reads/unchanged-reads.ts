import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { AccessService } from '../../access/access.service.js';
import { isUnchanged, type ResponseStateVersion } from '../../access/response-state-version.js';
import { type AccessClaims, isOfPerson } from '../../auth/access-token.js';
import type { Actor } from '../../auth/actor.js';
import { holderOf } from '../../auth/session-queries.js';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { Database } from '../../database/database.js';
import { HINT_HEADER } from '../../http/hints.js';
import { requestContext } from '../../http/request-context.js';
import { recordedTarget } from '../read-audit/value-access.js';
import { AnswerSending } from './answer-sending.js';
import { CurrentStateRepository } from './current-state.repository.js';
import { hasOnlyKnownOptions, mayBeRepeated, repeatableRoute } from './repeatable.js';
import { SealedAnswers } from './sealed-answers.js';

/** An answer as it is remembered: everything but its body. */
interface RememberedAnswer {
  readonly etag: string;
  readonly state: ResponseStateVersion;
  readonly claims: AccessClaims;
  /** The route's pattern, for the log and the metrics. */
  readonly pattern: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of its body in `SealedAnswers`; null where that is not kept. */
  readonly body: string | null;
}

const MAX_REMEMBERED = 10_000;

const REPEATED_HEADERS = ['Deprecation', 'Link', HINT_HEADER];

/**
 * Answers a read of secrets that was answered before and whose answer would be the same, after one query and without
 * decrypting a secret: with 304, or with the body of then. Only this process remembers; whoever asks another gets the
 * full work once.
 */
@Injectable()
export class UnchangedReads {
  private readonly remembered = new LRUCache<string, RememberedAnswer>({ max: MAX_REMEMBERED });

  constructor(
    private readonly access: AccessService,
    private readonly bodies: SealedAnswers,
    private readonly sending: AnswerSending,
    private readonly states: CurrentStateRepository,
    database: Database,
  ) {
    database.onHistoryChange(() => {
      this.remembered.clear();
      this.bodies.clear();
    });
  }

  /** Middleware before the router: passes on every request that it does not answer. */
  handle(req: Request, res: Response, next: NextFunction): void {
    if (!mayBeRepeated(req)) {
      next();
      return;
    }
    const key = hash('sha256', `${req.headers.authorization}\n${req.url}`, 'base64');
    const passOn = () => {
      if (hasOnlyKnownOptions(req.url)) this.rememberAnswer(key, req, res);
      next();
    };
    const answer = this.remembered.get(key);
    if (!answer) passOn();
    else this.answerIfUnchanged(answer, req, res).then((isDone) => isDone || passOn(), next);
  }

  /** False where the answer may be another, or is not kept: then all the work is due. */
  private async answerIfUnchanged(
    answer: RememberedAnswer,
    req: Request,
    res: Response,
  ): Promise<boolean> {
    const { etag, headers, claims, pattern } = answer;
    const body = answer.body === null ? null : this.bodies.find(answer.body);
    if (!body && req.headers['if-none-match'] === undefined) return false;
    const now = await this.findUnchanged(answer, req);
    if (!now) return false;
    res.set('ETag', etag);
    if (!body && !req.fresh) return takeBack(req, res);
    // The request log reads both.
    const caller = callerOf(claims);
    Object.assign(req, { user: caller, route: { path: pattern } });
    await this.sending.count(caller.callerId, res);
    res.set(headers);
    if (!body || req.fresh) {
      res.status(304).end();
      return true;
    }
    const reader = { ...now, ...caller };
    const isAtOnce = await this.sending.takePlace(reader);
    // Rights may have ended during a wait. A request that is passed on after it has counted twice: that is rare.
    if (!isAtOnce && !(await this.findUnchanged(answer, req))) {
      this.sending.leavePlace();
      return takeBack(req, res);
    }
    await this.sending.send(body, reader, req, res);
    return true;
  }

  /** The state now, if it is that of the answer and its caller may still ask. */
  private async findUnchanged({ claims, state }: RememberedAnswer, req: Request) {
    const now = await this.states.find(claims, state.projectId);
    const mayAsk = now && isAllowed(now.trustedIps, requestContext(req).address);
    return mayAsk && isUnchanged(state, now) ? now : null;
  }

  /** Remembers the answer that is about to be made, once it is. */
  private rememberAnswer(key: string, req: Request, res: Response): void {
    const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
    res.end = (...args: unknown[]) => {
      const answer = this.answerOf(req, res, args[0]);
      if (answer) this.remembered.set(key, answer);
      return end(...args);
    };
  }

  private answerOf(req: Request, res: Response, body: unknown): RememberedAnswer | null {
    const request = requestContext(req);
    const state = this.access.responseStates.find(request);
    const etag = res.get('ETag');
    const pattern = repeatableRoute(req);
    const isSuccess = res.statusCode === 200 || res.statusCode === 304;
    const { claims } = (req.user ?? {}) as Partial<Actor>;
    if (!isSuccess || !state || !etag || !pattern || !claims) return null;
    // Each request spends a use of a token with a limit of uses.
    if (!isOfPerson(claims) && claims.numUsesLimit > 0) return null;
    const headers = REPEATED_HEADERS.flatMap((name) => {
      const value = res.get(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const isWhole = res.statusCode === 200 && Buffer.isBuffer(body);
    const kept = isWhole ? this.bodies.keep(etag, body, recordedTarget(request)) : null;
    return { etag, state, claims, pattern, headers: Object.fromEntries(headers), body: kept };
  }
}

const callerOf = (claims: AccessClaims) => ({
  kind: isOfPerson(claims) ? ('user' as const) : ('identity' as const),
  callerId: holderOf(claims),
});

/** Makes a request again one of which nothing is known. */
function takeBack(req: Request, res: Response): false {
  for (const name of ['ETag', ...REPEATED_HEADERS]) res.removeHeader(name);
  Object.assign(req, { user: undefined, route: undefined });
  return false;
}
