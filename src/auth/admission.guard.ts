import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  Admission,
  currentWork,
  type RequestWork,
  WORK_KIND,
  type WorkKind,
} from '../http/limits/admission.js';
import { RateLimiter, source } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import type { Actor, ScimActor, ServiceTokenActor } from './actor.js';
import { projectHintFromUrl } from './prefetched-project.js';
import { ScimSessions } from './scim-sessions.js';
import { ServiceTokenSessions } from './service-token-sessions.js';
import { Sessions } from './sessions.js';

/** All who are not signed in together, as one organization. */
const STRANGERS = 'strangers';

/** Bytes of an answer that cost as much as one more request. */
const BYTES_OF_A_UNIT = 256 * 1024;

/**
 * Gives a request its place at work, or lets it wait for one. Runs after its body is read: who sends slowly holds no
 * place. The place is given back when the answer is made, even if the client has gone: its work goes on.
 */
@Injectable()
export class AdmissionGuard implements CanActivate {
  // oxlint-disable-next-line max-params -- the place at work, and who is read again after a wait for it
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    private readonly limiter: RateLimiter,
    private readonly sessions: Sessions,
    private readonly scim: ScimSessions,
    private readonly serviceTokens: ServiceTokenSessions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const kind = this.kindOf(context);
    const work = currentWork();
    if (kind === 'none' || !work) return true;
    const req = context.switchToHttp().getRequest<Request>();
    const { admission } = this;
    const claimant = claimantOf(req);
    const taken =
      kind === 'light'
        ? admission.takeLight(claimant, work)
        : admission.take(admission.full, claimant, work);
    work.room = admission.answers.open(claimant.group);
    endWithAnswer(work, this.limiter);
    return taken === true || taken.then(() => this.resume(req));
  }

  private kindOf(context: ExecutionContext): WorkKind {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<WorkKind | undefined>(WORK_KIND, targets) ?? 'full';
  }

  /** Rights may have ended during the wait. Throws 401. */
  private async resume(req: Request): Promise<true> {
    if (!req.user) return true;
    if (req.user.kind === 'scim') {
      await this.scim.requireLive(req.user as ScimActor);
      return true;
    }
    if (req.user.kind === 'service-token') {
      await this.serviceTokens.requireLive(req.user as ServiceTokenActor);
      return true;
    }
    const { claims, grant } = req.user as Actor;
    const actor = await this.sessions.resume(claims, requestContext(req), projectHintFromUrl(req));
    req.user = grant ? { ...actor, grant } : actor;
    return true;
  }
}

/**
 * Charges the caller for the answer and gives the place back, once the answer is made. There is no event for that:
 * `close` comes with the client's end too.
 */
export function endWithAnswer(work: RequestWork, limiter: RateLimiter): void {
  const { res } = work;
  const end = res.end.bind(res) as (...args: unknown[]) => typeof res;
  res.end = (...args: unknown[]) => {
    const bytes = Number(res.getHeader('content-length') ?? 0);
    const units = Math.floor(work.cost + bytes / BYTES_OF_A_UNIT);
    if (units > 0) limiter.charge(res, units);
    end(...args);
    work.answered(bytes);
    return res;
  };
}

function claimantOf(req: Request) {
  const { user, method } = req;
  const bytes = Number(req.headers['content-length'] ?? 0);
  if (!user) {
    const caller = source(requestContext(req).address);
    return { group: STRANGERS, caller, contended: null, bytes };
  }
  const isRead = method === 'GET' || method === 'HEAD';
  const contended = isRead ? null : `${user.orgId} ${projectNamedBy(req)}`;
  return { group: user.orgId, caller: user.callerId, contended, bytes };
}

const PROJECT_FIELDS = ['projectId', 'workspaceId', 'projectSlug', 'workspaceSlug'] as const;

/**
 * The project that a write seems to be about; its organization where it names none. Writes of one project wait for one
 * another in the database, and would hold a connection each. A wrong guess costs or gains only the caller's own.
 */
function projectNamedBy({ params, body }: Request): string {
  for (const fields of [params, body as unknown]) {
    if (fields === null || typeof fields !== 'object') continue;
    for (const field of PROJECT_FIELDS) {
      const name = (fields as Record<string, unknown>)[field];
      if (typeof name === 'string' && name.length <= 64) return name.toLowerCase();
    }
  }
  return '';
}
