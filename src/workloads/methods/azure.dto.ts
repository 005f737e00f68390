import { ApiProperty } from '@nestjs/swagger';
import { Checked } from '../../http/body/fields.js';
import { SettingList, SettingText } from '../settings/setting-fields.js';
import { TokenTermsDto } from '../settings/token-terms.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export class AzureAuthDto extends TokenTermsDto {
  @Checked(
    { type: 'string', format: 'uuid' },
    (value) =>
      value === undefined || (typeof value === 'string' && UUID.test(value))
        ? null
        : 'should be the id of one tenant (a UUID); common and organizations are everybody',
    { optional: true, description: 'Required', example: '72f988bf-86f1-41af-91ab-2d7cd011db47' },
  )
  tenantId?: string;

  @SettingText({
    max: 512,
    description: '`aud` of the tokens; required',
    example: 'https://management.azure.com/',
  })
  resource?: string | null;

  @SettingList('Object ids of service principals and managed identities; required')
  allowedServicePrincipalIds?: string | null;
}

export class AzureAuthView extends WorkloadAuthView {
  @ApiProperty({ format: 'uuid' })
  tenantId: string;
  @ApiProperty()
  resource: string;
  @ApiProperty()
  allowedServicePrincipalIds: string;
}
