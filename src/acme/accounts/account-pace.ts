import { Injectable } from '@nestjs/common';
import { tooManyRequests } from '../../errors/api-error.js';
import { RateLimiter, source } from '../../http/limits/rate-limiter.js';
import type { SignedMessage } from '../jws/signed-requests.js';
import type { AccountBinding } from './bindings.js';

/** Milliseconds. */
const [HOUR, DAY] = [3_600_000, 86_400_000];
/** New accounts of a binding key in a day, and of an address without one in an hour. */
const [MAX_BOUND, MAX_UNBOUND] = [300, 20];

/** How many accounts may be registered: by whom is told by the binding key, else by the address alone. */
@Injectable()
export class AccountPace {
  constructor(private readonly limiter: RateLimiter) {}

  /** Throws 429 where no further account may be made; counts none. */
  requireRoom(request: SignedMessage, binding: AccountBinding | null): Promise<void> {
    return this.add(request, binding, 0);
  }

  /** Counts an account that was made; throws 429 where it is one too many. */
  count(request: SignedMessage, binding: AccountBinding | null): Promise<void> {
    return this.add(request, binding, 1);
  }

  private async add(
    { enrollment, context }: SignedMessage,
    binding: AccountBinding | null,
    units: 0 | 1,
  ): Promise<void> {
    if (this.limiter.isOff) return;
    const { bindingId, bindingNumber } = enrollment;
    const key = binding?.key?.id ?? `${bindingId}:${bindingNumber}`;
    const who = binding ? `key:${key}` : `address:${source(context.address)}`;
    const [window, most] = binding ? [DAY, MAX_BOUND] : [HOUR, MAX_UNBOUND];
    const { hits, seconds } = await this.limiter.storage.add(`acme-account:${who}`, window, units);
    if (hits + (1 - units) > most) throw tooManyRequests(seconds);
  }
}
