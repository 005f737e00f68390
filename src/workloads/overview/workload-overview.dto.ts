import { ApiProperty } from '@nestjs/swagger';
import { QueryIntField, QueryOffset } from '../../http/body/fields.js';
import { Warning } from '../settings/warnings.js';

const WHEN = { type: 'string', format: 'date-time', nullable: true } as const;

export class ListWorkloadAuthsQuery {
  @QueryOffset()
  offset: number;

  @QueryIntField({ min: 1, max: 100, default: 100 })
  limit: number;
}

/** How a row has been used: `unused` was so once, and not for ninety days. */
export const USAGES = ['never', 'unused', 'used'] as const;

export class WorkloadAuthOverviewView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ description: 'Its identity', example: 'deploy' })
  identityName: string;
  @ApiProperty({ description: 'As in its path', example: 'oidc-auth' })
  method: string;
  @ApiProperty({ type: [Warning] })
  warnings: Warning[];
  @ApiProperty({
    enum: USAGES,
    enumName: 'WorkloadAuthUsage',
    description: '`never`; `unused` for ninety days; `used` since',
  })
  usage: (typeof USAGES)[number];
  @ApiProperty({ ...WHEN, description: 'The last login' })
  lastLoginAt: string | null;
  @ApiProperty({
    ...WHEN,
    description: 'When an issuer, cluster or cloud last gave no usable answer (504)',
  })
  lastUnavailableAt: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Service tokens that its logins made, and that live: they end with it',
    example: 0,
  })
  serviceTokenCount: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Seconds since a login found the keys of its issuer fresh; null where none did, and for keys that are stored here',
    example: 240,
  })
  keySetAge: number | null;
}
