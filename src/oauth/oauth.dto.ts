import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../http/body/fields.js';

/** JSON or form (RFC 6749 4.4.2). */
export class TokenRequestDto {
  @Text({ min: 1, max: 256, example: 'client_credentials', offered: ['client_credentials'] })
  grant_type: string;

  @Text({ optional: true, max: 1024, description: 'Unless sent as HTTP Basic' })
  client_id?: string;

  @Text({ optional: true, max: 1024, trim: false, description: 'Unless sent as HTTP Basic' })
  client_secret?: string;

  @Text({
    optional: true,
    max: 12_000,
    description: 'There are no scopes: empty, if given',
    example: '',
  })
  scope?: string;
}

export class TokenResponseView {
  @ApiProperty()
  access_token: string;
  @ApiProperty({ enum: ['Bearer'] })
  token_type: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds' })
  expires_in: number;
}
