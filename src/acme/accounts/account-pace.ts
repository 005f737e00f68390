import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../errors/api-error.js';
import { RateLimiter, source } from '../../http/limits/rate-limiter.js';
import type { SignedMessage } from '../jws/signed-requests.js';

/** Milliseconds. */
const [HOUR, DAY] = [3_600_000, 86_400_000];
/** New accounts of a binding key in a day, and of an address without one in an hour. */
const [MAX_BOUND, MAX_UNBOUND] = [300, 20];

/** How many accounts may be registered: by whom is told by the binding key, else by the address alone. */
@Injectable()
export class AccountPace {
  constructor(private readonly limiter: RateLimiter) {}

  /** Throws 429 where no further account may be made; counts none. */
  requireRoom(request: SignedMessage, isBound: boolean): Promise<void> {
    return this.add(request, isBound, 0);
  }

  /** Counts an account that was made; throws 429 where it is one too many. */
  count(request: SignedMessage, isBound: boolean): Promise<void> {
    return this.add(request, isBound, 1);
  }

  private async add(
    { enrollment, context }: SignedMessage,
    isBound: boolean,
    units: 0 | 1,
  ): Promise<void> {
    if (this.limiter.isOff) return;
    const { profileId, bindingNumber } = enrollment;
    const who = isBound
      ? `key:${profileId}:${bindingNumber}`
      : `address:${source(context.address)}`;
    const [window, most] = isBound ? [DAY, MAX_BOUND] : [HOUR, MAX_UNBOUND];
    const { hits, seconds } = await this.limiter.storage.add(`acme-account:${who}`, window, units);
    if (hits + (1 - units) > most) throw tooManyRequests(seconds);
  }
}
