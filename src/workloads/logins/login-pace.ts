import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import { currentWork } from '../../http/limits/admission.js';
import { RateLimiter, source } from '../../http/limits/rate-limiter.js';
import type { Attempt, WorkloadMethod } from '../methods/method.js';
import { LateAnswers, type LoginWaits } from './late-answers.js';
import { issuerSilent } from './login-refusals.js';
import { LoginPlaces } from './login-places.js';

/** Milliseconds: longer than a lookup and a signature take together, so that refusals with and without them look alike. */
const SHORT = 25;

interface LoginTurn {
  /**
   * Lets a refusal wait until its time. True where who was asked is late, so that the refusal tells of silence instead.
   */
  isLate(waits: LoginWaits): Promise<boolean>;
  /** Ends the turn. A login that failed stays counted, known id or not. */
  end(hasFailed: boolean): Promise<void>;
}

/** What a login may cost before anybody is known, and when its refusal leaves. */
@Injectable()
export class LoginPace {
  private readonly places: LoginPlaces;
  private readonly late = new LateAnswers();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly keys: ServerKeys,
  ) {
    this.places = new LoginPlaces(limiter.storage);
  }

  /** Throws 429 for an id that failed too often from this source, and 504 where what checks it is known to be silent. */
  async begin(method: WorkloadMethod, sent: Attempt['sent'], address: string): Promise<LoginTurn> {
    const { identityId = '' } = sent;
    const isCounted = method.isPaced && !this.limiter.isOff;
    const place = isCounted
      ? await this.places.enter(this.keyOf(method, identityId, address))
      : null;
    if (method.isSilent?.(sent)) {
      await place?.leave(false);
      throw issuerSilent();
    }
    const start = performance.now();
    const asked = `${method.name} ${method.askedHost?.(sent) ?? source(address)}`;
    return {
      end: async (hasFailed) => place?.leave(hasFailed),
      isLate: async (waits) => {
        const elapsed = performance.now() - start;
        const { at, isLate } = method.isPaced
          ? this.late.leaving(asked, elapsed, waits)
          : { at: elapsed + SHORT - (elapsed % SHORT), isLate: false };
        currentWork()?.leave();
        // Timers cut fractions off.
        await wait(Math.ceil(at - elapsed));
        return isLate;
      },
    };
  }

  private keyOf({ name }: WorkloadMethod, identityId: string, address: string): string {
    const text = `workload login ${name} ${identityId.toLowerCase()} ${source(address)}`;
    return `workload:${this.keys.digest(text).toString('base64url')}`;
  }
}
