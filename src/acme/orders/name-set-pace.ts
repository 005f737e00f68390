import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EnrollmentPlace } from '../../certificates/enrollments/enrollment.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { nameSetOf } from '../../certificates/issued/name-sets.js';
import { tooManyRequests } from '../../errors/api-error.js';
import { RateLimiter } from '../../http/limits/rate-limiter.js';
import { type Identifier, sanOf } from './identifiers.js';

/** Certificates with exactly the same names, within seven days, through one enrollment. */
const MAX_IDENTICAL = 20;

/** Keeps clients that order the same again and again, with whatever accounts, from filling the table. */
@Injectable()
export class NameSetPace {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly certificates: CertificatesRepository,
  ) {}

  /** Throws 429 where the names have had as many certificates as they may. It decides under the lock of the project alone. */
  async requireRoom(
    place: EnrollmentPlace,
    identifiers: readonly Identifier[],
    tx?: EntityManager,
  ): Promise<void> {
    if (this.limiter.isOff) return;
    const nameSet = nameSetOf(place, identifiers.map(sanOf));
    const recent = await this.certificates.countRecent(nameSet, MAX_IDENTICAL, tx);
    if (recent.count >= MAX_IDENTICAL) throw tooManyRequests(recent.seconds ?? 1);
  }
}
