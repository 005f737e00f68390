import { ListOf, QueryOffset, QueryIntField, Text, IntField } from '../../http/body/fields.js';
import { TrustedIpDto } from '../trusted-ips.js';
import { MAX_TTL } from '../universal-auth/universal-auth.dto.js';

const SECONDS = { optional: true, max: MAX_TTL, default: 2_592_000 } as const;

/** To be attached, with what an absent field begins with. */
export class TokenAuthDto {
  @IntField({ ...SECONDS, description: 'Seconds; 0: tokens do not expire' })
  accessTokenTTL?: number;

  @IntField({ ...SECONDS, description: 'Seconds, renewals included; 0: no bound' })
  accessTokenMaxTTL?: number;

  @IntField({ optional: true, default: 0, description: '0: no limit' })
  accessTokenNumUsesLimit?: number;

  @ListOf(() => TrustedIpDto, { optional: true, min: 1, max: 100 })
  accessTokenTrustedIps?: TrustedIpDto[];
}

/** The fields of an update; what is absent stays as it is. */
export class UpdateTokenAuthDto extends TokenAuthDto {}

export class CreateTokenDto {
  @Text({ optional: true, max: 255, default: '', example: 'pipeline' })
  name?: string;

  @Text({ optional: true, max: 256, description: 'The organization of the caller, if given' })
  organizationSlug?: string;
}

export class UpdateTokenDto {
  @Text({ optional: true, max: 255, example: 'pipeline' })
  name?: string;
}

export class ListTokensQuery {
  @QueryOffset()
  offset?: number;

  @QueryIntField({ min: 1, max: 100, default: 20 })
  limit?: number;
}
