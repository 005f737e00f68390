import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../http/body/fields.js';
import { SettingList } from '../settings/setting-fields.js';
import { TokenTermsDto } from '../settings/token-terms.js';
import { WorkloadAuthView } from '../workload-auth.presenter.js';

export class GcpAuthDto extends TokenTermsDto {
  @OneOf(['gce', 'iam'], {
    optional: true,
    description:
      '`gce`: identity tokens of the metadata service. `iam`: tokens that `signJwt` signed. Required',
  })
  type?: string;

  @SettingList(
    'E-mail addresses, exactly; required for `iam`',
    'deploy@shop.iam.gserviceaccount.com',
  )
  allowedServiceAccounts?: string | null;

  @SettingList('Project ids', 'shop')
  allowedProjects?: string | null;

  @SettingList('Zones, for `gce`', 'europe-west1-b')
  allowedZones?: string | null;
}

export class GcpAuthView extends WorkloadAuthView {
  @ApiProperty({ enum: ['gce', 'iam'] })
  type: string;
  @ApiProperty()
  allowedServiceAccounts: string;
  @ApiProperty()
  allowedProjects: string;
  @ApiProperty()
  allowedZones: string;
}
