import { ApiProperty } from '@nestjs/swagger';
import { TokenTermsDto } from '../settings/token-terms.js';
import {
  BoundClaims,
  ClaimMapping,
  MaxTokenAge,
  SettingCa,
  SettingFlag,
  SettingList,
  SettingText,
  SettingUrl,
} from '../settings/setting-fields.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';

export class OidcAuthDto extends TokenTermsDto {
  @SettingUrl(
    'The issuer’s base; `/.well-known/openid-configuration` is added',
    'https://token.actions.githubusercontent.com',
  )
  oidcDiscoveryUrl?: string | null;

  @SettingText({
    description: '`iss` of the tokens, and of the metadata',
    example: 'https://token.actions.githubusercontent.com',
  })
  boundIssuer?: string | null;

  @SettingList('`aud` holds one of these; compared exactly. Required', 'https://github.com/octo')
  boundAudiences?: string | null;

  @SettingList('Patterns of `sub`', 'repo:octo/app:ref:refs/heads/main')
  boundSubject?: string | null;

  @BoundClaims()
  boundClaims?: Record<string, string> | null;

  @ClaimMapping()
  claimMetadataMapping?: Record<string, string> | null;

  @SettingCa()
  caCert?: string | null;

  @MaxTokenAge()
  maxTokenAge?: number;

  @SettingFlag('Each token (`jti`) logs in once')
  singleUse?: boolean;
}

export class OidcAuthView extends WorkloadAuthView {
  @ApiProperty()
  oidcDiscoveryUrl: string;
  @ApiProperty()
  boundIssuer: string;
  @ApiProperty()
  boundAudiences: string;
  @ApiProperty()
  boundSubject: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  boundClaims: Record<string, string>;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  claimMetadataMapping: Record<string, string>;
  @ApiProperty()
  caCert: string;
  @ApiProperty({ type: 'integer', description: '0: a day' })
  maxTokenAge: number;
  @ApiProperty()
  singleUse: boolean;
}
