import { ApiProperty } from '@nestjs/swagger';
import type { ClientSecret } from '../../database/entities/client-secret.entity.js';
import type { UniversalAuth } from '../../database/entities/universal-auth.entity.js';
import { presentTrustedIps, TrustedIpView } from '../trusted-ips.js';

const WHOLE = { type: 'integer', minimum: 0 } as const;

export class UniversalAuthView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  clientId: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty(WHOLE)
  accessTokenTTL: number;
  @ApiProperty(WHOLE)
  accessTokenMaxTTL: number;
  @ApiProperty(WHOLE)
  accessTokenNumUsesLimit: number;
  @ApiProperty(WHOLE)
  accessTokenPeriod: number;
  @ApiProperty({ type: [TrustedIpView] })
  clientSecretTrustedIps: TrustedIpView[];
  @ApiProperty({ type: [TrustedIpView] })
  accessTokenTrustedIps: TrustedIpView[];
  @ApiProperty()
  lockoutEnabled: boolean;
  @ApiProperty(WHOLE)
  lockoutThreshold: number;
  @ApiProperty(WHOLE)
  lockoutDurationSeconds: number;
  @ApiProperty(WHOLE)
  lockoutCounterResetSeconds: number;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class ClientSecretView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  description: string;
  @ApiProperty({ description: 'The first four characters', example: 'Xk2_' })
  clientSecretPrefix: string;
  @ApiProperty(WHOLE)
  clientSecretNumUses: number;
  @ApiProperty(WHOLE)
  clientSecretNumUsesLimit: number;
  @ApiProperty(WHOLE)
  clientSecretTTL: number;
  @ApiProperty({ format: 'uuid' })
  identityUAId: string;
  @ApiProperty()
  isClientSecretRevoked: boolean;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentUniversalAuth = (auth: Omit<UniversalAuth, 'identity'>): UniversalAuthView => ({
  id: auth.id,
  clientId: auth.clientId,
  identityId: auth.identityId,
  accessTokenTTL: auth.accessTokenTtl,
  accessTokenMaxTTL: auth.accessTokenMaxTtl,
  accessTokenNumUsesLimit: auth.accessTokenNumUsesLimit,
  accessTokenPeriod: auth.accessTokenPeriod,
  clientSecretTrustedIps: presentTrustedIps(auth.clientSecretTrustedIps),
  accessTokenTrustedIps: presentTrustedIps(auth.accessTokenTrustedIps),
  lockoutEnabled: auth.lockoutEnabled,
  lockoutThreshold: auth.lockoutThreshold,
  lockoutDurationSeconds: auth.lockoutDurationSeconds,
  lockoutCounterResetSeconds: auth.lockoutCounterResetSeconds,
  createdAt: auth.createdAt.toISOString(),
  updatedAt: auth.updatedAt.toISOString(),
});

export const presentClientSecret = (
  secret: Omit<ClientSecret, 'universalAuth'>,
): ClientSecretView => ({
  id: secret.id,
  description: secret.description,
  clientSecretPrefix: secret.prefix,
  clientSecretNumUses: Number(secret.uses),
  clientSecretNumUsesLimit: secret.usesLimit,
  clientSecretTTL: secret.ttl,
  identityUAId: secret.universalAuthId,
  isClientSecretRevoked: secret.isRevoked,
  createdAt: secret.createdAt.toISOString(),
  updatedAt: secret.updatedAt.toISOString(),
});
