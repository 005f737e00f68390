import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { ContentActor } from '../../auth/actor.js';
import { CurrentContentActor, TakesServiceToken } from '../../auth/service-token.decorators.js';
import { Answers } from '../../http/answers.decorator.js';
import { BodyLimit } from '../../http/body/body.guard.js';
import { Deprecated } from '../../http/deprecated.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { REFERENCED_BY } from '../../projects/broken-references.presenter.js';
import { HELD, HolderView, unlessHeld } from '../held-write.presenter.js';
import { CreatedSecretView, SecretView } from '../secret.presenter.js';
import {
  V3CreateBatchDto,
  V3DeleteBatchDto,
  V3UpdateBatchDto,
  V4CreateBatchDto,
  V4DeleteBatchDto,
  V4UpdateBatchDto,
} from './secret-batch.dto.js';
import { SecretBatches } from './secret-batches.service.js';

const MIB = 1024 * 1024;

export class ProblemView {
  @ApiProperty({ example: 'NotFound', description: 'The error the batch would be refused with' })
  error: string;
  @ApiProperty()
  message: string;
  @ApiPropertyOptional({ type: 'integer', description: 'The present version' })
  version?: number;
}

class ItemReportView {
  @ApiProperty({ type: 'integer', description: 'Position in the request' })
  index: number;
  @ApiProperty({ example: '/' })
  secretPath: string;
  @ApiProperty({ example: 'DB_PASSWORD' })
  secretKey: string;
  @ApiProperty({ enum: ['create', 'update', 'delete', 'skip', 'refused'] })
  outcome: string;
  @ApiProperty({ type: [ProblemView] })
  problems: readonly ProblemView[];
}

/** What a batch would do. Nothing was written. */
class DryRunView {
  @ApiProperty({ description: 'Whether the batch would be done; one refused item refuses it all' })
  accepted: boolean;
  @ApiProperty({ type: [ItemReportView] })
  items: readonly ItemReportView[];
  @ApiPropertyOptional({
    type: HolderView,
    description:
      'The policy by which the batch would wait for consent; absent: it would be done at once',
  })
  wouldBeHeld?: HolderView;
}

/** With `dryRun`, the report instead of secrets. */
const BATCH_OPTIONS = unlessHeld(['secrets'], ['dryRun', 'referencedBy']);
const BATCH_CREATED = { secrets: [CreatedSecretView], dryRun: DryRunView, ...HELD } as const;
const BATCH_CHANGED = {
  secrets: [SecretView],
  dryRun: DryRunView,
  ...REFERENCED_BY,
  ...HELD,
} as const;

@ApiTags('Secrets, v4')
@RateLimited('secrets')
@TakesServiceToken()
@Controller('v4/secrets/batch')
export class SecretBatchesV4Controller {
  constructor(private readonly batches: SecretBatches) {}

  @Post()
  @BodyLimit(16 * MIB)
  @Answers('Creates several secrets at once, all or none', BATCH_CREATED, BATCH_OPTIONS)
  create(@CurrentContentActor() actor: ContentActor, @Body() dto: V4CreateBatchDto) {
    return this.batches.create(actor, dto);
  }

  @Patch()
  @BodyLimit(16 * MIB)
  @Answers('Changes several secrets at once, all or none', BATCH_CHANGED, BATCH_OPTIONS)
  update(@CurrentContentActor() actor: ContentActor, @Body() dto: V4UpdateBatchDto) {
    return this.batches.update(actor, dto);
  }

  @Delete()
  @BodyLimit(16 * MIB)
  @Answers('Deletes several secrets at once, all or none', BATCH_CHANGED, BATCH_OPTIONS)
  remove(@CurrentContentActor() actor: ContentActor, @Body() dto: V4DeleteBatchDto) {
    return this.batches.remove(actor, dto);
  }
}

@ApiTags('Secrets, v3')
@RateLimited('secrets')
@TakesServiceToken()
@Controller('v3/secrets/batch/raw')
export class SecretBatchesV3Controller {
  constructor(private readonly batches: SecretBatches) {}

  @Post()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Creates several secrets at once, all or none', BATCH_CREATED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  create(@CurrentContentActor() actor: ContentActor, @Body() dto: V3CreateBatchDto) {
    return this.batches.create(actor, dto);
  }

  @Patch()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Changes several secrets at once, all or none', BATCH_CHANGED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  update(@CurrentContentActor() actor: ContentActor, @Body() dto: V3UpdateBatchDto) {
    return this.batches.update(actor, dto);
  }

  @Delete()
  @BodyLimit(16 * MIB)
  @Deprecated('/api/v4/secrets/batch')
  @Answers('Deletes several secrets at once, all or none', BATCH_CHANGED, {
    ...BATCH_OPTIONS,
    deprecated: true,
  })
  remove(@CurrentContentActor() actor: ContentActor, @Body() dto: V3DeleteBatchDto) {
    return this.batches.remove(actor, dto);
  }
}
