import { Flag, ListOf, Text, IntField } from '../../http/body/fields.js';
import { TrustedIpDto } from '../trusted-ips.js';

export const MAX_TTL = 315_360_000;
const SECONDS = { optional: true, max: MAX_TTL } as const;
const NETWORKS = { optional: true, min: 1, max: 100 } as const;

/** To be attached, with what an absent field begins with. */
export class UniversalAuthDto {
  @IntField({ ...SECONDS, default: 2_592_000, description: 'Seconds; 0: tokens do not expire' })
  accessTokenTTL?: number;

  @IntField({
    ...SECONDS,
    default: 2_592_000,
    description: 'Seconds, renewals included; 0: no bound',
  })
  accessTokenMaxTTL?: number;

  @IntField({ optional: true, default: 0, description: '0: no limit' })
  accessTokenNumUsesLimit?: number;

  @IntField({
    ...SECONDS,
    default: 0,
    description: 'Above 0: renewable for ever, this long each time',
  })
  accessTokenPeriod?: number;

  @ListOf(() => TrustedIpDto, NETWORKS)
  clientSecretTrustedIps?: TrustedIpDto[];

  @ListOf(() => TrustedIpDto, NETWORKS)
  accessTokenTrustedIps?: TrustedIpDto[];

  @Flag({ optional: true, default: true })
  lockoutEnabled?: boolean;

  @IntField({ optional: true, min: 1, max: 100, default: 3 })
  lockoutThreshold?: number;

  @IntField({ optional: true, min: 1, max: 86_400, default: 300 })
  lockoutDurationSeconds?: number;

  @IntField({ optional: true, min: 1, max: 86_400, default: 30 })
  lockoutCounterResetSeconds?: number;
}

/** The fields of an update; what is absent stays as it is. */
export class UpdateUniversalAuthDto extends UniversalAuthDto {}

export class CreateClientSecretDto {
  @Text({ optional: true, max: 1024, default: '', example: 'cluster A' })
  description?: string;

  @IntField({ optional: true, default: 0, description: 'Logins; 0: no limit' })
  numUsesLimit?: number;

  @IntField({ ...SECONDS, default: 0, description: 'Seconds; 0: for ever' })
  ttl?: number;
}

export class UniversalAuthLoginDto {
  @Text({ min: 1, max: 1024, example: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a' })
  clientId: string;

  @Text({ min: 1, max: 1024, trim: false })
  clientSecret: string;

  @Text({ optional: true, max: 256, description: 'Refuses identities of other organizations' })
  organizationSlug?: string;
}
