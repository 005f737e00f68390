import { ApiProperty } from '@nestjs/swagger';
import type { OidcConfigurationRow } from './oidc-configurations.repository.js';

export class OidcConfigurationView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ enum: ['discoveryURL'] })
  configurationType: string;
  @ApiProperty({
    example: 'https://login.example.org/.well-known/openid-configuration',
    description: 'The address of the metadata',
  })
  discoveryURL: string;
  @ApiProperty({
    example: 'https://login.example.org',
    description: 'As the metadata name it; it is pinned',
  })
  issuer: string;
  @ApiProperty({ example: 'strongroom' })
  clientId: string;
  @ApiProperty({
    example: 'https://secrets.example.org/api/v1/sso/oidc/callback',
    description: 'Where the provider is to send people back: register it there, exactly so',
  })
  redirectUri: string;
  @ApiProperty()
  isActive: boolean;
  @ApiProperty({ description: 'Whether people become members by signing in' })
  jitProvisioning: boolean;
  @ApiProperty({ enum: ['member', 'no-access'], description: 'The role that they then hold' })
  jitRole: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** The client secret is no part of it. */
export const presentOidcConfiguration = (
  row: OidcConfigurationRow,
  redirectUri: string,
): OidcConfigurationView => ({
  id: row.id,
  orgId: row.orgId,
  configurationType: 'discoveryURL',
  discoveryURL: row.discoveryUrl,
  issuer: row.issuer,
  clientId: row.clientId,
  redirectUri,
  isActive: row.isActive,
  jitProvisioning: row.isJitOn,
  jitRole: row.jitRole,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
