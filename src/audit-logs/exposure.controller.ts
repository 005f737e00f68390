import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { QueryFlag, Text } from '../http/body/fields.js';
import { type Exposure, ExposureService } from './exposure.service.js';

export class ExposureQuery {
  @QueryFlag({ default: false, description: 'Only versions that are still the present ones' })
  currentOnly = false;

  @Text({ optional: true, min: 1, max: 256, description: 'From `nextCursor` of the page before' })
  cursor?: string;
}

class ExposedSecretView {
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ example: 'prod', description: 'As the environment was called then' })
  environment: string;
  @ApiProperty({ example: '/apps/web' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that was shown' })
  version: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 1,
    example: 3,
    description: 'The version that the address has today; null where it has no secret any more',
  })
  presentVersion: number | null;
  @ApiProperty({
    enum: ['current', 'replaced', 'gone'],
    description:
      'Whether the version that was shown is still the present one, was replaced, or the address has no secret any more (deleted, renamed or moved)',
  })
  status: 'current' | 'replaced' | 'gone';
  @ApiProperty({ format: 'date-time', description: 'The last time, of those on this page' })
  lastShownAt: string;
  @ApiProperty({ format: 'uuid', description: 'The entry of the audit log that tells of it' })
  auditLogId: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Entries on this page that tell of it' })
  timesShown: number;
}

export class ExposureView {
  @ApiProperty({
    type: [ExposedSecretView],
    description: 'Each version of each address once a page, the last shown first',
  })
  secrets: ExposedSecretView[];
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Secrets that the entries only count: one entry names a thousand at most',
  })
  unnamed: number;
  @ApiPropertyOptional({ description: 'Absent on the last page' })
  nextCursor?: string;
}

@ApiTags('Audit log')
@Controller('v1/identities/:identityId/exposure')
export class ExposureController {
  constructor(private readonly exposure: ExposureService) {}

  @Get()
  @Answers('Lists which versions of which secrets an identity was shown', ExposureView)
  async list(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Query() { cursor, currentOnly }: ExposureQuery,
  ): Promise<ExposureView> {
    const page = await this.exposure.list(actor, identityId, cursor, currentOnly);
    const { exposures, unnamed, nextCursor } = page;
    return {
      secrets: exposures.map(presentExposure),
      unnamed,
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }
}

const presentExposure = (exposure: Exposure): ExposedSecretView => ({
  projectId: exposure.projectId,
  environment: exposure.environment,
  secretPath: exposure.secretPath,
  secretKey: exposure.secretKey,
  version: exposure.version,
  presentVersion: exposure.presentVersion,
  status: statusOf(exposure),
  lastShownAt: exposure.lastShownAt.toISOString(),
  auditLogId: exposure.auditLogId,
  timesShown: exposure.timesShown,
});

function statusOf({ version, presentVersion }: Exposure): ExposedSecretView['status'] {
  if (presentVersion === null) return 'gone';
  return version === presentVersion ? 'current' : 'replaced';
}
