import { ApiProperty } from '@nestjs/swagger';
import type { TokenAuth } from '../../database/entities/token-auth.entity.js';
import { IssuedTokenView } from '../tokens/token-issuer.js';
import { presentTrustedIps, TrustedIpView } from '../trusted-ips.js';

const WHOLE = { type: 'integer', minimum: 0 } as const;

export class TokenAuthView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty(WHOLE)
  accessTokenTTL: number;
  @ApiProperty(WHOLE)
  accessTokenMaxTTL: number;
  @ApiProperty(WHOLE)
  accessTokenNumUsesLimit: number;
  @ApiProperty({ type: [TrustedIpView] })
  accessTokenTrustedIps: TrustedIpView[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** A token as it is stored: not the token itself, which is nowhere. */
export interface TokenRecord {
  readonly id: string;
  readonly identityId: string;
  readonly name: string;
  readonly ttl: number;
  readonly maxTtl: number;
  readonly uses: number;
  readonly usesLimit: number;
  readonly isRevoked: boolean;
  readonly lastRenewedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export class TokenView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty()
  name: string;
  @ApiProperty({ enum: ['token-auth'] })
  authMethod: string;
  @ApiProperty(WHOLE)
  accessTokenTTL: number;
  @ApiProperty(WHOLE)
  accessTokenMaxTTL: number;
  @ApiProperty({ ...WHOLE, description: 'Counted only where there is a limit' })
  accessTokenNumUses: number;
  @ApiProperty(WHOLE)
  accessTokenNumUsesLimit: number;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Always null: when a token was used is not kept, so that its use writes nothing',
  })
  accessTokenLastUsedAt: null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  accessTokenLastRenewedAt: string | null;
  @ApiProperty()
  isAccessTokenRevoked: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class CreatedTokenView extends IssuedTokenView {
  @ApiProperty({ type: TokenView })
  tokenData: TokenView;
}

export const presentTokenAuth = (auth: Omit<TokenAuth, 'identity'>): TokenAuthView => ({
  id: auth.id,
  identityId: auth.identityId,
  accessTokenTTL: auth.accessTokenTtl,
  accessTokenMaxTTL: auth.accessTokenMaxTtl,
  accessTokenNumUsesLimit: auth.accessTokenNumUsesLimit,
  accessTokenTrustedIps: presentTrustedIps(auth.accessTokenTrustedIps),
  createdAt: auth.createdAt.toISOString(),
  updatedAt: auth.updatedAt.toISOString(),
});

export const presentToken = (token: TokenRecord): TokenView => ({
  id: token.id,
  identityId: token.identityId,
  name: token.name,
  authMethod: 'token-auth',
  accessTokenTTL: token.ttl,
  accessTokenMaxTTL: token.maxTtl,
  accessTokenNumUses: token.uses,
  accessTokenNumUsesLimit: token.usesLimit,
  accessTokenLastUsedAt: null,
  accessTokenLastRenewedAt: token.lastRenewedAt?.toISOString() ?? null,
  isAccessTokenRevoked: token.isRevoked,
  createdAt: token.createdAt.toISOString(),
  updatedAt: token.updatedAt.toISOString(),
});
