import type { TrustedIp } from '../../database/entities/token-settings.js';
import { Flag, IntField, ListOf } from '../../http/body/fields.js';
import { ANYWHERE, toTrustedIps, TrustedIpDto } from '../../identities/trusted-ips.js';
import { refuseLongTtl } from '../../identities/universal-auth/universal-auth.service.js';
import { MAX_TTL } from '../../identities/universal-auth/universal-auth.dto.js';

/** What every method takes beside its own settings. */
export class TokenTermsDto {
  @IntField({ optional: true, min: 1, max: MAX_TTL, default: 7_200, description: 'Seconds' })
  accessTokenTTL?: number;

  @IntField({
    optional: true,
    max: MAX_TTL,
    default: 2_592_000,
    description: 'Seconds, renewals included; 0: no bound',
  })
  accessTokenMaxTTL?: number;

  @IntField({ optional: true, default: 0, description: '0: no limit' })
  accessTokenNumUsesLimit?: number;

  @ListOf(() => TrustedIpDto, {
    optional: true,
    min: 1,
    max: 100,
    description: 'From where tokens may be used, and logins may come',
  })
  accessTokenTrustedIps?: TrustedIpDto[];

  @Flag({ optional: true, description: 'At a change: ends the tokens of earlier logins' })
  revokeTokens?: boolean;
}

export interface WorkloadTokenTerms {
  readonly accessTokenTtl: number;
  readonly accessTokenMaxTtl: number;
  readonly accessTokenNumUsesLimit: number;
  readonly accessTokenTrustedIps: readonly TrustedIp[];
}

export const DEFAULT_TERMS: WorkloadTokenTerms = {
  accessTokenTtl: 7_200,
  accessTokenMaxTtl: 2_592_000,
  accessTokenNumUsesLimit: 0,
  accessTokenTrustedIps: ANYWHERE,
};

/** Throws 400 if the time to live would be longer than its bound. */
export function mergedTerms(old: WorkloadTokenTerms, next: TokenTermsDto): WorkloadTokenTerms {
  const terms = {
    accessTokenTtl: next.accessTokenTTL ?? old.accessTokenTtl,
    accessTokenMaxTtl: next.accessTokenMaxTTL ?? old.accessTokenMaxTtl,
    accessTokenNumUsesLimit: next.accessTokenNumUsesLimit ?? old.accessTokenNumUsesLimit,
    accessTokenTrustedIps: toTrustedIps(next.accessTokenTrustedIps) ?? old.accessTokenTrustedIps,
  };
  refuseLongTtl(terms);
  return terms;
}
