import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import { tooManyRequests } from '../../errors/api-error.js';
import { currentWork } from '../../http/limits/admission.js';
import { RATE_WINDOW, RateLimiter, source } from '../../http/limits/rate-limiter.js';
import type { Attempt, WorkloadMethod } from '../methods/method.js';
import { issuerSilent } from './login-refusals.js';

/** Failures a minute of one id from one source, for methods whose logins reach the network. */
const MAX_FAILURES = 10;
const SECOND = 1_000;
/** Milliseconds: longer than a lookup and a signature take together, so that refusals with and without them look alike. */
const SHORT = 25;

interface LoginTurn {
  /** Counts a login that failed, known id or not. */
  countFailure(): Promise<void>;
  /** Lets a refusal wait until its time. True where it took so long that it tells of silence instead. */
  isLate(): Promise<boolean>;
}

/** What a login may cost before anybody is known, and when its refusal leaves. */
@Injectable()
export class LoginPace {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly keys: ServerKeys,
  ) {}

  /** Throws 429 for an id that failed too often from this source, and 504 where what checks it is known to be silent. */
  async begin(method: WorkloadMethod, sent: Attempt['sent'], address: string): Promise<LoginTurn> {
    const start = performance.now();
    const { identityId = '' } = sent;
    const key = this.keyOf(method, identityId, address);
    const isCounted = method.isPaced && !this.limiter.isOff;
    if (isCounted) {
      const { hits, seconds } = await this.limiter.storage.add(key, RATE_WINDOW, 0);
      if (hits >= MAX_FAILURES) throw tooManyRequests(seconds);
    }
    if (method.isSilent?.(sent)) throw issuerSilent();
    return {
      countFailure: async () => {
        if (isCounted) await this.limiter.storage.add(key, RATE_WINDOW);
      },
      isLate: async () => {
        const elapsed = performance.now() - start;
        if (method.isPaced && elapsed > SECOND) return true;
        const step = method.isPaced ? SECOND : SHORT;
        currentWork()?.leave();
        // Timers cut fractions off.
        await wait(Math.ceil(step - (elapsed % step)));
        return false;
      },
    };
  }

  private keyOf({ name }: WorkloadMethod, identityId: string, address: string): string {
    const text = `workload login ${name} ${identityId.toLowerCase()} ${source(address)}`;
    return `workload:${this.keys.digest(text).toString('base64url')}`;
  }
}
