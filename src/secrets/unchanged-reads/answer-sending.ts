import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditReads } from '../../audit/audit-reads.js';
import type { ActorKind } from '../../auth/actor.js';
import { endWithAnswer } from '../../auth/admission.guard.js';
import { Admission, currentWork, type RequestWork } from '../../http/limits/admission.js';
import { RateLimiter, rateKey } from '../../http/limits/rate-limiter.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import { requestContext } from '../../http/request-context.js';
import { securityHeaders } from '../../http/security-headers.js';
import { READ_ACTION } from '../read-audit/value-access.js';
import type { CurrentState } from './current-state.repository.js';
import type { SealedAnswer } from './sealed-answers.js';

const RATE_CLASS = 'secrets';
/** Bytes of an answer from which on it takes a part of the slice of long work. */
const LONG = 64 * 1024;

/** Who asks, and from which state of which project. */
export interface Reader extends Pick<CurrentState, 'orgId' | 'name' | 'projectId'> {
  readonly kind: ActorKind;
  readonly callerId: string;
}

/** What the guards and interceptors of a route do, for answers ahead of the router: counts, waits, records, sends. */
@Injectable()
export class AnswerSending {
  constructor(
    private readonly admission: Admission,
    private readonly limiter: RateLimiter,
    private readonly reads: AuditReads,
  ) {}

  /** Counts a request and tells the caller what is left. Throws 429. */
  async count(callerId: string, res: Response): Promise<void> {
    res.set(await this.limiter.countRequest(RATE_CLASS, callerId));
  }

  /** Takes a place among the light work. False if it had to wait: what was known may have changed. Throws 429. */
  async takePlace({ orgId, callerId }: Reader): Promise<boolean> {
    const claimant = { group: orgId, caller: callerId, contended: null, bytes: 0 };
    return this.admission.takeLight(claimant, workOfRequest());
  }

  leavePlace(): void {
    workOfRequest().leave();
  }

  /** Opens and sends the body once its reading is recorded; the place goes back, and the caller is charged, with it. */
  async send(body: SealedAnswer, reader: Reader, req: Request, res: Response): Promise<void> {
    const work = workOfRequest();
    const room = this.admission.answers.open(reader.orgId);
    work.room = room;
    this.limiter.chargeTo(res, rateKey(RATE_CLASS, reader.callerId));
    endWithAnswer(work, this.limiter);
    await room.reserve(body.sealed.length);
    await this.record(body, reader, req);
    if (body.sealed.length >= LONG) await new TimeSlices().turn();
    sendJson(body.open(), req, res);
  }

  private async record({ target }: SealedAnswer, reader: Reader, req: Request): Promise<void> {
    if (target === null || !this.reads.isOn) return;
    const { projectId } = reader;
    const record = { action: READ_ACTION, projectId, targetJson: target };
    await this.reads.recordJson({ ...reader, request: requestContext(req) }, record);
  }
}

/** Every request has some: see `withRequestWork`. */
const workOfRequest = (): RequestWork => currentWork()!;

/** Sends the body with the headers of the full answer. Once the system has taken it, its bytes are erased. */
function sendJson(body: Buffer, req: Request, res: Response): void {
  securityHeaders(req, res, () => undefined);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.once('finish', () => body.fill(0));
  res.end(body);
}
