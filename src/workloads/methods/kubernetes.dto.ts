import { ApiProperty } from '@nestjs/swagger';
import { Flag, OneOf, TextList } from '../../http/body/fields.js';
import {
  MaxTokenAge,
  SettingCa,
  SettingList,
  SettingText,
  SettingToken,
  SettingUrl,
} from '../settings/setting-fields.js';
import { TokenTermsDto } from '../settings/token-terms.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';

export class KubernetesAuthDto extends TokenTermsDto {
  @SettingText({
    max: 2_048,
    description: 'The API server, for the mode `api`: a host, `host:port` or URL',
    example: 'https://kubernetes.example.org:6443',
  })
  kubernetesHost?: string | null;

  @SettingCa()
  caCert?: string | null;

  @SettingToken(
    'What reviews are asked for with; never shown. Empty: the token of each login reviews itself',
  )
  tokenReviewerJwt?: string | null;

  @OneOf(['api', 'oidc', 'gateway'], {
    optional: true,
    default: 'api',
    offered: ['api', 'oidc'],
    description: '`api`: the cluster reviews each token. `oidc`: its keys do, without the cluster',
  })
  tokenReviewMode?: string;

  @SettingText({ max: 256, description: 'Not offered' })
  gatewayId?: string | null;

  @SettingList('Namespaces, exactly; required', 'shop,billing')
  allowedNamespaces?: string | null;

  @SettingList('Service accounts, exactly', 'api')
  allowedNames?: string | null;

  @SettingText({ max: 256, description: '`aud` of the tokens; required for `oidc`' })
  allowedAudience?: string | null;

  @SettingText({ description: '`iss` of the tokens, for `oidc`' })
  issuer?: string | null;

  @SettingUrl(
    'The cluster’s key set, for `oidc`; without it that of the issuer’s metadata',
    'https://oidc.example.org/keys',
  )
  jwksUrl?: string | null;

  @TextList({ optional: true, max: 20, each: 16_384, description: 'Public keys (PEM), for `oidc`' })
  publicKeys?: string[];

  @MaxTokenAge()
  maxTokenAge?: number;

  @Flag({ optional: true, offered: [true], description: 'TLS is always verified' })
  verifyTlsCertificate?: boolean;

  @Flag({ optional: true, offered: [false], description: 'TLS is always verified' })
  tlsSkipVerify?: boolean;

  @Flag({ optional: true, offered: [false], description: 'TLS is always verified' })
  insecureSkipVerify?: boolean;

  @Flag({ optional: true, offered: [false], description: 'TLS is always verified' })
  allowInsecure?: boolean;

  @Flag({ optional: true, offered: [false], description: 'TLS is always verified' })
  skipTlsVerify?: boolean;
}

export class KubernetesAuthView extends WorkloadAuthView {
  @ApiProperty()
  kubernetesHost: string;
  @ApiProperty()
  caCert: string;
  @ApiProperty({ enum: [''], description: 'Never shown' })
  tokenReviewerJwt: string;
  @ApiProperty()
  hasTokenReviewerJwt: boolean;
  @ApiProperty({ enum: ['api', 'oidc'] })
  tokenReviewMode: string;
  @ApiProperty()
  allowedNamespaces: string;
  @ApiProperty()
  allowedNames: string;
  @ApiProperty()
  allowedAudience: string;
  @ApiProperty()
  issuer: string;
  @ApiProperty()
  jwksUrl: string;
  @ApiProperty({ type: [String] })
  publicKeys: string[];
  @ApiProperty({ type: 'integer', description: '0: a day and an hour' })
  maxTokenAge: number;
}
