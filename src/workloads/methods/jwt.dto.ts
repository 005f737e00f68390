import { ApiProperty } from '@nestjs/swagger';
import { OneOf, TextList } from '../../http/body/fields.js';
import {
  BoundClaims,
  MaxTokenAge,
  SettingCa,
  SettingFlag,
  SettingList,
  SettingText,
  SettingUrl,
} from '../settings/setting-fields.js';
import { TokenTermsDto } from '../settings/token-terms.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';

export class JwtAuthDto extends TokenTermsDto {
  @OneOf(['jwks', 'static'], {
    optional: true,
    description: 'Keys from a URL, or those that are given here. Required',
  })
  configurationType?: string;

  @SettingUrl('The key set (RFC 7517), for `jwks`', 'https://issuer.example.org/jwks.json')
  jwksUrl?: string | null;

  @SettingCa()
  jwksCaCert?: string | null;

  @TextList({
    optional: true,
    max: 20,
    each: 16_384,
    description: 'Public keys (PEM), for `static`',
  })
  publicKeys?: string[];

  @SettingText({
    description: '`iss` of the tokens; required for `jwks`',
    example: 'https://issuer.example.org',
  })
  boundIssuer?: string | null;

  @SettingList('`aud` holds one of these; compared exactly. Required', 'strongroom')
  boundAudiences?: string | null;

  @SettingList('Patterns of `sub`', 'spiffe://example.org/ns/shop/sa/api')
  boundSubject?: string | null;

  @BoundClaims()
  boundClaims?: Record<string, string> | null;

  @MaxTokenAge()
  maxTokenAge?: number;

  @SettingFlag('Each token (`jti`) logs in once')
  singleUse?: boolean;
}

export class JwtAuthView extends WorkloadAuthView {
  @ApiProperty({ enum: ['jwks', 'static'] })
  configurationType: string;
  @ApiProperty({ example: 'https://issuer.example.org/jwks.json' })
  jwksUrl: string;
  @ApiProperty()
  jwksCaCert: string;
  @ApiProperty({ type: [String] })
  publicKeys: string[];
  @ApiProperty({ example: 'https://issuer.example.org' })
  boundIssuer: string;
  @ApiProperty({ example: 'strongroom' })
  boundAudiences: string;
  @ApiProperty({ example: 'spiffe://example.org/ns/shop/sa/api' })
  boundSubject: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  boundClaims: Record<string, string>;
  @ApiProperty({ type: 'integer', description: '0: a day' })
  maxTokenAge: number;
  @ApiProperty()
  singleUse: boolean;
}
