import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../http/body/fields.js';
import { SettingList, SettingText } from '../settings/setting-fields.js';
import { TokenTermsDto } from '../settings/token-terms.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';
import { WorkloadLoginDto } from './token-login.js';

export class AwsAuthDto extends TokenTermsDto {
  @SettingText({
    max: 256,
    default: 'https://sts.amazonaws.com/',
    description: 'The STS that is asked; the default is that of the region that signed',
  })
  stsEndpoint?: string | null;

  @SettingList(
    'Principals; this or `allowedAccountIds` is required',
    'arn:aws:iam::123456789012:role/deploy',
  )
  allowedPrincipalArns?: string | null;

  @SettingList('Accounts', '123456789012')
  allowedAccountIds?: string | null;
}

export class AwsAuthView extends WorkloadAuthView {
  @ApiProperty({ enum: ['iam'] })
  type: string;
  @ApiProperty()
  stsEndpoint: string;
  @ApiProperty()
  allowedPrincipalArns: string;
  @ApiProperty()
  allowedAccountIds: string;
}

export class AwsLoginDto extends WorkloadLoginDto {
  @Text({ optional: true, max: 16, default: 'POST', description: '`POST` is the only one' })
  iamHttpRequestMethod?: string;

  @Text({
    min: 1,
    max: 1_024,
    description: 'The body of the signed GetCallerIdentity request, in base64',
  })
  iamRequestBody: string;

  @Text({ min: 1, max: 13_696, description: 'Its headers as a JSON object, in base64' })
  iamRequestHeaders: string;
}
